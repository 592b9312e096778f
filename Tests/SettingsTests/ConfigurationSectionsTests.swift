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

  @Test("A copy of a built-in profile is like it, in whichever unit the threshold of the file is")
  func copyInAnotherUnit() throws {
    for text in ["[gesture]\nprofile = \"plain\"\nthreshold = 3\n", "[gesture]\nthreshold = 0.5\n"] {
      for profile in ["plain", "daily"] {
        let profiles = try profiles(edit(text) { try $0.copyProfile(profile, to: "b") })
        #expect(try profiles.settings(of: "b") == profiles.settings(of: profile))
      }
    }
  }

  /// The profiles of a text, as the service reads it.
  private func profiles(_ text: String) throws -> Profiles {
    try LoadedConfiguration(bytes: Array(text.utf8), file: "swiped.toml", unselected: .ofService).profiles
  }

  @Test(
    "Whatever changes a profile leaves all others what they are",
    arguments: [
      "[gesture]\nthreshold = 0.5\n", "[gesture]\nprofile = \"a\"\nthreshold = 0.5\n", "[gesture]\nprofile = \"a\"\nthreshold = 50\n",
      "[gesture]\nprofile = \"a\"\nthreshold = 4\n", "[gesture]\nprofile = \"plain\"\nthreshold = 4\n", "[gesture]\nprofile = \"a\"\n",
      "[gesture]\nprofile = \"a\"\nthreshold = 3\n[expert]\nthreshold_unit = \"hand\"\n",
    ],
    [
      "profile = \"daily\"\n", "profile = \"plain\"\n", "profile = \"plain\"\nthreshold = 40\n", "profile = \"daily\"\nthreshold = 0.7\n",
      "profile = \"daily\"\nthreshold = 50\nthreshold_unit = \"px\"\n", "profile = \"daily\"\nthreshold_unit = \"px\"\n",
      "profile = \"plain\"\nthreshold_unit = \"hand\"\n",
    ])
  func othersStay(gesture: String, section: String) throws {
    let text = "\(gesture)\n[profile.a]\n\(section)"
    guard let before = try? profiles(text) else { return }
    let threshold = try #require(FormOption.named("gesture.threshold"))
    let changes: [(String, (inout ConfigurationEditor) throws -> Void)] = [
      ("select a", { try $0.select(profile: "a") }), ("select plain", { try $0.select(profile: "plain") }),
      ("select daily", { try $0.select(profile: "daily") }), ("copy", { try $0.copyProfile("daily", to: "b") }),
      ("rename", { try $0.renameProfile("a", to: "b") }), ("remove", { try $0.removeProfile("a") }),
      (
        "remove and select daily",
        {
          try $0.removeProfile("a")
          try $0.select(profile: "daily")
        }
      ),
      ("reset", { if before.selected == "a" { try $0.set(threshold, to: nil) } }),
      ("set", { if before.selected == "a" { try $0.set(threshold, to: .number(1), unit: .handSizes) } }),
      ("set in pixels", { if before.selected == "a" { try $0.set(threshold, to: .number(40), unit: .pixels) } }),
    ]
    for (name, change) in changes {
      let after = try profiles(edit(text, change))
      let isOfA = name.contains("set")
      for profile in ["plain", "daily"] + (isOfA ? [] : ["a"]) where after.names.contains(profile) {
        #expect(try after.settings(of: profile) == before.settings(of: profile), "\(name): \(profile)")
      }
      if name == "rename" { #expect(try after.settings(of: "b") == before.settings(of: "a")) }
    }
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
