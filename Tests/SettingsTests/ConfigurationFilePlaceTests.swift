import Foundation
import Platform
import Settings
import Testing
import UserErrors

/// What is said about a configuration file before it is written.
struct ConfigurationFilePlaceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func editor(home: String = "home") throws -> ConfigurationEditor {
    try ConfigurationEditor(opening: nil, environment: ["HOME": folder.path + "/" + home])
  }

  private func link(_ name: String, to target: String) throws {
    let url = URL(fileURLWithPath: folder.path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
  }

  @Test("Of a file that is no more than that, there is nothing to say")
  func plain() throws {
    #expect(try editor().notes == [])
    _ = try folder.write("", to: "home/.config/swiped/swiped.toml")
    #expect(try editor().notes == [])
    try editor().checkWritable()
  }

  @Test(
    "A link of the file, of its folder or of the folder above is named with what it leads to, and so is the repository of that",
    arguments: [
      ("home/.config/swiped/swiped.toml", "../../../dotfiles/.config/swiped/swiped.toml"),
      ("home/.config/swiped", "../../dotfiles/.config/swiped"), ("home/.config", "../dotfiles/.config"),
    ])
  func linked(name: String, target: String) throws {
    let file = try folder.write("", to: "dotfiles/.config/swiped/swiped.toml")
    try link(name, to: target)
    #expect(try editor().notes.count == 1 && editor().notes[0].description.contains(file))
    _ = try folder.write("", to: "dotfiles/.git/HEAD")
    #expect(try editor().notes.count == 2 && editor().notes[1].description.contains("\(folder.path)/dotfiles;"))
    var change = try editor()
    try change.set(section: "keys", key: "left", to: .string("KEY_B"))
    _ = try change.save()
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "[keys]\nleft = \"KEY_B\"\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/" + name) == target)
  }

  @Test("A file with another name is said to part from it, and does")
  func hardLink() throws {
    let file = try folder.write("# Mine.\n", to: "home/.config/swiped/swiped.toml")
    try FileManager.default.linkItem(atPath: file, toPath: folder.path + "/backup")
    var change = try editor()
    #expect(change.notes.count == 1)
    try change.set(section: "keys", key: "left", to: .string("KEY_B"))
    _ = try change.save()
    #expect(try String(contentsOfFile: folder.path + "/backup", encoding: .utf8) == "# Mine.\n")
    #expect(try editor().notes == [])
  }

  @Test("A link into a folder that is read-only is refused before anything is written, and the error names where it leads")
  func store() throws {
    let file = try folder.write("# Generated.\n", to: "store/swiped.toml")
    try link("home/.config/swiped/swiped.toml", to: file)
    try unprivileged(owning: [folder.path, folder.path + "/store", file]) {
      for (made, mode) in [(folder.path + "/store", mode_t(0o500)), (file, 0o400)] {
        #expect(chmod(made, mode) == 0)
        let error = #expect(throws: UserError.self) { try editor().checkWritable() }
        #expect(error?.exitStatus == .notPermitted && error?.summary.contains(file) == true)
        var change = try editor()
        try change.set(section: "keys", key: "left", to: .string("KEY_B"))
        #expect(throws: UserError.self) { try change.save() }
        #expect(chmod(made, 0o700) == 0)
      }
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "# Generated.\n")
  }

  @Test("A file that is read-only is not written if it says already what is wanted")
  func nothingToWrite() throws {
    let file = try folder.write("[keys]\nleft = \"KEY_B\"\n", to: "c.toml")
    try unprivileged(owning: [folder.path, file]) {
      #expect(chmod(file, 0o400) == 0)
      var change = try ConfigurationEditor(opening: file, environment: [:])
      try change.set(section: "keys", key: "left", to: .string("KEY_B"))
      _ = try change.save()
    }
  }

  @Test("Vim's and Emacs's marks are found beside the file and beside what it leads to", arguments: [".swiped.toml.swp", ".#swiped.toml"])
  func openElsewhere(mark: String) throws {
    _ = try folder.write("", to: "dotfiles/swiped.toml")
    try link("home/.config/swiped/swiped.toml", to: "../../../dotfiles/swiped.toml")
    #expect(try editor().openElsewhere == nil)
    for place in ["home/.config/swiped", "dotfiles"] {
      let path = try folder.write("", to: "\(place)/\(mark)")
      #expect(try editor().openElsewhere != nil)
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
