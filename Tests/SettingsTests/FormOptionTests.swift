import Gestures
import Settings
import Testing

@Suite("The options of a form")
struct FormOptionTests {
  private func set(_ text: String, _ id: String, _ value: OptionValue?, unit: Threshold.Unit? = nil) throws -> String {
    var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
    try editor.set(try #require(FormOption.named(id)), to: value, unit: unit)
    _ = try editor.validated()
    return editor.text
  }

  private func value(_ text: String, _ id: String) throws -> OptionValue {
    let editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
    return try #require(FormOption.named(id)).value(in: editor.validated())
  }

  @Test("Another unit of the selected profile's threshold leaves the thresholds of other profiles as they are")
  func thresholdOfOthers() throws {
    let text = "[gesture]\nprofile = \"plain\"\n[profile.v]\nprofile = \"daily\"\nthreshold = 0.7\n"
    for changed in [
      try set(text, "gesture.threshold", .number(60)), try set(text, "gesture.threshold", .number(0.8), unit: .handSizes),
      try set(set(text, "gesture.threshold", .number(60)), "gesture.threshold", nil),
    ] {
      let loaded = try ConfigurationEditor(bytes: Array(changed.utf8), file: "swiped.toml").validated()
      #expect(try loaded.profiles.settings(of: "v").gesture.threshold == .handSizes(0.7), "\(changed)")
    }
  }

  @Test("A threshold stays in its unit when another profile is selected")
  func thresholdUnderOtherProfile() throws {
    let changed = try set("[gesture]\nprofile = \"daily\"\nthreshold = 0.5\n", "gesture.profile", .text("plain"))
    let loaded = try ConfigurationEditor(bytes: Array(changed.utf8), file: "swiped.toml").validated()
    #expect(loaded.profiles.selected == "plain" && loaded.configuration.gesture.threshold == .handSizes(0.5))
    let own = "[gesture]\nprofile = \"v\"\nthreshold = 0.5\n[profile.v]\nprofile = \"plain\"\nthreshold = 60\n"
    #expect(try set(own, "gesture.profile", .text("daily")) == own.replacing("profile = \"v\"", with: "profile = \"daily\""))
    // One of the other profile's own, or none at all, needs no unit.
    for text in ["[gesture]\nthreshold = 0.5\n[profile.v]\nprofile = \"plain\"\nthreshold = 60\n", "[profile.v]\nprofile = \"plain\"\n"] {
      #expect(try !set(text, "gesture.profile", .text("v")).contains("threshold_unit"))
    }
    let pixels = try set("[gesture]\nprofile = \"plain\"\nthreshold = 50\n", "gesture.profile", .text("daily"))
    #expect(
      try ConfigurationEditor(bytes: Array(pixels.utf8), file: "swiped.toml").validated().configuration.gesture.threshold == .pixels(50))
  }

  @Test("An application is added to the list once, on a line of its own where others have one, and all comments stay")
  func applications() throws {
    func add(_ text: String, _ id: String) throws -> String {
      var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
      _ = try editor.addApplication(id)
      return editor.text
    }
    let lines = "[apps]\nonly = [\n  \"anki\", # cards\n  # \"vlc\",\n  'firefox' # web\n]\n"
    #expect(try add(lines, "x") == lines.replacing("'firefox' # web\n", with: "'firefox', # web\n  \"x\",\n"))
    #expect(try add("apps.only = [\"a\", \"b\"] # two\n", "c") == "apps.only = [\"a\", \"b\", \"c\"] # two\n")
    #expect(try add("apps.only = []\n", "c") == "apps.only = [\"c\"]\n")
    #expect(try add("apps.only = [\n  # none\n]\n", "c") == "apps.only = [\n  # none\n\"c\",\n]\n")
    #expect(try add("apps.only = [ # list\n  \"a\" # x\n  ,\n]\n", "c") == "apps.only = [ # list\n  \"a\" # x\n  , \"c\"\n]\n")
    #expect(try add("", "c") == "[apps]\nonly = [\"c\"]\n")
    #expect(try add(lines, "Firefox") == lines)
    for id in ["", " "] { #expect(throws: ConfigurationError.self) { try add("", id) } }
  }

  @Test("An element of a list is removed with its comment, and all others stay")
  func removedElements() throws {
    func remove(_ text: String, _ present: [String], _ removed: Int...) throws -> String {
      var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
      try editor.change(section: "apps", key: "only", list: present, removing: removed)
      return editor.text
    }
    let lines = "[apps]\nonly = [\r\n  \"anki\", # cards\r\n  # \"vlc\",\r\n  'firefox' # web\r\n]\n"
    #expect(try remove(lines, ["anki", "firefox"], 0) == lines.replacing("  \"anki\", # cards\r\n", with: ""))
    #expect(try remove(lines, ["anki", "firefox"], 1) == lines.replacing("  'firefox' # web\r\n", with: ""))
    #expect(try remove("apps.only = [\"a\", \"b\", \"c\"] # three\n", ["a", "b", "c"], 0, 2) == "apps.only = [\"b\"] # three\n")
    #expect(try remove("apps.only = [ \"a\", ]\n", ["a"], 0) == "apps.only = []\n")
    #expect(try remove("apps.only = [\"a\", # one\n  \"b\"] # two\n", ["a", "b"], 1) == "apps.only = [\"a\", # one\n  ] # two\n")
    #expect(try remove("apps.only = [\n  \"a\"\n  , \"b\"\n]\n", ["a", "b"], 0) == "apps.only = [\"b\"]\n")
  }

  @Test("Each is set where a file has it, and has then the value that was set")
  func eachIsSet() throws {
    #expect(Set(FormOption.all.map(\.id)).count == FormOption.all.count)
    for option in FormOption.all {
      let editor = try ConfigurationEditor(bytes: [], file: "swiped.toml")
      let loaded = try editor.validated()
      let present = option.value(in: loaded)
      let other: OptionValue =
        switch option.kind {
        case .flag: present == .flag(true) ? .flag(false) : .flag(true)
        case .integer: .integer(123)
        case .number: .number(0.7)
        case .key: .text("f5")
        case .text: .text("/dev/video7")
        case .choice: try #require(option.choices(in: loaded).last { $0 != present })
        }
      let text = try set("", option.id, other)
      #expect(try value(text, option.id) == other, "\(option.id)")
      #expect(try set(text, option.id, nil).contains(" = ") == false, "\(option.id)")
    }
  }

  @Test("Those of a gesture and of the keys are the selected profile's")
  func profileOptions() throws {
    let own = "[gesture]\nprofile = \"a\"\n\n[profile.a]\nprofile = \"daily\"\n"
    #expect(try set(own, "gesture.dwell_ms", .integer(200)) == own + "dwell_ms = 200\n")
    #expect(try set(own, "gesture.pose", .text("any")) == own + "pose = \"any\"\n")
    #expect(try set(own, "keys.left", .text("up")) == own + "left = \"up\"\n")
    #expect(try set("[gesture]\nprofile = \"daily\"\n", "gesture.pose", .text("any")).hasSuffix("\n[expert]\npose = \"any\"\n"))
  }

  @Test("A threshold is set with its unit, and both go together")
  func threshold() throws {
    let daily = "[gesture]\nprofile = \"daily\"\n"
    let set70 = try set(daily, "gesture.threshold", .number(0.7))
    #expect(set70 == daily + "threshold = 0.7\n\n[expert]\nthreshold_unit = \"hand\"\n")
    #expect(try set(set70, "gesture.threshold", nil) == daily + "\n[expert]\n")
    let pixels = try set(daily, "gesture.threshold", .number(70), unit: .pixels)
    #expect(pixels == daily + "threshold = 70.0\n\n[expert]\nthreshold_unit = \"px\"\n")
  }

  @Test(
    "What an option may not be is refused with its place",
    arguments: [("gesture.dwell_ms", OptionValue.integer(-1)), ("keys.left", .text("nokey"))])
  func refused(id: String, value: OptionValue) {
    #expect(throws: ConfigurationError.self) { try set("", id, value) }
  }
}
