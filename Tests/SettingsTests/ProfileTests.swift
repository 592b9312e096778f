import Gestures
import Settings
import Testing

@Suite("Profiles")
struct ProfileTests {
  private func gesture(_ text: String, _ profile: String? = nil) throws -> GestureSettings {
    let loaded = try configure(text)
    return try loaded.profiles.settings(of: profile ?? loaded.profiles.selected).gesture
  }

  @Test("Without a profile, plain holds, which is the product's definition; daily is built in, too")
  func builtIn() throws {
    let loaded = try configure("")
    #expect(loaded.profiles.selected == "plain" && loaded.profiles.names == ["plain", "daily"])
    #expect(loaded.configuration.gesture == GestureSettings())
    #expect(try configure("[gesture]\nprofile = \"daily\"").configuration.gesture == .daily)
    #expect(try gesture("", "daily") == .daily)
    #expect(LoadedConfiguration().profiles == loaded.profiles)
  }

  @Test(
    "Where a file selects none, the service follows daily, with the file's options over it; sections build on it, too",
    arguments: [
      ("", "daily", GestureSettings.daily), ("[gesture]\ndwell_ms = 300", "daily", options { $0.dwellMs = 300 }),
      ("[profile.a]\nhand = 'left'\n[gesture]\nprofile = 'a'", "a", options { $0.hand = .left }),
      ("[gesture]\nprofile = 'plain'", "plain", .plain), ("[gesture]\nprofile = 'a'\n[profile.a]\nprofile = 'plain'", "a", .plain),
      ("[gesture]\nthreshold = 70\n[expert]\nthreshold_unit = 'px'", "daily", options { $0.threshold = .pixels(70) }),
    ])
  func ofService(text: String, selected: String, gesture: GestureSettings) throws {
    let loaded = try service(text)
    #expect(loaded.profiles.selected == selected && loaded.configuration.gesture == gesture && loaded.notices.isEmpty)
    let withoutFile = LoadedConfiguration(unselected: .ofService)
    #expect(withoutFile.configuration.gesture == .daily && withoutFile.profiles.selected == "daily")
  }

  @Test("A threshold in pixels fits only plain: a file that selects no profile then has that one, with a notice at the threshold")
  func onlyPlain() throws {
    let loaded = try service("[gesture]\nthreshold = 70")
    #expect(loaded.profiles.selected == "plain" && loaded.configuration.gesture.threshold == .pixels(70))
    #expect(loaded.notices.map(\.place?.line) == [2])
    let own = try service("[gesture]\nthreshold = 70\nprofile = 'a'\n[profile.a]")
    #expect(own.configuration.gesture.threshold == .pixels(70) && own.notices.isEmpty)
    // What is wrong under every profile is an error as before.
    #expect(throws: ConfigurationError.self) { try service("[gesture]\nthreshold = -1") }
  }

  private func service(_ text: String) throws -> LoadedConfiguration {
    try LoadedConfiguration(bytes: Array(text.utf8), file: "swiped.toml", unselected: .ofService)
  }

  private static func options(_ change: (inout GestureSettings) -> Void) -> GestureSettings {
    var settings = GestureSettings.daily
    change(&settings)
    return settings
  }

  @Test("Each single option overrides its profile")
  func overrides() throws {
    var expected = GestureSettings.daily
    (expected.dwellMs, expected.hand) = (90, .left)
    #expect(try gesture("[gesture]\ndwell_ms = 90\nhand = 'left'\nprofile = 'daily'") == expected)
    #expect(try gesture("[gesture]\ndwell_ms = 90\nhand = 'left'", "daily") == expected)
  }

  @Test(
    "A section's options stand over [gesture] and [keys], and those over the built-in profile",
    arguments: [
      // The base is the section's own, else the built-in profile that [gesture] selects, else that of the section it selects.
      ("[profile.a]\nprofile = 'daily'", "a", BuiltInProfile.daily),
      ("[profile.a]\nprofile = 'plain'\n[gesture]\nprofile = 'daily'", "a", .plain),
      ("[profile.a]\n[gesture]\nprofile = 'daily'", "a", .daily), ("[profile.a]", "a", .plain),
      ("[gesture]\nprofile = 'a'\n[profile.a]", "a", .plain),
      ("[gesture]\nprofile = 'b'\n[profile.a]\n[profile.b]\nprofile = 'daily'", "a", .daily),
    ])
  func base(text: String, name: String, base: BuiltInProfile) throws {
    #expect(try gesture(text, name) == base.gesture)
  }

  @Test("Gesture options and keys of a section hold only under its profile")
  func section() throws {
    let text = """
      [gesture]
      profile = "daily"
      dwell_ms = 100
      cooldown_ms = 200
      [keys]
      left = "KEY_A"
      right = "KEY_B"
      [profile.video]
      left = "KEY_VOLUMEDOWN"
      dwell_ms = 300
      pose = "any"
      [profile.talk]
      enabled = false
      """
    let loaded = try configure(text)
    #expect(loaded.profiles.names == ["plain", "daily", "video", "talk"])
    var expected = GestureSettings.daily
    (expected.dwellMs, expected.cooldownMs) = (100, 200)
    #expect(loaded.configuration.gesture == expected)
    #expect(loaded.configuration.keys.names[.thumbDown] == "KEY_A" && loaded.configuration.keys.names[.thumbUp] == "KEY_B")
    let video = try loaded.profiles.settings(of: "video")
    (expected.dwellMs, expected.pose) = (300, .any)
    #expect(video.gesture == expected)
    #expect(video.keys.names[.thumbDown] == "KEY_VOLUMEDOWN" && video.keys.names[.thumbUp] == "KEY_B" && video.keys.isEnabled)
    #expect(try !loaded.profiles.settings(of: "talk").keys.isEnabled)
    let chords = try loaded.chords()
    #expect(chords["video"]?[.thumbDown].description == "volume_down" && chords["plain"]?[.thumbDown].description == "a")
    #expect(try Chords(loaded) == chords["daily"])
  }

  @Test("A section takes every gesture option of [expert] without a notice, over [expert], which stands over the built-in profile")
  func expert() throws {
    let text = "[gesture]\nprofile = 'daily'\n[expert]\npose = 'any'\nbridge_ms = 50\n[profile.a]\nbridge_ms = 70\nmin_hand_size = 40"
    let loaded = try configure(text)
    #expect(loaded.notices.isEmpty)
    var expected = GestureSettings.daily
    (expected.pose, expected.bridgeMs) = (.any, 50)
    #expect(loaded.configuration.gesture == expected)
    (expected.bridgeMs, expected.minHandSize) = (70, 40)
    #expect(try loaded.profiles.settings(of: "a").gesture == expected)
    let old = try configure("[gesture]\nprofile = 'daily'\npose = 'any'\n[profile.a]\nbridge_ms = 70")
    #expect(old.notices.map(\.place?.line) == [3])
    #expect(try old.profiles.settings(of: "a").gesture.pose == .any)
  }

  @Test(
    "A section that changes the threshold's unit and gives no number gets the unit's default; one that names the same unit changes nothing",
    arguments: [
      ("[gesture]\nprofile = 'daily'\n[expert]\nthreshold_unit = 'px'", "daily", Threshold.pixels(50)),
      ("[gesture]\nprofile = 'daily'\n[expert]\nthreshold_unit = 'hand'", "daily", GestureSettings.daily.threshold),
      ("[gesture]\nprofile = 'daily'\nthreshold = 0.7", "daily", .handSizes(0.7)),
      ("[gesture]\nprofile = 'daily'\nthreshold = 70\n[expert]\nthreshold_unit = 'px'", "daily", .pixels(70)),
      ("[gesture]\nthreshold = 70\n[profile.a]\nthreshold_unit = 'hand'", "a", .handSizes(0.6)),
      ("[gesture]\nthreshold = 70\n[profile.a]\nthreshold_unit = 'px'", "a", .pixels(70)),
      ("[gesture]\nthreshold = 70\n[profile.a]\nthreshold = 80", "a", .pixels(80)),
    ])
  func unit(text: String, name: String, threshold: Threshold) throws {
    #expect(try gesture(text, name).threshold == threshold)
  }

  @Test(
    "The threshold of [gesture] is in the unit of the selected profile in all others, too",
    arguments: [
      ("[gesture]\nthreshold = 60", "daily", .pixels(60)), ("[gesture]\nthreshold = 60\n[profile.a]\nprofile = 'daily'", "a", .pixels(60)),
      ("[gesture]\nprofile = 'daily'\nthreshold = 0.5", "plain", .handSizes(0.5)),
      ("[gesture]\nprofile = 'daily'\nthreshold = 0.5\n[profile.a]\nprofile = 'plain'", "a", .handSizes(0.5)),
      ("[gesture]\nprofile = 'daily'\nthreshold = 0.5\n[profile.a]\nprofile = 'plain'\nthreshold = 70", "a", .pixels(70)),
      ("[gesture]\nprofile = 'daily'\nthreshold = 70\n[expert]\nthreshold_unit = 'px'", "plain", .pixels(70)),
      ("[gesture]\nprofile = 'a'\nthreshold = 70\n[profile.a]\nprofile = 'daily'\nthreshold = 0.7", "plain", .pixels(70)),
      ("[gesture]\nprofile = 'a'\nthreshold = 0.5\n[profile.a]\nprofile = 'daily'\nthreshold = 0.7", "plain", .handSizes(0.5)),
      ("[gesture]\nprofile = 'a'\nthreshold = 0.5\n[profile.a]\nprofile = 'plain'\nthreshold = 60", "daily", .handSizes(0.5)),
      ("[gesture]\nprofile = 'daily'", "plain", .pixels(50)),
    ] as [(String, String, Threshold)])
  func commonUnit(text: String, name: String, threshold: Threshold) throws {
    #expect(try gesture(text, name).threshold == threshold)
  }

  @Test("A threshold that the selected profile cannot have is refused with its place")
  func otherUnit() {
    #expect(problems(in: "[gesture]\nthreshold = 60\nprofile = 'daily'").map { $0.prefix(17) } == ["swiped.toml:2:13:"])
  }

  @Test("A profile that does not exist is refused with those that do")
  func unknown() throws {
    let error = #expect(throws: ProfileError.self) { try configure("[profile.video]").profiles.settings(of: "vidoe") }
    #expect(error == ProfileError(unknown: "vidoe", names: ["plain", "daily", "video"]) && error?.exitStatus == .usage)
    #expect(error?.description.contains("did you mean \"video\"?") == true)
  }

  @Test(
    "What is wrong with a profile is refused with its place",
    arguments: [
      (
        "[gesture]\nprofile = 'vidoe'\n[profile.video]",
        [
          "2:11: gesture.profile is the text \"vidoe\"; did you mean \"video\"? allowed: \"plain\", \"daily\", \"video\", or the NAME of a section [profile.NAME]"
        ]
      ),
      ("[gesture]\nprofile = 3", ["2:11: gesture.profile is the whole number 3; allowed: \"plain\", \"daily\", or"]),
      ("[profile.plain]\nleft = 'KEY_A'", ["1:2: \"plain\" is the name of a built-in profile; choose another one"]),
      ("profile.daily.pose = 'any'", ["1:1: \"daily\" is the name of a built-in profile"]),
      ("[profile.'a b']", ["1:2: \"a b\" cannot be the name of a profile; use 1 to 64 of the characters"]),
      ("[profile.\"\"]\nleft = 'KEY_A'", ["1:2: \"\" cannot be the name of a profile"]),
      ("[profile.é]", ["1:"]),
      ("[profile.\(String(repeating: "a", count: 65))]", ["1:2: \"aaa"]),
      ("[profile.a]\npose = 'thum'", ["2:8: profile.a.pose is the text \"thum\"; did you mean \"thumb\"? allowed: \"any\", \"thumb\""]),
      ("[profile.a]\nprofile = 'b'\n[profile.b]", ["2:11: profile.a.profile is the text \"b\"; allowed: \"plain\", \"daily\""]),
      (
        "[profile.a]\nleft = 3\nlefft = 4",
        [
          "2:8: profile.a.left is the whole number 3;",
          "3:1: unknown key \"lefft\" in [profile.NAME]; did you mean \"left\"? keys: profile, view,",
        ]
      ),
      ("[profile.a.b]\nleft = 3", ["1:2: unknown key \"b\" in [profile.NAME]; keys: profile,"]),
      ("[profile]\nleft = 'KEY_A'", ["2:1: \"left\" is in [profile], which has sections and no keys; write [profile.NAME]"]),
      ("profile = 'daily'", ["1:1: \"profile\" is in no section; move it below [gesture]"]),
      ("[[profile]]\nleft = 'KEY_A'", ["1:3: \"profile\" is a group of sections; write [profile.NAME]"]),
      ("[[profile.a]]\nleft = 'KEY_A'", ["1:3: \"a\" is in [profile], which has sections"]),
      ("[profiles.a]", ["1:2: unknown section \"profiles\"; did you mean \"profile\"?"]),
    ])
  func refused(text: String, lines: [String]) {
    let found = problems(in: text)
    #expect(found.count == lines.count && zip(found, lines).allSatisfy { $0.hasPrefix("swiped.toml:" + $1) }, "\(found)")
  }

  @Test("There are at most 64 sections")
  func limit() {
    func sections(_ count: Int) -> String { (0..<count).map { "[profile.p\($0)]\n" }.joined() }
    #expect(problems(in: sections(64)).isEmpty)
    #expect(problems(in: sections(70)).map { $0.prefix(16) } == ["swiped.toml:65:2"])
  }

  @Test("A key that does not exist is refused where it stands, in whichever profile")
  func unknownKey() throws {
    for (text, place) in [
      ("[profile.a]\nleft = 'KEY_LEFFT'", "2:8: profile.a.left: "),
      ("[keys]\nleft = 'KEY_LEFFT'\n[profile.a]\nleft = 'KEY_A'", "2:8: keys.left: "),
    ] {
      let error = #expect(throws: ConfigurationError.self) { try Chords(configure(text)) }
      #expect(error?.description.hasPrefix("swiped.toml:\(place)") == true)
    }
  }

  @Test("A section whose base comes from the selected profile must name it once it is selected itself")
  func keptBase() throws {
    let profiles = try configure("[gesture]\nprofile = 'daily'\n[profile.a]\n[profile.b]\nprofile = 'daily'").profiles
    #expect(profiles.baseToKeep(of: "a") == .daily && profiles.baseToKeep(of: "b") == nil && profiles.baseToKeep(of: "plain") == nil)
    #expect(try configure("[profile.a]").profiles.baseToKeep(of: "a") == nil)
  }
}
