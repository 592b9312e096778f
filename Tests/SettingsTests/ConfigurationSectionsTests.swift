import Settings
import Testing
import UserErrors

@Suite("Changing whole sections of a configuration")
struct ConfigurationSectionsTests {
  private func edit(_ text: String, _ change: (inout ConfigurationEditor) throws -> Void) throws -> String {
    var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
    try change(&editor)
    return editor.text
  }

  private static let video =
    "[gesture]\nprofile = \"video\"\n\n# For films.\n[profile.video] # v\nprofile = 'daily' # d\nleft = \"up\"\n\n[log]\n"

  @Test("A profile is copied with its options as they are written, and one that is built in as what the copy builds on")
  func copy() throws {
    #expect(
      try edit(Self.video) { try $0.copyProfile("video", to: "b") }
        == Self.video + "\n[profile.b]\nprofile = \"daily\"\nleft = \"up\"\n")
    #expect(try edit("") { try $0.copyProfile("daily", to: "b") } == "[profile.b]\nprofile = \"daily\"\n")
    #expect(try edit("") { try $0.copyProfile("plain", to: "b") } == "[profile.b]\nprofile = \"plain\"\n")
  }

  @Test("A selected profile is renamed where it is written and where it is selected, and comments stay")
  func rename() throws {
    let renamed = try edit(Self.video) { try $0.renameProfile("video", to: "film") }
    #expect(renamed == Self.video.replacing("\"video\"", with: "\"film\"").replacing("profile.video", with: "profile.film"))
  }

  @Test("A profile that an application uses is renamed there, too, and cannot be removed")
  func usedProfile() throws {
    let text = "[profile.video]\nleft = \"up\"\n\n[[app]]\nmatch = \"vlc\" # films\nprofile = \"video\"\n"
    #expect(
      try edit(text) { try $0.renameProfile("video", to: "film") }
        == text.replacing("\"video\"", with: "\"film\"").replacing("profile.video", with: "profile.film"))
    let error = #expect(throws: ConfigurationError.self) { try edit(text) { try $0.removeProfile("video") } }
    #expect(error?.problems.map(\.fact) == [Fact(ConfigurationCode.profileOfApp, ["name": "video", "app": "vlc"])])
  }

  @Test("A copy of a built-in profile has its own threshold where that of the file is in another unit")
  func copyInAnotherUnit() throws {
    let text = "[gesture]\nprofile = \"plain\"\nthreshold = 60\n"
    #expect(
      try edit(text) { try $0.copyProfile("daily", to: "b") }
        == text + "\n[profile.b]\nprofile = \"daily\"\nthreshold = 0.6\nthreshold_unit = \"hand\"\n")
    let shared = "[gesture]\nprofile = \"plain\"\nthreshold = 0.8\n[expert]\nthreshold_unit = \"hand\"\n"
    #expect(try edit(shared) { try $0.copyProfile("daily", to: "b") } == shared + "\n[profile.b]\nprofile = \"daily\"\n")
  }

  @Test("A removed profile leaves its comments, and what it builds on is selected in its place")
  func remove() throws {
    let removed = try edit(Self.video) { try $0.removeProfile("video") }
    #expect(removed == "[gesture]\nprofile = \"daily\"\n\n# For films.\n# v\n# d\n\n[log]\n")
    #expect(try edit("[profile.a]\nleft = 'up'\n\n[log]\n") { try $0.removeProfile("a") } == "\n[log]\n")
  }

  @Test("What is no profile of the file, or no name for one, is refused, and the text stays as it is")
  func refusedProfiles() throws {
    var editor = try ConfigurationEditor(bytes: Array(Self.video.utf8), file: "swiped.toml")
    #expect(throws: ProfileError.self) { try editor.copyProfile("none", to: "b") }
    for (code, name, edit) in [
      (.profileNameTaken, "video", { try $0.copyProfile("daily", to: "video") }),
      (.profileNameTaken, "plain", { try $0.copyProfile("daily", to: "plain") }),
      (.profileNameUnfit, "a b", { try $0.renameProfile("video", to: "a b") }),
      (.profileBuiltIn, "daily", { try $0.renameProfile("daily", to: "b") }),
    ] as [(ConfigurationCode, String, (inout ConfigurationEditor) throws -> Void)] {
      let error = #expect(throws: ConfigurationError.self) { try edit(&editor) }
      #expect(error?.problems.map(\.fact) == [Fact(code, ["name": name])])
    }
    #expect(throws: ConfigurationError.self) { try editor.removeProfile("plain") }
    #expect(editor.text == Self.video)
    var dotted = try ConfigurationEditor(bytes: Array("profile.a.left = 'up'\n".utf8), file: "swiped.toml")
    #expect(throws: ConfigurationError.self) { try dotted.renameProfile("a", to: "b") }
    #expect(throws: ConfigurationError.self) { try dotted.removeProfile("a") }
  }
}
