import Foundation
import Glibc
import Platform
import Settings
import Testing
import UserErrors

@Suite("Changing a configuration file")
struct ConfigurationFileEditingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sets an option in the file that a program would change.
  private func set(_ explicit: String?, home: String? = nil, _ key: String = "left", _ value: TOMLLiteral = .string("KEY_B")) throws {
    var editor = try ConfigurationEditor(opening: explicit, environment: home.map { ["HOME": $0] } ?? [:])
    try editor.set(section: "keys", key: key, to: value)
    _ = try editor.save()
  }

  private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("Without a file, one is created, in a folder for its owner alone")
  func created() throws {
    try set(nil, home: folder.path + "/home")
    #expect(try read(folder.path + "/home/.config/swiped/swiped.toml") == "[keys]\nleft = \"KEY_B\"\n")
    #expect(try mode(folder.path + "/home/.config/swiped") == 0o700)
  }

  @Test("The file keeps its mode, and nothing is left beside it")
  func mode() throws {
    let path = try folder.write("# mine\n", to: "c.toml")
    #expect(chmod(path, 0o640) == 0)
    try set(path)
    #expect(try read(path) == "# mine\n\n[keys]\nleft = \"KEY_B\"\n")
    #expect(try mode(path) == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["c.toml"])
  }

  @Test("What another program writes before a change is saved stays, and the change is made")
  func writtenMeanwhile() throws {
    let path = try folder.write("# mine\n[gesture]\nprofile = \"plain\"\n", to: "c.toml")
    var editor = try ConfigurationEditor(opening: path, environment: [:])
    try editor.set(section: "gesture", key: "profile", to: .string("daily"))
    try editor.set(section: "gesture", key: "dwell_ms", to: .integer(90))
    _ = try folder.write("# mine\n# and theirs\n[gesture]\nprofile = \"plain\"\nhand = \"any\"\n[log]\nlevel = \"info\"\n", to: "c.toml")
    let saved = try editor.save()
    #expect(
      try read(path)
        == "# mine\n# and theirs\n[gesture]\nprofile = \"daily\"\nhand = \"any\"\ndwell_ms = 90\n[log]\nlevel = \"info\"\n")
    #expect(saved.profiles.selected == "daily")
  }

  @Test("A list that another program has changed meanwhile is not overwritten, also if it is as long as before")
  func listMeanwhile() throws {
    let path = try folder.write("[apps]\nonly = [\"anki\", \"vlc\"]\n", to: "c.toml")
    var editor = try ConfigurationEditor(opening: path, environment: [:])
    _ = try editor.addApplication("mpv")
    let theirs = "[apps]\nonly = [\"anki\", \"firefox\"]\n"
    _ = try folder.write(theirs, to: "c.toml")
    #expect(throws: ConfigurationError.self) { try editor.save() }
    #expect(try read(path) == theirs)
    // The same list at another place is.
    _ = try folder.write("# mine\n[apps]\nonly = [\"anki\", \"vlc\"]\n", to: "c.toml")
    _ = try editor.save()
    #expect(try read(path) == "# mine\n[apps]\nonly = [\"anki\", \"vlc\", \"mpv\"]\n")
  }

  @Test("An option of [expert] that another program moves there before a change is saved is changed where it is then")
  func movedMeanwhile() throws {
    let path = try folder.write("[gesture]\nbridge_ms = 50\n", to: "c.toml")
    var editor = try ConfigurationEditor(opening: path, environment: [:])
    try editor.set(section: "expert", key: "bridge_ms", to: .integer(90))
    _ = try folder.write("[gesture]\n[expert]\nbridge_ms = 50\n", to: "c.toml")
    let saved = try editor.save()
    #expect(try read(path) == "[gesture]\n[expert]\nbridge_ms = 90\n")
    #expect(saved.configuration.gesture.bridgeMs == 90 && saved.notices.isEmpty)
  }

  @Test("What an editor saves in the same moment as a change stays, whichever comes first")
  func savedAtOnce() async throws {
    let path = folder.path + "/c.toml"
    for round in 0..<40 {
      _ = try folder.write("# mine\n", to: "c.toml")
      _ = try folder.write("# mine\n# round \(round)\n", to: "new")
      var editor = try ConfigurationEditor(opening: path, environment: [:])
      try editor.set(section: "keys", key: "left", to: .string("KEY_B"))
      let new = folder.path + "/new"
      async let saved = Task.detached {
        for _ in 0..<(round % 20) * 50 { sched_yield() }
        return rename(new, path)
      }.value
      _ = try editor.save()
      #expect(await saved == 0)
      #expect(try read(path).hasPrefix("# mine\n# round \(round)\n"))
    }
  }

  @Test("A file that another program has open to write it is not changed, and that program's text stays")
  func beingWritten() throws {
    let path = try folder.write("# mine\n", to: "c.toml")
    let writer = try #require(FileHandle(forWritingAtPath: path))
    let error = #expect(throws: UserError.self) { try set(path) }
    #expect(error?.exitStatus == .notPermitted)
    try writer.write(contentsOf: Data("# MINE\n".utf8))
    try writer.close()
    try set(path)
    #expect(try read(path) == "# MINE\n\n[keys]\nleft = \"KEY_B\"\n")
  }

  @Test("A file that appears before a change is saved stays")
  func createdMeanwhile() throws {
    let home = folder.path + "/home"
    var editor = try ConfigurationEditor(opening: nil, environment: ["HOME": home])
    try editor.set(section: "keys", key: "left", to: .string("KEY_B"))
    _ = try folder.write("[log]\nlevel = \"info\"\n", to: "home/.config/swiped/swiped.toml")
    _ = try editor.save()
    #expect(try read(editor.file) == "[log]\nlevel = \"info\"\n\n[keys]\nleft = \"KEY_B\"\n")
  }

  @Test(
    "A change is not saved over another program's of the same option, into a file with errors, or in place of one that is gone",
    arguments: ["[gesture]\nprofile = \"plain\"\ndwell_ms = 20\n", "[gesture]\n", "[gesture]\nprofile = \"plain\"\nx = 1\n", "[", nil])
  func conflict(now: String?) throws {
    let path = try folder.write("[gesture]\nprofile = \"plain\"\n", to: "c.toml")
    var editor = try ConfigurationEditor(opening: path, environment: [:])
    // The one is there already, and is relied on.
    try editor.set(section: "gesture", key: "profile", to: .string("plain"))
    try editor.set(section: "gesture", key: "dwell_ms", to: .integer(90))
    if let now { _ = try folder.write(now, to: "c.toml") } else { try FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: ConfigurationError.self) { try editor.save() }
    #expect(error?.exitStatus == .configuration)
    #expect((try? read(path)) == now)
  }

  @Test("A change that makes the file too large to be read is not saved", arguments: [1 << 16, (1 << 16) - 22, (1 << 16) - 23])
  func tooLarge(size: Int) throws {
    let text = "#" + String(repeating: "x", count: size - 2) + "\n"
    let path = try folder.write(text, to: "c.toml")
    // Adds 23 bytes.
    guard size + 23 > 1 << 16 else {
      try set(path)
      _ = try LoadedConfiguration.load(explicit: path, environment: [:])
      return
    }
    let error = #expect(throws: ConfigurationError.self) { try set(path) }
    #expect(error?.exitStatus == .configuration)
    #expect(try read(path) == text)
  }

  @Test("A symbolic link stays one, and what it leads to changes", arguments: ["", "[keys]\n"])
  func link(before: String) throws {
    let target = try folder.write(before, to: "dotfiles/swiped.toml")
    if before.isEmpty { try FileManager.default.removeItem(atPath: target) }
    _ = try folder.write("", to: "home/.config/swiped/x")
    let link = folder.path + "/home/.config/swiped/swiped.toml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../../dotfiles/swiped.toml")
    try set(nil, home: folder.path + "/home")
    #expect(try read(target) == "[keys]\nleft = \"KEY_B\"\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../../../dotfiles/swiped.toml")
  }

  @Test("Nothing is written through a link into a folder that is gone, and the link stays", arguments: ["swiped.toml", ""])
  func deadLink(name: String) throws {
    _ = try folder.write("", to: "home/.config/x")
    let link = folder.path + "/home/.config/swiped" + (name.isEmpty ? "" : "/" + name)
    let container = (link as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: container, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/gone/" + name)
    let error = #expect(throws: ConfigurationError.self) { try set(nil, home: folder.path + "/home") }
    #expect(error?.deadLink != nil && error?.description.contains(folder.path + "/gone") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/gone"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link).hasPrefix(folder.path + "/gone"))
  }

  @Test("A chain of links without end is refused")
  func loop() throws {
    let link = folder.path + "/loop.toml"
    #expect(symlink(link, link) == 0)
    #expect(throws: ConfigurationError.self) { try set(link) }
  }

  @Test("A file or a folder that may not be written is refused with status 77, and stays as it is")
  func readOnly() throws {
    let path = try folder.write("# mine\n", to: "sub/c.toml")
    try unprivileged(owning: [folder.path, folder.path + "/sub", path]) {
      for (made, mode) in [(path, mode_t(0o400)), (folder.path + "/sub", 0o500)] {
        #expect(chmod(made, mode) == 0)
        let error = #expect(throws: UserError.self) { try set(path) }
        #expect(error?.exitStatus == .notPermitted)
        #expect(chmod(made, 0o700) == 0)
      }
    }
    #expect(try read(path) == "# mine\n")
  }

  @Test("A folder in which even root may create nothing is refused")
  func sealedFolder() throws {
    let error = #expect(throws: UserError.self) { try set(nil, home: "/sys/kernel") }
    // In a container, the folder is in a read-only file system.
    #expect([.notPermitted, .cannotCreate].contains(error?.exitStatus))
  }

  @Test("A file that cannot be replaced is reported, and nothing is left beside it")
  func notReplaced() throws {
    let path = try folder.write("# mine\n", to: "c.toml")
    var editor = try ConfigurationEditor(opening: path, environment: [:])
    try editor.set(section: "keys", key: "left", to: .string("KEY_B"))
    try FileManager.default.removeItem(atPath: path)
    _ = try folder.write("", to: "c.toml/x")
    let error = #expect(throws: ConfigurationError.self) { try editor.save() }
    #expect(error?.exitStatus == .configuration && error?.description.hasPrefix(path) == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["c.toml"])
  }

  @Test("A file with an error is not changed, and all its errors are reported")
  func invalid() throws {
    let text = "[gesture]\nposse = 1\n[keys]\nleft = 3\n"
    let path = try folder.write(text, to: "c.toml")
    let error = #expect(throws: ConfigurationError.self) { try set(path) }
    #expect(error?.problems.count == 2)
    #expect(try read(path) == text)
    let unknownKey = try folder.write("[keys]\nright = 'KEY_NONE'\n", to: "k.toml")
    #expect(throws: ConfigurationError.self) { try set(unknownKey) }
  }

  @Test("A change that would make an error is not written")
  func invalidChange() throws {
    let path = try folder.write("", to: "c.toml")
    #expect(throws: ConfigurationError.self) { try set(path, "left", .integer(1)) }
    #expect(throws: ConfigurationError.self) { try set(path, "left", .string("KEY_NONE")) }
    #expect(try read(path) == "")
  }

  @Test("A --config file must exist, and without a home there is no file")
  func missing() throws {
    let error = #expect(throws: ConfigurationError.self) { try set(folder.path + "/none.toml") }
    #expect(error?.isMissingFile == true)
    #expect(throws: UserError.self) { try set(nil) }
  }
}
