import Foundation
import Glibc
import Platform
import SystemPackage
import Testing

@Suite("A watch of a file that is opened and closed")
struct OpenWatchTests {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("watched-\(UUID().uuidString)").path

  /// Runs a shell that opens and closes the file a number of times.
  private func readInChild(times: Int = 1) throws {
    let script = "i=0; while [ $i -lt \(times) ]; do : <\"$0\"; i=$((i + 1)); done"
    let exit = try ChildProcess.output(of: ["sh", "-c", script, file], mergingErrors: false).exit
    #expect(exit == .exited(status: 0))
  }

  /// The next events. A close may be late: a process that another test starts has the file open, too, until it runs its program.
  private func next(_ watch: borrowing OpenWatch) -> [OpenWatch.Event] {
    _ = wait(for: watch.descriptor, wake: -1, untilNs: monotonicNs() + 20_000_000_000)
    return watch.takeEvents()
  }

  @Test("reports each, by any process, and nothing from before it began")
  func events() throws {
    try Data().write(to: URL(fileURLWithPath: file))
    defer { unlink(file) }
    let before = try OwnedDescriptor(opening: FilePath(file), .readOnly)
    let watch = try OpenWatch(file)
    #expect(watch.takeEvents() == [])
    try readInChild()
    #expect(wait(for: watch.descriptor, wake: -1, untilNs: 0) == .ready)
    #expect(watch.takeEvents() == [.opened, .closed])
    close(before.release())
    #expect(next(watch) == [.closed])
    let writing = try OwnedDescriptor(opening: FilePath(file), .readWrite)
    #expect(watch.takeEvents() == [.opened])
    close(writing.release())
    #expect(next(watch) == [.closed])
    #expect(wait(for: watch.descriptor, wake: -1, untilNs: 0) == .timedOut)
  }

  @Test("reports many that came at once")
  func many() throws {
    try Data().write(to: URL(fileURLWithPath: file))
    defer { unlink(file) }
    let watch = try OpenWatch(file)
    try readInChild(times: 1000)
    #expect(watch.takeEvents() == Array(repeating: [.opened, .closed], count: 1000).flatMap { $0 })
  }

  @Test("reports that the file is gone")
  func removed() throws {
    try Data().write(to: URL(fileURLWithPath: file))
    let watch = try OpenWatch(file)
    unlink(file)
    #expect(watch.takeEvents().last == .removed)
  }

  @Test("fails without a file")
  func missing() {
    let error = #expect(throws: Errno.self) { _ = try OpenWatch(file) }
    #expect(error == .noSuchFileOrDirectory)
  }
}
