import Foundation
import Gestures
import Settings
import Testing

@Suite("Configuration values")
struct ConfigurationTests {
  @Test("A file with an option that has no effect any more is valid, in every section of gesture options, and the option is named")
  func retired() throws {
    for section in ["gesture", "profile.desk"] {
      let loaded = try configure("[\(section)]\nunclear_dwell_ms = 450\ndwell_ms = 200")
      #expect(loaded.notices.count == 1 && loaded.notices[0].place?.line == 2)
      #expect("\(loaded.notices[0])".contains("unclear_dwell_ms"))
    }
    #expect(try configure("[gesture]\ndwell_ms = 200").notices.isEmpty)
    #expect(!problems(in: "[keys]\nunclear_dwell_ms = 450").isEmpty)
  }

  @Test("An empty file and no file are the defaults")
  func empty() throws {
    #expect(try configure("").configuration == Configuration())
    #expect(try configure("# nothing\r\n[gesture]\r\n").configuration == Configuration())
    #expect(LoadedConfiguration().configuration == Configuration())
  }

  @Test("The defaults have the documented values")
  func defaults() {
    let defaults = Configuration()
    #expect(defaults.camera.device == "auto" && defaults.camera.width == 640 && defaults.camera.height == 480)
    #expect(defaults.camera.rotation == .degrees0)
    #expect(defaults.camera.fps == 30 && defaults.camera.isOnDemand && defaults.camera.dynamicFramerate == nil)
    #expect(defaults.tracking.precision == .auto && defaults.commands.isEmpty)
    #expect(defaults.tracking.maxHands == 1 && defaults.tracking.threads == 1)
    #expect(
      defaults.tracking.skipsStillRoom && defaults.tracking.skipsStillHand
        && defaults.tracking.skipsCalmHand && defaults.tracking.slowsSearch
        && defaults.camera.slowsWhenStill)
    #expect(defaults.gesture.view == View(width: 640, height: 480) && defaults.gesture.threshold == .pixels(50))
    #expect(defaults.gesture.minConfidence == 0.3 && defaults.gesture.pose == .any && defaults.gesture.dwellMs == 0)
    #expect(defaults.gesture.cooldownMs == 0 && defaults.gesture.rearmAfterLostMs == 0)
    #expect(defaults.gesture.smoothing == .none && defaults.gesture.hand == .any)
    #expect(defaults.keys.isEnabled && defaults.keys.names[.left] == "KEY_LEFT" && defaults.keys.names[.right] == "KEY_RIGHT")
    #expect(!defaults.privacy.allowsPreview && defaults.desktop.notify == .camera)
    #expect(defaults.socket.path == nil && defaults.log.level == .info)
  }

  @Test("Every option is read")
  func everyOption() throws {
    let read = try configure(
      """
      privacy = { preview = true }
      [camera]
      device = "/dev/video2"
      width = 1280
      height = 720
      fps = 60
      rotate = 270
      on_demand = false
      exposure_dynamic_framerate = true
      slow_when_still = false
      yield = "never"
      [gesture]
      view = [320, 240.5]
      threshold = 31
      min_confidence = 0.5
      pose = "thumb"
      dwell_ms = 100
      cooldown_ms = 200
      rearm_after_lost_ms = 300
      smoothing = "one_euro"
      hand = "left"
      unlock = "double"
      awake_s = 60
      [tracking]
      precision = "bf16"
      max_hands = 2
      threads = 3
      skip_still_room = false
      slow_search = false
      skip_still_hand = false
      skip_calm_hand = false
      [keys]
      enabled = false
      left = "KEY_A"
      right = "KEY_LEFTALT+KEY_B"
      [[on]]
      swipe = "right"
      run = ["playerctl", "next", ""]
      [[on]]
      swipe = "left"
      run = ["/usr/bin/true"]
      [[on]]
      swipe = "right"
      run = ["sh", "-c", "echo $SWIPE | cat"]
      [desktop]
      notify = "swipes"
      [socket]
      path = "/tmp/s.sock"
      [log]
      level = "debug"
      """
    ).configuration
    var expected = Configuration()
    (expected.camera.device, expected.camera.width, expected.camera.height, expected.camera.fps) = ("/dev/video2", 1280, 720, 60)
    (expected.camera.rotation, expected.camera.yield) = (.degrees270, .never)
    (expected.camera.isOnDemand, expected.camera.dynamicFramerate, expected.camera.slowsWhenStill) = (false, true, false)
    expected.gesture.view = View(width: 320, height: 240.5)
    (expected.gesture.threshold, expected.gesture.minConfidence, expected.gesture.pose) = (.pixels(31), 0.5, .thumb)
    (expected.gesture.dwellMs, expected.gesture.cooldownMs, expected.gesture.rearmAfterLostMs) = (100, 200, 300)
    (expected.gesture.smoothing, expected.gesture.hand) = (.oneEuro, .left)
    (expected.gesture.unlock, expected.gesture.awakeS) = (.double, 60)
    (expected.tracking.precision, expected.tracking.maxHands, expected.tracking.threads) = (.bf16, 2, 3)
    (expected.tracking.skipsStillRoom, expected.tracking.skipsStillHand) = (false, false)
    (expected.tracking.skipsCalmHand, expected.tracking.slowsSearch) = (false, false)
    (expected.keys.isEnabled, expected.keys.names[.left], expected.keys.names[.right]) = (false, "KEY_A", "KEY_LEFTALT+KEY_B")
    expected.commands = [
      SwipeCommand(direction: .right, run: ["playerctl", "next", ""]), SwipeCommand(direction: .left, run: ["/usr/bin/true"]),
      SwipeCommand(direction: .right, run: ["sh", "-c", "echo $SWIPE | cat"]),
    ]
    (expected.socket.path, expected.log.level) = ("/tmp/s.sock", .debug)
    expected.privacy.allowsPreview = true
    expected.desktop.notify = .swipes
    #expect(read == expected)
  }

  @Test("Commands may be written as one array, which may be empty")
  func inlineCommands() throws {
    let commands = try configure("on = [{ swipe = 'left', run = ['a', 'b'] }, { run = [\"c\"], swipe = 'left' }]").configuration.commands
    #expect(commands == [SwipeCommand(direction: .left, run: ["a", "b"]), SwipeCommand(direction: .left, run: ["c"])])
    #expect(try configure("on = []").configuration == Configuration())
  }

  @Test("The default and the range of the threshold depend on its unit, in any order of the two keys")
  func thresholdUnit() throws {
    func threshold(_ lines: String) throws -> Threshold { try configure("[gesture]\n" + lines).configuration.gesture.threshold }
    #expect(try threshold("threshold_unit = \"hand\"") == .handSizes(0.6))
    #expect(try threshold("threshold = 0.5\nthreshold_unit = \"hand\"") == .handSizes(0.5))
    #expect(try threshold("threshold_unit = \"px\"\nthreshold = 60") == .pixels(60))
    #expect(throws: ConfigurationError.self) { try threshold("threshold_unit = \"hand\"\nthreshold = 50.0") }
  }

  @Test("The shipped swiped.toml gives the defaults, as it is and with every option uncommented")
  func shippedDefaults() throws {
    let shipped = try String(contentsOf: shippedFolder.appendingPathComponent("swiped.toml"), encoding: .utf8)
    #expect(try configure(shipped).configuration == Configuration())

    let isOption = /# ([a-z_]+ = .+|\[\[on\]\]|\[profile\.video\])/
    let lines = shipped.split(separator: "\n", omittingEmptySubsequences: false)
    // Prose that quotes an option ends in a colon and a sentence.
    let options = lines.filter { $0.wholeMatch(of: isOption) != nil && !$0.contains("\": ") }
    #expect(options.count == 53)
    let uncommented = lines.map { options.contains($0) ? String($0.dropFirst(2)) : String($0) }.joined(separator: "\n")
    let loaded = try configure(uncommented)
    #expect(loaded.profiles.names == ["plain", "daily", "video"])
    #expect(try loaded.profiles.settings(of: "video").keys.names[.left] == "KEY_VOLUMEDOWN")
    var configuration = loaded.configuration
    // These have no default, or one that depends on the environment; the file only shows an example.
    #expect(configuration.socket.path == "/run/user/1000/swiped/swiped.sock")
    #expect(configuration.camera.dynamicFramerate == false)
    #expect(configuration.commands == [SwipeCommand(direction: .left, run: ["playerctl", "previous"])])
    (configuration.socket.path, configuration.camera.dynamicFramerate, configuration.commands) = (nil, nil, [])
    #expect(configuration == Configuration())
  }

  @Test("The shipped swiped.toml names every option")
  func shippedIsComplete() throws {
    let shipped = try String(contentsOf: shippedFolder.appendingPathComponent("swiped.toml"), encoding: .utf8)
    for section in ["[camera]", "[gesture]", "[tracking]", "[keys]", "[[on]]", "[desktop]", "[socket]", "[log]"] {
      let problem = try #require(problems(in: "\(section)\nzzzzzzzz = 1").first { $0.contains("zzzzzzzz") })
      let keys = try #require(problem.split(separator: "keys: ").last).split(separator: ", ")
      for key in keys { #expect(shipped.contains("\n# \(key) = "), "\(section).\(key)") }
    }
  }

  @Test("It describes each gesture option as the program does, with its range or its choices", arguments: GestureOption.all.map(\.key))
  func shippedGestureOptions(key: String) throws {
    let option = try #require(GestureOption.named(key))
    let shipped = try String(contentsOf: shippedFolder.appendingPathComponent("swiped.toml"), encoding: .utf8)
    let block = try #require(shipped.components(separatedBy: "\n\n").first { $0.contains("\n# \(key) = ") })
    let text = block.replacing("\n# ", with: " ")
    #expect(text.localizedCaseInsensitiveContains(option.summary.dropLast()))
    let range = option.allowed(in: GestureSettings()).firstMatch(of: /[0-9]+ to (below )?[0-9]+|over 0, at most [0-9]+/)
    if let range { #expect(text.contains(range.output.0)) }
    for name in option.names { #expect(text.contains("\"\(name)\"")) }
  }
}
