import Camera
import Dispatch
import Foundation
import Glibc
import Platform
import SystemPackage
import Testing
import UserErrors

/// A file instead of a camera: the kernel reports its opens and closes in the same way.
private final class WatchedFile: Sendable {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("camera-\(UUID().uuidString)").path
  private let changed = DispatchSemaphore(value: 0)

  init() throws { try Data().write(to: URL(fileURLWithPath: path)) }

  deinit { unlink(path) }

  func watch(isQuery: Bool = false, search: @escaping CameraWatch.Search = { _, _ in }) throws -> CameraWatch {
    try CameraWatch(path, CameraYield(), isQuery: { _ in isQuery }, search: search, onChange: { [changed] in changed.signal() })
  }

  /// Waits for the next changes, at most 20 s.
  func changes(of watch: CameraWatch) -> [CameraWatch.Change] {
    changed.wait(timeout: .now() + 20) == .success ? watch.takeChanges() : []
  }

  func open() throws -> OwnedDescriptor { try OwnedDescriptor(opening: FilePath(path), .readWrite) }

  /// Starts a process that has it open until it ends.
  func openInChild() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["60"]
    // Opened here, so that the program has its name before it has the file.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    process.standardInput = file
    try process.run()
    try file.close()
    return process
  }
}

@Suite("The watch of a camera", .serialized)
struct CameraWatchTests {
  @Test("has it yielded to a program that keeps it open, names the program, and has it taken back when the program has ended")
  func holder() throws {
    let file = try WatchedFile()
    let own = try file.open()
    let watch = try file.watch { device, report in report(CameraUse(holders: CameraHolder.holders(of: device), isUsed: true)) }
    let program = try file.openInChild()
    defer {
      kill(program.processIdentifier, SIGKILL)
      program.waitUntilExit()
    }
    #expect(file.changes(of: watch) == [.yield])
    close(own.release())
    #expect(file.changes(of: watch) == [.held(by: [CameraHolder(pid: program.processIdentifier, name: "sleep")])])
    kill(program.processIdentifier, SIGKILL)
    #expect(file.changes(of: watch) == [.takeBack])
  }

  @Test("has it yielded to a program that gave up, and not to one that only queries cameras")
  func brief() throws {
    let file = try WatchedFile()
    let own = try file.open()
    let (watch, other) = try (file.watch(), file.watch(isQuery: true))
    close(try file.open().release())
    #expect(file.changes(of: watch) == [.yield])
    close(own.release())
    #expect(file.changes(of: watch) == [.takeBack])
    #expect(other.takeChanges() == [])
    #expect(!other.stop().isYielded)
  }

  @Test("ends when the camera is gone")
  func removed() throws {
    let file = try WatchedFile()
    let watch = try file.watch()
    unlink(file.path)
    #expect(file.changes(of: watch) == [.removed])
  }

  @Test("reports nothing once it is stopped")
  func stopped() throws {
    let file = try WatchedFile()
    let (watch, second) = try (file.watch(), file.watch())
    _ = watch.stop()
    close(try file.open().release())
    #expect(file.changes(of: second) == [.yield])
    #expect(watch.takeChanges() == [])
  }

  @Test("needs a device node")
  func missing() { #expect(throws: (any Error).self) { try CameraWatch("/dev/video-that-is-not-there", CameraYield()) {} } }
}

@Suite("The search for the programs that use a camera")
struct HolderSearchTests {
  @Test("reads what swipectl prints")
  func encoding() throws {
    for use in [
      CameraUse(holders: [CameraHolder(pid: 7, name: "cheese", through: "PipeWire"), CameraHolder(pid: 8, name: "zoom")], isUsed: true),
      CameraUse(holders: [], isUsed: false),
    ] { #expect(try JSONDecoder().decode(CameraUse.self, from: JSONEncoder().encode(use)) == use) }
  }
}
