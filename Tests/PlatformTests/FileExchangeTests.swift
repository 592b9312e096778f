import Foundation
import Glibc
import Platform
import SystemPackage
import Testing

@Suite("A file that is replaced unless another program has changed it")
struct FileExchangeTests {
  /// A folder for one test, removed after it.
  private final class Folder: Sendable {
    let path: FilePath

    init() {
      var template = Array("/tmp/swiped-exchange-XXXXXX".utf8CString)
      path = FilePath(String(cString: mkdtemp(&template)))
    }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }
  }

  private let scratch = Folder()
  private var folder: FilePath { scratch.path }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.appending(name).string))
  }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.appending(name).string, encoding: .utf8) }

  /// Hidden names too.
  private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted() } }

  private func replace(_ name: String, having old: String?) throws -> Bool {
    try Files.replace(folder.appending(name), having: old.map { Array($0.utf8) }, with: Array("new".utf8))
  }

  @Test("is replaced if it has the content that was read, also behind a link, and nothing is left beside it", arguments: ["a", "link"])
  func replaced(name: String) throws {
    try write("a", "old")
    try #require(chmod(folder.appending("a").string, 0o640) == 0 && symlink("a", folder.appending("link").string) == 0)
    #expect(try replace(name, having: "old"))
    #expect(try text("a") == "new" && names == ["a", "link"])
    #expect(try Stat(folder.appending("a")).permissions.rawValue == 0o640)
  }

  @Test("stays the very file that another program has made of it", arguments: ["other", "ol", "older", ""])
  func changed(now: String) throws {
    try write("a", now)
    let before = try Stat(folder.appending("a"))
    #expect(try !replace("a", having: "old"))
    #expect(try text("a") == now && names == ["a"])
    #expect(try Stat(folder.appending("a")).isSameFile(as: before))
  }

  @Test("stays as it is while another program has it open to write it, and is replaced afterwards")
  func beingWritten() throws {
    try write("a", "old")
    let writer = try OwnedDescriptor(opening: folder.appending("a"), .writeOnly)
    #expect(try !replace("a", having: "old"))
    try writer.writeAll(Array("OLD".utf8))
    #expect(try text("a") == "OLD" && names == ["a"])
    close(writer.release())
    #expect(try !replace("a", having: "old"))
    #expect(try replace("a", having: "OLD"))
    #expect(try text("a") == "new" && names == ["a"])
  }

  @Test("is neither created where one is gone, nor replaced where there was none")
  func appearedOrGone() throws {
    #expect(try !replace("a", having: "old"))
    #expect(try names == [])
    #expect(try replace("a", having: nil))
    #expect(try text("a") == "new")
    try write("a", "theirs")
    #expect(try !replace("a", having: nil))
    #expect(try text("a") == "theirs" && names == ["a"])
  }

  /// Has a new file take the place of another one, unless a look at that says no.
  ///
  /// - Returns: the file that could not be put back.
  private func refuse(_ name: String, look: (FilePath) throws -> Void) throws -> FilePath? {
    var new = try TemporaryFile(in: folder, permissions: .ownerReadWrite)
    var looked: (any Error)?
    do throws(Errno) {
      let isReplaced = try new.become(folder.appending(name)) { old in
        do { try look(old) } catch { looked = error }
        return false
      }
      #expect(!isReplaced)
    } catch {
      looked = looked ?? (new.kept == nil ? error : nil)
    }
    if let looked { throw looked }
    return new.kept
  }

  @Test("is no leftover while it is looked at, so that it is there if the process is killed then")
  func noLeftover() throws {
    try write("a", "theirs")
    var seen: [String] = []
    let kept = try refuse("a") { old in
      Files.removeLeftovers(in: folder)
      seen = [try text("a"), try text(old.lastComponent?.string ?? "")]
    }
    #expect(seen == ["", "theirs"])
    #expect(kept == nil)
    #expect(try text("a") == "theirs" && names == ["a"])
  }

  @Test("gets its name back if that has become free")
  func freeName() throws {
    try write("a", "theirs")
    let kept = try refuse("a") { _ in try FileManager.default.removeItem(atPath: folder.appending("a").string) }
    #expect(kept == nil)
    #expect(try text("a") == "theirs" && names == ["a"])
  }

  @Test("gives way to what another program has saved since")
  func savedSince() throws {
    try write("a", "theirs")
    try write("b", "newer")
    let kept = try refuse("a") { _ in
      try systemCall { rename(folder.appending("b").string, folder.appending("a").string) }
    }
    #expect(kept == nil)
    #expect(try text("a") == "newer" && names == ["a"])
  }

  @Test("is named if it cannot be put back, and stays")
  func kept() throws {
    try write("a", "theirs")
    let away = folder.string + ".away"
    let kept = try refuse("a") { _ in try systemCall { rename(folder.string, away) } }
    try systemCall { rename(away, folder.string) }
    let name = try #require(kept?.lastComponent?.string)
    #expect(kept == folder.appending(name))
    Files.removeLeftovers(in: folder)
    #expect(try text(name) == "theirs" && names == [name, "a"])
  }

  @Test("never takes what another program saves in the same moment")
  func race() async throws {
    for round in 0..<40 {
      try write("a", "old")
      try write("b", "theirs \(round)")
      let (from, to) = (folder.appending("b").string, folder.appending("a").string)
      async let saved = Task.detached {
        for _ in 0..<(round % 20) * 50 { sched_yield() }
        return rename(from, to)
      }.value
      _ = try replace("a", having: "old")
      #expect(await saved == 0)
      #expect(try text("a") == "theirs \(round)" && names == ["a"])
    }
  }
}
