import Foundation
import Glibc
import Platform
import SystemPackage
import Testing

@Suite("A watch of a folder")
struct FolderWatchTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("watched-\(UUID().uuidString)").path

  private func isReadable(_ watch: borrowing FolderWatch) -> Bool { wait(for: watch.descriptor, wake: -1, untilNs: 0) == .ready }

  @Test("notices files that appear, until it is reset, and not what happens to files that are there")
  func appearance() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (created, moved) = ("\(folder)/created", "\(folder)/moved")
    let watch = try FolderWatch(folder)
    let atFirst = isReadable(watch)
    try Data().write(to: URL(fileURLWithPath: created))
    let afterCreation = isReadable(watch)
    watch.reset()
    let afterReset = isReadable(watch)
    rename(created, moved)
    let afterMove = isReadable(watch)
    watch.reset()
    unlink(moved)
    let afterRemoval = isReadable(watch)
    #expect([atFirst, afterCreation, afterReset, afterMove, afterRemoval] == [false, true, false, true, false])
  }

  @Test("fails without a folder")
  func missing() {
    let error = #expect(throws: Errno.self) { _ = try FolderWatch(folder) }
    #expect(error == .noSuchFileOrDirectory)
  }
}
