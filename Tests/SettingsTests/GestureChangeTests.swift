import Foundation
import Gestures
import Settings
import Testing
import UserErrors

@Suite("The change of a configuration that a calibration makes")
final class GestureChangeTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiped-change-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private func change(_ text: String, _ profile: String?) throws -> GestureChange {
    let file = folder.appendingPathComponent("swiped.toml")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try GestureChange(ConfigurationEditor(opening: file.path, environment: [:]), profile: profile)
  }

  /// The text after a calibration that proposes a threshold in hand sizes and a dwell; nil for those of the profile.
  private func calibrated(_ text: String, _ profile: String?, threshold: Double? = 0.4, dwell: UInt32? = 210) throws -> String {
    var change = try change(text, profile)
    var settings = try change.profileSettings
    if let threshold { settings.threshold = .handSizes(threshold) }
    if let dwell { settings.dwellMs = dwell }
    try change.apply(settings)
    let loaded = try LoadedConfiguration(bytes: Array(change.text.utf8), file: "f", unselected: .ofService)
    #expect(loaded.profiles.selected == change.profile && loaded.configuration.gesture == settings)
    return change.text
  }

  @Test("A profile with a base gets its options in its own section, and its comments and the others stay")
  func withBase() throws {
    let before = """
      [gesture]
      hand = "left" # of all
      [profile.video] # mine
      profile = "daily" # base
      threshold_unit = "hand"
      threshold = 0.9 # far
      [profile.talk]
      profile = "plain"
      dwell_ms = 90

      """
    let after = """
      [gesture]
      hand = "left" # of all
      profile = "video"
      [profile.video] # mine
      profile = "daily" # base
      threshold_unit = "hand"
      threshold = 0.4 # far
      dwell_ms = 210
      [profile.talk]
      profile = "plain"
      dwell_ms = 90

      """
    #expect(try calibrated(before, "video") == after)
  }

  private static let seats: [(text: String, profile: String?, seat: Seat, changed: String)] = [
    ("", nil, .desk, ""),
    ("", nil, .sofa, "[expert]\nwidth = 1280\nheight = 720\n"),
    ("", "plain", .stage, "[expert]\nwidth = 1280\nheight = 720\n"),
    ("[expert]\nfps = 30 # fast\n", nil, .stage, "[expert]\nfps = 30 # fast\nwidth = 1280\nheight = 720\n"),
    ("[expert]\nwidth = 1280\nheight = 720\n", nil, .stage, "[expert]\nwidth = 1280\nheight = 720\n"),
    ("[expert]\nwidth = 1280\nheight = 720\nfps = 30\n", nil, .desk, "[expert]\nfps = 30\n"),
    // A size that the person has chosen stays.
    ("[expert]\nwidth = 1920\n", nil, .sofa, "[expert]\nwidth = 1920\n"),
    ("[expert]\nwidth = 640\nheight = 480\n", nil, .desk, "[expert]\nwidth = 640\nheight = 480\n"),
  ]

  @Test("A seat decides how large the camera's pictures are", arguments: seats)
  func seat(_ row: (text: String, profile: String?, seat: Seat, changed: String)) throws {
    var change = try change(row.text, row.profile)
    try change.apply(row.seat)
    #expect(change.text == row.changed)
  }

  @Test("A configuration with the size of a sofa is for one, one without a size for a desk, and any other size is the person's own")
  func seatOfCamera() {
    func seat(_ width: Int?, _ height: Int?) -> Seat? {
      var camera = CameraSettings()
      (camera.width, camera.height) = (width, height)
      return Seat(of: camera)
    }
    #expect(seat(1280, 720) == .sofa)
    #expect(seat(nil, nil) == .desk)
    #expect(seat(1280, nil) == nil && seat(nil, 720) == nil && seat(1920, 1080) == nil)
  }

  @Test("A profile without a base keeps the one that it had, also when another is selected")
  func withoutBase() throws {
    #expect(
      try calibrated("[gesture]\nprofile = \"daily\"\n[profile.video]\nleft = \"a\" # back\n", "video")
        == """
        [gesture]
        profile = "video"
        [profile.video]
        left = "a" # back
        profile = "daily"
        dwell_ms = 210
        threshold = 0.4
        threshold_unit = "hand"

        """)
    #expect(
      try calibrated("[profile.video]\nleft = \"a\"\n", "video", dwell: nil)
        == "[profile.video]\nleft = \"a\"\nprofile = \"daily\"\nthreshold = 0.4\nthreshold_unit = \"hand\"\n\n[gesture]\nprofile = \"video\"\n"
    )
  }

  @Test("Options that are there already change in their lines, and stay if the profile is as good")
  func present() throws {
    let text = "gesture.profile = \"a\"\n[profile.a]\nthreshold_unit = \"px\" # view\nthreshold = 70 # far\ndwell_ms = 90\n"
    #expect(try calibrated(text, "a", threshold: nil, dwell: nil) == text)
    #expect(
      try calibrated(text, "a")
        == "gesture.profile = \"a\"\n[profile.a]\nthreshold_unit = \"hand\" # view\nthreshold = 0.4 # far\ndwell_ms = 210\n")
  }

  @Test("A built-in profile has its options in [gesture] and [expert], and those of sections stay")
  func builtIn() throws {
    let own = "[profile.video]\nprofile = \"plain\"\nthreshold_unit = \"px\"\nthreshold = 90\n"
    #expect(
      try calibrated("[gesture]\ndwell_ms = 90 # mine\n\(own)", "daily")
        == "[gesture]\ndwell_ms = 210 # mine\nprofile = \"daily\"\nthreshold = 0.4\n\(own)\n[expert]\nthreshold_unit = \"hand\"\n")
    #expect(
      try calibrated("[gesture]\ndwell_ms = 90 # mine\n\(own)", "daily", threshold: nil, dwell: nil)
        == "[gesture]\ndwell_ms = 90 # mine\nprofile = \"daily\"\n\(own)")
    #expect(
      try calibrated("[gesture]\nprofile = \"plain\"\ndwell_ms = 90 # mine\n\(own)", "daily", threshold: nil, dwell: nil)
        == "[gesture]\nprofile = \"daily\"\n# mine\n\(own)")
  }

  @Test(
    "Without a name it is the profile that the file selects, if that has a section, else daily",
    arguments: [
      ("", "daily"), ("[gesture]\nprofile = \"plain\"\n", "daily"), ("[profile.video]\n", "daily"),
      ("gesture.profile = \"video\"\n[profile.video]\n", "video"),
    ])
  func unnamed(text: String, profile: String) throws { #expect(try change(text, nil).profile == profile) }

  @Test("The threshold of another profile, in a unit that is not named there, stays in its unit, which is named then")
  func otherUnit() throws {
    #expect(
      try calibrated("[profile.video]\nprofile = \"plain\"\nthreshold = 90\n", "daily")
        == """
        [profile.video]
        profile = "plain"
        threshold = 90
        threshold_unit = "px"

        [gesture]
        profile = "daily"
        dwell_ms = 210
        threshold = 0.4

        [expert]
        threshold_unit = "hand"

        """)
  }

  @Test("What the file has set of its profile stays, unless something else is better")
  func own() throws {
    let own = "[gesture]\nprofile = \"daily\"\nthreshold = 0.9 # mine\ndwell_ms = 200\n"
    #expect(try change(own, "daily").profileSettings.threshold == .handSizes(0.9))
    #expect(try calibrated(own, "daily", threshold: nil, dwell: nil) == own)
    #expect(
      try calibrated(own, "daily")
        == "[gesture]\nprofile = \"daily\"\nthreshold = 0.4 # mine\ndwell_ms = 210\n\n[expert]\nthreshold_unit = \"hand\"\n")
  }

  @Test("A name that no profile has is refused with those that there are")
  func unknown() throws {
    let error = #expect(throws: ProfileError.self) { try change("[profile.video]\n", "vidoe") }
    #expect(error == ProfileError(unknown: "vidoe", names: ["plain", "daily", "video"]) && error?.exitStatus == .usage)
  }

  @Test(
    "A profile that is written in another way is refused with its place, and nothing changes",
    arguments: [
      "profile.video = { left = \"a\" }\n", "profile = { video = { left = \"a\" } }\n", "profile.video.left = \"a\"\n",
      "[profile]\nvideo.left = \"a\"\n",
    ])
  func otherForms(text: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try change(text, "video") }
    #expect(error?.problems.first?.place != nil && error?.description.contains("[profile.video]") == true)
    #expect(try String(contentsOf: folder.appendingPathComponent("swiped.toml"), encoding: .utf8) == text)
  }

  @Test(
    "What wakes the swipes goes to the section of the profile, also against what it builds on",
    arguments: [
      ("[profile.a]\nleft = \"a\"\n", UnlockRule.double, "[profile.a]\nleft = \"a\"\nunlock = \"double\"\n"),
      ("[profile.a]\nunlock = \"double\" # safe\n", .off, "[profile.a]\n# safe\n"),
      ("[gesture]\nunlock = \"double\"\n[profile.a]\n", .off, "[gesture]\nunlock = \"double\"\n[profile.a]\nunlock = \"off\"\n"),
      ("[gesture]\nunlock = \"double\"\n[profile.a]\n", .double, "[gesture]\nunlock = \"double\"\n[profile.a]\n"),
    ])
  func unlock(before: String, rule: UnlockRule, after: String) throws {
    var change = try change(before, "a")
    try change.apply(rule)
    #expect(change.text == after)
  }
}
