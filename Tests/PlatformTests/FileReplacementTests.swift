import Foundation
import Glibc
import Platform
import SystemPackage
import Testing
import UserErrors

/// A folder for one test, removed after it.
private final class Folder {
  let path: FilePath

  init() {
    var template = Array("/tmp/swiped-replace-XXXXXX".utf8CString)
    path = FilePath(String(cString: mkdtemp(&template)))
  }

  func file(_ name: String) -> FilePath { path.appending(name) }
  func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: file(name).string)) }
  func text(_ name: String) throws -> String { try String(contentsOfFile: file(name).string, encoding: .utf8) }

  /// Hidden names too.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path.string).sorted() } }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }
}

@Suite("A file that is replaced")
struct FileReplacementTests {
  private let folder = Folder()

  @Test("keeps its mode, its place behind a link, and leaves nothing else", arguments: ["a", "link"])
  func replaced(name: String) throws {
    try folder.write("a", "old")
    try #require(chmod(folder.file("a").string, 0o640) == 0 && symlink("a", folder.file("link").string) == 0)
    try Files.replace(folder.file(name), with: Array("new".utf8))
    #expect(try folder.text("a") == "new")
    #expect(try Stat(folder.file("a")).permissions.rawValue == 0o640)
    #expect(try folder.names == ["a", "link"])
  }

  @Test("may have a name as long as names can be, and is created where it is missing")
  func longName() throws {
    let name = String(repeating: "n", count: Int(NAME_MAX))
    for text in ["1", "2"] {
      try Files.replace(folder.file(name), with: Array(text.utf8))
      #expect(try folder.text(name) == text && folder.names == [name])
    }
    #expect(throws: Errno.fileNameTooLong) { try Files.replace(folder.file(name + "n"), with: []) }
    #expect(try folder.names == [name])
  }

  @Test("is checked before there is a content", arguments: ["fifo", "folder", "dangling", "loop", "to-fifo"])
  func notReplaceable(name: String) throws {
    try #require(mkfifo(folder.file("fifo").string, 0o600) == 0 && mkdir(folder.file("folder").string, 0o700) == 0)
    for (link, target) in [("dangling", "nothing"), ("loop", "loop"), ("to-fifo", "fifo")] {
      try #require(symlink(target, folder.file(link).string) == 0)
    }
    let before = try folder.names
    #expect(throws: Errno.self) { try Files.checkReplaceable(folder.file(name)) }
    #expect(throws: Errno.fileNameTooLong) { try Files.checkReplaceable(folder.file(String(repeating: "n", count: 256))) }
    try Files.checkReplaceable(folder.file("missing"))
    #expect(try folder.names == before)
  }

  @Test("loses what killed processes have left beside it, and nothing else")
  func leftovers() throws {
    let others = [".swiped.1.2.old", ".swiped.9.9.new.txt", ".swiped.new", ".swiped.toml", "a.new"]
    for name in [".swiped.1.1.new", ".swiped.99999999.7.new"] + others { try folder.write(name, "x") }
    try #require(symlink("a.new", folder.file(".swiped.5.5.new").string) == 0)
    // One that another process still writes.
    try folder.write(".swiped.2.1.new", "x")
    let writer = try OwnedDescriptor(opening: folder.file(".swiped.2.1.new"), .readWrite)
    try #require(flock(writer.number, LOCK_EX) == 0)
    Files.removeLeftovers(in: folder.path)
    #expect(try folder.names == (others + [".swiped.2.1.new", ".swiped.5.5.new"]).sorted())
    close(writer.release())
    Files.removeLeftovers(in: folder.path)
    #expect(try !folder.names.contains(".swiped.2.1.new"))
  }

  @Test("is found to be locked, with the process that has it")
  func locks() throws {
    try folder.write("a", "")
    let file = try OwnedDescriptor(opening: folder.file("a"), .readOnly)
    #expect(FileLocks.holder(of: file) == nil)
    let other = try OwnedDescriptor(opening: folder.file("a"), .readOnly)
    try #require(flock(other.number, LOCK_EX) == 0)
    #expect(FileLocks.holder(of: file) == getpid())
  }
}

@Suite("Bytes as one line of text")
struct EscapedBytesTests {
  @Test(
    "No two have the same text",
    arguments: [
      ("a.jpg", "a.jpg"), ("a\nb", #"a\nb"#), (#"a\nb"#, #"a\\nb"#), ("\t\r", #"\t\r"#), ("\u{1b}", #"\x1b"#), ("é", "é"),
      ("e\u{301}", "e\u{301}"), ("\u{2028}", #"\xe2\x80\xa8"#), ("👩‍👧", "👩‍👧"), ("", ""),
    ])
  func texts(text: String, shown: String) { #expect(escaping(Array(text.utf8)).utf8.elementsEqual(shown.utf8)) }

  @Test("What is not UTF-8 is in escapes, byte by byte")
  func bytes() {
    #expect(escaping([0x61, 0xff, 0x62]) == #"a\xffb"#)
    #expect(escaping([0xc3]) == #"\xc3"#)
    #expect(escaping([0xc3, 0x61]) == #"\xc3a"#)
    #expect(escaping([0xed, 0xa0, 0x80]) == #"\xed\xa0\x80"#)
    #expect(escaping([0xf0, 0x9f, 0x98]) == #"\xf0\x9f\x98"#)
    #expect(escaping([0x80, 0xc3, 0xa9]) == #"\x80é"#)
  }

  @Test("The shell turns them back", arguments: [Array(UInt8(1)...0xff), Array("a\\\\n\\x41\u{202e}é\n\n".utf8)])
  func shell(bytes: [UInt8]) throws {
    let printed = try ChildProcess.output(of: ["bash", "-c", #"printf %b "$1""#, "bash", escaping(bytes)], mergingErrors: true)
    #expect(printed.bytes == bytes)
  }
}
