import Foundation
import Settings
import Testing

@Suite("Where the configuration comes from")
struct ConfigurationFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func message(_ explicit: String?, _ environment: [String: String] = [:]) -> String? {
    do {
      _ = try LoadedConfiguration.load(explicit: explicit, environment: environment)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("--config comes first, then XDG_CONFIG_HOME, then ~/.config")
  func order() throws {
    let explicit = try folder.write("keys.left = \"KEY_A\"", to: "mine.toml")
    _ = try folder.write("keys.left = \"KEY_B\"", to: "xdg/swiped/swiped.toml")
    _ = try folder.write("keys.left = \"KEY_C\"", to: "home/.config/swiped/swiped.toml")
    let both = ["XDG_CONFIG_HOME": folder.path + "/xdg", "HOME": folder.path + "/home"]
    func left(_ explicit: String?, _ environment: [String: String]) throws -> String {
      try LoadedConfiguration.load(explicit: explicit, environment: environment).configuration.keys.names[.thumbDown]
    }
    #expect(try left(explicit, both) == "KEY_A")
    #expect(try left(nil, both) == "KEY_B")
    #expect(try left(nil, ["HOME": folder.path + "/home"]) == "KEY_C")
    #expect(try left(nil, ["XDG_CONFIG_HOME": "xdg", "HOME": folder.path + "/home"]) == "KEY_C")
    #expect(try left(nil, [:]) == "left")
  }

  @Test("Without a file the defaults apply")
  func absent() throws {
    for home in [folder.path, folder.path + "/nowhere", try folder.write("", to: "file")] {
      let loaded = try LoadedConfiguration.load(explicit: nil, environment: ["HOME": home], unselected: .plain)
      #expect(loaded.configuration == Configuration() && loaded.file == nil)
    }
  }

  @Test(
    "The version of a text is its FNV-1a hash",
    arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
  func version(text: String, version: String) throws {
    #expect(configurationVersion(of: text.utf8) == version)
    let loaded = try? LoadedConfiguration(bytes: Array(text.utf8), file: "f")
    #expect(loaded == nil || loaded?.version == version)
    #expect(LoadedConfiguration().version == nil)
  }

  @Test("A missing --config is an error that names the fix")
  func explicitMissing() {
    let path = folder.path + "/none.toml"
    #expect(message(path)?.hasPrefix("\(path): No such file or directory; ") == true && message(path)?.contains("--config") == true)
  }

  @Test("A user's own file that cannot be read is an error, not the defaults")
  func ownUnreadable() throws {
    let file = try folder.write("", to: "home/.config/swiped/swiped.toml/x") as NSString
    let path = file.deletingLastPathComponent
    #expect(message(nil, ["HOME": folder.path + "/home"])?.hasPrefix("\(path): a directory; ") == true)
  }

  @Test("A file that is not regular, too large or unreadable is reported with its name")
  func odd() throws {
    #expect(message(folder.path)?.hasPrefix("\(folder.path): a directory; ") == true)
    #expect(message("/dev/null")?.hasPrefix("/dev/null: not a regular file") == true)
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(message(pipe)?.hasPrefix("\(pipe): not a regular file") == true)
    let large = try folder.write(String(repeating: "#\n", count: 40_000), to: "large.toml")
    #expect(message(large)?.hasPrefix("\(large): over 64 KiB") == true)
    let loop = folder.path + "/loop"
    #expect(symlink(loop, loop) == 0)
    #expect(message(loop)?.hasPrefix("\(loop): ") == true && message(loop)?.contains("Too many levels of symbolic links") == true)
    // A regular file that opens and whose first byte cannot be read.
    let unreadable = message("/proc/self/mem")
    #expect(unreadable?.contains("Input/output error") == true && unreadable?.contains("`sudo dmesg`") == true)
  }

  @Test("A file without permission is reported with the fix")
  func permission() throws {
    let path = try folder.write("", to: "mine/secret.toml")
    let mine = folder.path + "/mine"
    try unprivileged(owning: [folder.path, mine, path]) {
      #expect(chmod(path, 0) == 0)
      #expect(message(path)?.hasPrefix("\(path): Permission denied; ") == true && message(path)?.contains(" \(path)") == true)
      #expect(chmod(mine, 0) == 0)
      #expect(message(path)?.contains(" \(mine)") == true && message(path)?.hasSuffix(path) == false)
      #expect(chmod(mine, 0o700) == 0)
    }
  }

  @Test(
    "A link that leads to nothing is an error that names it and what it leads to, and not the defaults",
    arguments: ["home/.config/swiped/swiped.toml", "home/.config/swiped", "home/.config"])
  func deadLink(name: String) throws {
    _ = try folder.write("", to: "home/x")
    let link = folder.path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (link as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try #require(symlink("\(folder.path)/gone", link) == 0)
    let file = folder.path + "/home/.config/swiped/swiped.toml"
    for found in [message(nil, ["HOME": folder.path + "/home"]), message(file)] {
      #expect(found?.hasPrefix("\(file): ") == true && found?.contains(" \(folder.path)/gone, ") == true, "\(found ?? "")")
      #expect(found?.hasSuffix("or remove \(link)") == true)
    }
    let error = #expect(throws: ConfigurationError.self) {
      try LoadedConfiguration.load(explicit: nil, environment: ["HOME": folder.path + "/home"])
    }
    #expect(error?.deadLink?.string == link && error?.isMissingFile == false)
    // A link is one that leads to a file or folder again.
    if name == "home/.config" {
      try FileManager.default.createDirectory(atPath: folder.path + "/gone", withIntermediateDirectories: true)
      #expect(message(nil, ["HOME": folder.path + "/home"]) == nil)
    }
  }

  @Test("An error about an option is placed at its value, or its section, or the file")
  func location() throws {
    let path = try folder.write("camera.fps = 15\n\n[keys]\nright = 'KEY_B'\n", to: "c.toml")
    let loaded = try LoadedConfiguration.load(explicit: path, environment: [:])
    #expect(loaded.file == path)
    #expect(loaded.place(in: "keys", key: "right") == TOMLPlaces.Place(line: 4, column: 9))
    #expect(loaded.place(in: "keys", key: "left") == TOMLPlaces.Place(line: 3, column: 2))
    #expect(loaded.place(in: "camera", key: "fps") == TOMLPlaces.Place(line: 1, column: 14))
    #expect(loaded.place(in: "log", key: "level") == nil)
    #expect(loaded.error(in: "keys", key: "right", "no", fix: "yes").description == "\(path):4:9: no; yes")
    #expect(loaded.error(in: "log", key: "level", "no", fix: nil).description == "\(path): no")
    #expect(LoadedConfiguration().error(in: "log", key: "level", "no", fix: nil).description == "built-in defaults: no")
  }

  @Test("A key that does not exist is refused with its place and the nearest ones")
  func unknownKey() throws {
    let loaded = try configure("[keys]\nright = 'KEY_RIGTH'\n")
    let error = #expect(throws: ConfigurationError.self) { try Chords(loaded) }
    #expect(
      error?.description.hasPrefix("swiped.toml:2:9: keys.right: \"KEY_RIGTH\" is not a key; the nearest name is right") == true)
    #expect(try Chords(configure(""))[.thumbDown].description == "left")
  }
}
