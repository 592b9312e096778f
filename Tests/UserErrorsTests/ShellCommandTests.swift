import Platform
import SystemPackage
import Testing
import UserErrors

@Suite("A command to copy")
struct ShellCommandTests {
  /// Names that a shell would read as something else, as bytes.
  static let names: [[UInt8]] =
    [
      "plain.toml", "two words", "it's", "a'; echo \"$HOME\"; '", "$(id)`id`", "-rf", "~", "*", "#", "!!", "back\\slash", "line\nbreak",
      "\u{1b}[2J", "",
      "caf\u{e9}", "cafe\u{301}", "\u{202e}txt", "é'\n",
    ].map { Array($0.utf8) } + [[0xff], Array("bad ".utf8) + [0xfe, 0x27, 0x41], Array("-".utf8) + [0x80]]

  /// What bash passes to a program for the last word of a command.
  private func word(_ command: ShellCommand) throws -> [UInt8] {
    let (bytes, exit) = try ChildProcess.output(of: ["bash", "-c", command.description], mergingErrors: true)
    #expect(exit == .exited(status: 0))
    return bytes
  }

  /// The name, from the working folder if it would be an option.
  private func file(_ name: [UInt8]) -> [UInt8] { name.first == UInt8(ascii: "-") ? Array("./".utf8) + name : name }

  @Test("A name in it is one word, with the bytes of the name", arguments: names)
  func paths(name: [UInt8]) throws {
    #expect(try word("printf %s \(FilePath(bytes: name))") == file(Array(name)))
  }

  @Test("A text in it is one word", arguments: names.compactMap { String(validating: $0, as: UTF8.self) })
  func texts(text: String) throws {
    #expect(try word("printf %s \(text)") == file(Array(text.utf8)))
  }

  @Test("What is shown of it cannot change the terminal", arguments: names)
  func shown(name: [UInt8]) {
    let command: ShellCommand = "cat \(FilePath(bytes: name))"
    #expect(command.description.printable == command.description)
  }

  @Test("A name in a fix is quoted too, and a command in it stands between backticks")
  func words() {
    let file: FilePath = "/tmp/it's; rm -r ~"
    let fix: Fix = "remove \(file), or run \("touch \(file)" as ShellCommand)"
    let quoted = #"'/tmp/it'\''s; rm -r ~'"#
    #expect(fix.text(in: .installed) == "remove \(quoted), or run `touch \(quoted)`")
    #expect(fix.command(in: .installed) == nil)
  }

  @Test("A file that is moved out of the way replaces no other")
  func moving() throws {
    let folder = FilePath(bytes: try ChildProcess.output(of: ["mktemp", "-d"], mergingErrors: false).bytes.dropLast())
    let file = folder.appending("it's")
    let old = folder.appending("it's.old")
    try Files.replace(file, with: [1])
    try Files.replace(old, with: [2])
    let (_, exit) = try ChildProcess.output(of: ["bash", "-c", "\(ShellCommand.movingAway(file))"], mergingErrors: true)
    #expect(exit == .exited(status: 0))
    #expect(try RegularFile(opening: old).readAll() == [1])
    #expect(try RegularFile(opening: folder.appending("it's.old.~1~")).readAll() == [2])
    _ = try ChildProcess.output(of: ["rm", "-r", folder.string], mergingErrors: true)
  }
}
