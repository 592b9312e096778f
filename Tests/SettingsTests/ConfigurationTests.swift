import Focus
import Foundation
import Gestures
import Settings
import Testing

@Suite("Configuration values")
struct ConfigurationTests {
  @Test("An empty file and no file are the defaults")
  func empty() throws {
    #expect(try configure("").configuration == Configuration())
    #expect(try configure("# nothing\r\n[gesture]\r\n").configuration == Configuration())
    #expect(LoadedConfiguration().configuration == Configuration())
  }

  @Test("The defaults have the documented values")
  func defaults() {
    let defaults = Configuration()
    #expect(
      defaults.camera.device == "auto" && defaults.camera.backend == .auto && defaults.camera.width == nil && defaults.camera.height == nil)
    #expect(defaults.camera.rotation == .degrees0)
    #expect(defaults.camera.fps == 30 && defaults.camera.isOnDemand && defaults.camera.dynamicFramerate == nil)
    #expect(defaults.tracking.precision == .auto && defaults.commands.isEmpty)
    #expect(defaults.tracking.savesPower)
    #expect(defaults.gesture.view == View(width: 640, height: 480) && defaults.gesture.threshold == .pixels(50))
    #expect(defaults.gesture.minConfidence == 0.3 && defaults.gesture.pose == .any && defaults.gesture.dwellMs == 0)
    #expect(defaults.gesture.cooldownMs == 0 && defaults.gesture.rearmAfterLostMs == 0)
    #expect(defaults.gesture.hand == .any)
    #expect(defaults.keys.isEnabled && defaults.keys.names[.thumbDown] == "left" && defaults.keys.names[.thumbUp] == "right")
    #expect(!defaults.privacy.allowsPreview && defaults.desktop.notify == .camera && defaults.desktop.tray)
    #expect(defaults.apps.only == nil && defaults.apps.closeAfterMs == 3000 && defaults.apps.applications.isEmpty)
    #expect(defaults.socket.path == nil && defaults.log.level == .info)
  }

  @Test("Every option is read")
  func everyOption() throws {
    let loaded = try configure(
      """
      privacy = { preview = true }
      [camera]
      device = "/dev/video2"
      backend = "pipewire"
      rotate = 270
      exposure_dynamic_framerate = true
      yield = "never"
      [gesture]
      threshold = 31
      dwell_ms = 100
      cooldown_ms = 200
      repeat_ms = 250
      hand = "left"
      unlock = "double"
      awake_s = 60
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
      [apps]
      only = ["anki", "org.gnome.Evince"]
      close_after_ms = 500
      [[app]]
      match = "anki"
      profile = "daily"
      [[app]]
      match = 'say "x"'
      right = "volume_up"
      [desktop]
      notify = "swipes"
      tray = false
      [socket]
      path = "/tmp/s.sock"
      [log]
      level = "debug"
      [expert]
      width = 1280
      height = 720
      fps = 60
      on_demand = false
      view = [320, 240.5]
      threshold_unit = "px"
      min_confidence = 0.5
      whole_hand = false
      min_hand_size = 25
      pose = "thumb"
      hysteresis = 0.1
      bridge_ms = 90
      rearm_after_lost_ms = 300
      lost_gesture_ms = 400
      release_ms = 500
      repeat_delay_ms = 600
      precision = "bf16"
      save_power = false
      """
    )
    let read = loaded.configuration
    var expected = Configuration()
    (expected.camera.device, expected.camera.width, expected.camera.height, expected.camera.fps) = ("/dev/video2", 1280, 720, 60)
    (expected.camera.rotation, expected.camera.yield, expected.camera.backend) = (.degrees270, .never, .pipewire)
    (expected.camera.isOnDemand, expected.camera.dynamicFramerate) = (false, true)
    expected.gesture.view = View(width: 320, height: 240.5)
    (expected.gesture.threshold, expected.gesture.minConfidence, expected.gesture.pose) = (.pixels(31), 0.5, .thumb)
    (expected.gesture.wholeHand, expected.gesture.minHandSize, expected.gesture.hysteresis) = (false, 25, 0.1)
    (expected.gesture.dwellMs, expected.gesture.bridgeMs, expected.gesture.cooldownMs) = (100, 90, 200)
    (expected.gesture.rearmAfterLostMs, expected.gesture.lostGestureMs, expected.gesture.releaseMs) = (300, 400, 500)
    (expected.gesture.repeatMs, expected.gesture.repeatDelayMs) = (250, 600)
    expected.gesture.hand = .left
    (expected.gesture.unlock, expected.gesture.awakeS) = (.double, 60)
    expected.tracking.precision = .bf16
    (expected.tracking.skipsStillRoom, expected.tracking.skipsStillHand) = (false, false)
    (expected.tracking.skipsCalmHand, expected.tracking.slowsSearch) = (false, false)
    (expected.keys.isEnabled, expected.keys.names[.thumbDown], expected.keys.names[.thumbUp]) = (false, "KEY_A", "KEY_LEFTALT+KEY_B")
    expected.commands = [
      GestureCommand(.thumbUp, run: ["playerctl", "next", ""]), GestureCommand(.thumbDown, run: ["/usr/bin/true"]),
      GestureCommand(.thumbUp, run: ["sh", "-c", "echo $SWIPE | cat"]),
    ]
    (expected.apps.only, expected.apps.closeAfterMs) = (["anki", "org.gnome.Evince"], 500)
    expected.apps.applications = [
      AppProfile(match: "anki", profile: "daily"),
      AppProfile(match: "say \"x\"", keys: ByGesture { $0 == .thumbUp ? "volume_up" : nil }),
    ]
    #expect(try loaded.appChords().map { $0[.thumbUp] != nil } == [false, true])
    (expected.socket.path, expected.log.level) = ("/tmp/s.sock", .debug)
    expected.privacy.allowsPreview = true
    (expected.desktop.notify, expected.desktop.tray) = (.swipes, false)
    #expect(read == expected)
    #expect(loaded.notices.isEmpty)
  }

  @Test("Commands may be written as one array, which may be empty")
  func inlineCommands() throws {
    let text = "on = [{ swipe = 'left', run = ['a', 'b'] }, { run = [\"c\"], parallel = true, swipe = 'left' }]"
    let commands = try configure(text).configuration.commands
    #expect(commands == [GestureCommand(.thumbDown, run: ["a", "b"]), GestureCommand(.thumbDown, run: ["c"], isParallel: true)])
    #expect(try configure("on = []").configuration == Configuration())
  }

  @Test("The default and the range of the threshold depend on its unit, in any order of the two keys")
  func thresholdUnit() throws {
    func threshold(_ lines: String) throws -> Threshold { try configure(lines).configuration.gesture.threshold }
    #expect(try threshold("expert.threshold_unit = \"hand\"") == .handSizes(0.6))
    #expect(try threshold("gesture.threshold = 0.5\nexpert.threshold_unit = \"hand\"") == .handSizes(0.5))
    #expect(try threshold("expert.threshold_unit = \"px\"\ngesture.threshold = 60") == .pixels(60))
    #expect(try threshold("gesture = { threshold = 0.5, threshold_unit = \"hand\" }") == .handSizes(0.5))
    #expect(throws: ConfigurationError.self) { try threshold("expert.threshold_unit = \"hand\"\ngesture.threshold = 50.0") }
  }

  @Test("The shipped swiped.toml gives the defaults, as it is and with every option uncommented")
  func shippedDefaults() throws {
    let shipped = try String(contentsOf: shippedFolder.appendingPathComponent("swiped.toml"), encoding: .utf8)
    #expect(try configure(shipped).configuration == Configuration())

    let isOption = /# ([a-z_]+ = .+|\[\[on\]\]|\[\[app\]\]|\[profile\.video\])/
    let lines = shipped.split(separator: "\n", omittingEmptySubsequences: false)
    // Prose that quotes an option ends in a colon and a sentence.
    let options = lines.filter { $0.wholeMatch(of: isOption) != nil && !$0.contains("\": ") }
    #expect(options.count == 55)
    let uncommented = lines.map { options.contains($0) ? String($0.dropFirst(2)) : String($0) }.joined(separator: "\n")
    let loaded = try configure(uncommented)
    #expect(loaded.notices.isEmpty)
    #expect(loaded.profiles.names == ["plain", "daily", "video"])
    #expect(try loaded.profiles.settings(of: "video").keys.names[.thumbDown] == "volume_down")
    var configuration = loaded.configuration
    // These have no default, or one that depends on the environment; the file only shows an example.
    #expect(configuration.socket.path == "/run/user/1000/swiped/swiped.sock")
    #expect(configuration.camera.dynamicFramerate == false)
    #expect(configuration.commands == [GestureCommand(.thumbDown, run: ["playerctl", "previous"])])
    #expect(configuration.apps.only == ["anki", "org.gnome.Evince", "firefox"] && configuration.apps.applications.map(\.match) == ["vlc"])
    #expect(configuration.camera.width == 1280 && configuration.camera.height == 720)
    (configuration.socket.path, configuration.camera.dynamicFramerate, configuration.commands) = (nil, nil, [])
    (configuration.camera.width, configuration.camera.height) = (nil, nil)
    configuration.apps = AppSettings()
    #expect(configuration == Configuration())
  }

  @Test("The shipped swiped.toml names every option, below its section, and no old one")
  func shippedIsComplete() throws {
    let shipped = try String(contentsOf: shippedFolder.appendingPathComponent("swiped.toml"), encoding: .utf8)
    let sections = [
      "[camera]", "[gesture]", "[keys]", "[[on]]", "[apps]", "[[app]]", "[desktop]", "[socket]", "[privacy]", "[log]", "[expert]",
    ]
    for section in sections {
      let problem = try #require(problems(in: "\(section)\nzzzzzzzz = 1").first { $0.contains("zzzzzzzz") })
      let keys = try #require(problem.split(separator: "keys: ").last).split(separator: ", ")
      #expect(!keys.isEmpty)
      let below = try #require(shipped.components(separatedBy: "\n\(section)\n").last?.components(separatedBy: "\n[").first)
      for key in keys where !section.hasPrefix("[[") { #expect(below.contains("\n# \(key) = "), "\(section).\(key)") }
      for key in keys { #expect(shipped.contains("\n# \(key) = "), "\(section).\(key)") }
    }
    for option in OldOption.all where !option.hasMoved { #expect(!shipped.contains("\(option.key) = "), "\(option.key)") }
  }

  @Test(
    "It describes each gesture option as the program does, with its range or its choices",
    arguments: GestureOption.all.map(\.key).filter { key in !OldOption.all.contains { $0.key == key && !$0.hasMoved } })
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
