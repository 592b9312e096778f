import Settings
import Testing

@Suite("Problems of a configuration")
struct ConfigurationProblemTests {
  @Test(
    "A value of the wrong type or out of range is refused with its place, the value and the allowed values",
    arguments: [
      ("[expert]\nwidth = 640.0", "2:9: expert.width 640.0 16 8192"),
      ("[camera]\nheight = 15", "2:10: camera.height 15 16 8192"),
      ("[camera]\nheight = 15\n[expert]\nheight = 16", "2:10: camera.height 15 16 8192"),
      ("[camera]\nrotate = 45", "2:10: camera.rotate 45 0 90 180 270"),
      ("[camera]\nrotate = \"90\"", "2:10: camera.rotate \"90\" 180 270"),
      ("[camera]\nrotate = -90", "2:10: camera.rotate -90 180 270"),
      ("[expert]\nfps = 241", "2:7: expert.fps 241 1 240"),
      ("[camera]\ndevice = \"\"", "2:10: camera.device \"auto\" \"/dev/video0\""),
      ("[gesture]\nthreshold = nan", "2:13: gesture.threshold nan 0 4096"),
      ("[gesture]\nthreshold = \"50\"", "2:13: gesture.threshold \"50\" 0 4096"),
      ("gesture.threshold_unit = \"hand\"\ngesture.threshold = 50.0", "2:21: gesture.threshold 50.0 0 5 \"hand\" [expert]"),
      ("gesture.threshold = 50.0\nexpert.threshold_unit = \"hand\"", "1:21: gesture.threshold 50.0 0 5 \"hand\" [expert]"),
      ("[expert]\nview = [640]", "2:8: expert.view array 16 8192"),
      ("[expert]\nview = [640, \"x\"]", "2:8: expert.view array 16 8192"),
      ("[expert]\nmin_confidence = 1", "2:18: expert.min_confidence 1 0"),
      ("[gesture]\npose = 'x\u{2028}y'", "2:8: gesture.pose \"any\" \"thumb\""),
      ("[expert]\n  pose = 'thum'", "2:10: expert.pose \"thum\" \"thumb\" \"any\""),
      ("[gesture]\ndwell_ms = -1", "2:12: gesture.dwell_ms -1 0 60000"),
      ("[gesture]\nawake_s = 0", "2:11: gesture.awake_s 0 1 3600"),
      ("[gesture]\nunlock = true", "2:10: gesture.unlock true \"off\" \"double\""),
      ("[gesture]\nhand = true", "2:8: gesture.hand true \"any\" \"left\" \"right\""),
      ("[gesture]\npeople = 1979-05-27", "2:10: gesture.people date \"all\" \"nearest\""),
      ("[expert.pose]\nx = 1", "1:2: expert.pose table \"any\" \"thumb\""),
      ("[expert]\nsave_power = 1", "2:14: expert.save_power 1 true false"),
      ("[tracking]\nskip_calm_hand = 1", "2:18: tracking.skip_calm_hand 1 true false"),
      ("[tracking]\nprecision = \"f16\"", "2:13: tracking.precision \"f16\" \"auto\" \"f32\" \"bf16\""),
      ("[camera]\nbackend = \"libcamera\"", "2:11: camera.backend \"libcamera\" \"auto\" \"v4l2\" \"pipewire\""),
      ("[camera]\nyield = \"sometimes\"", "2:9: camera.yield \"sometimes\" \"always\" \"never\""),
      ("[expert]\non_demand = 1", "2:13: expert.on_demand 1 true false"),
      ("[camera]\nexposure_dynamic_framerate = \"off\"", "2:30: camera.exposure_dynamic_framerate \"off\" true false"),
      ("[keys]\nenabled = \"yes\"", "2:11: keys.enabled \"yes\" true false"),
      ("[keys]\nleft = \"\"", "2:8: keys.left \"left\" \"alt+right\""),
      ("[desktop]\nnotify = \"swipe\"", "2:10: desktop.notify \"swipe\" \"camera\" \"swipes\" \"off\""),
      ("[desktop]\nnotify = false", "2:10: desktop.notify false \"camera\" \"swipes\" \"off\""),
      ("[apps]\nonly = \"anki\"", "2:8: apps.only \"anki\" swipectl [\"anki\""),
      ("[apps]\nonly = [\"anki\", 1]", "2:8: apps.only array"),
      ("[apps]\nonly = [\"a\\nb\"]", "2:8: apps.only array"),
      ("[apps]\nonly = [\"\"]", "2:8: apps.only array"),
      ("[apps]\nclose_after_ms = -1", "2:18: apps.close_after_ms -1 0 60000"),
      ("[apps]\nonyl = []", "2:1: \"onyl\" [apps] \"only\""),
      ("[[app]]\nprofile = \"daily\"", "1:3: [[app]] \"match\" swipectl"),
      ("[[app]]\nmatch = \"vlc\"\nprofile = \"video\"", "3:11: app.profile \"video\" \"plain\" \"daily\""),
      ("[[app]]\nmatch = \"vlc\"\nleft = 3", "3:8: app.left 3 \"page_down\""),
      ("[app]\nmatch = \"vlc\"", "1:2: \"app\" [[app]]"),
      ("[socket]\npath = \"s\\nock\"", "2:8: socket.path 107"),
    ])
  func value(text: String, line: String) {
    let found = problems(in: text)
    #expect(found.count == 1 && isProblem(found[0], line) && !found[0].contains(where: \.isNewline), "\(found)")
  }

  @Test("A key of an application that does not exist is refused at its place")
  func appKey() throws {
    let loaded = try configure("[[app]]\nmatch = 'vlc'\n[[app]]\nmatch = 'anki'\nright = 'nokey'")
    let error = try #require(throws: ConfigurationError.self) { try loaded.chords() }
    #expect(isProblem(error.description, "5:9: app.right nokey"))
  }

  @Test(
    "A command that could not be run is refused with its place and the allowed values",
    arguments: [
      ("[[on]]\nswipe = 'left'\nrun = 'playerctl next'", ["3:7: on.run \"playerctl\" \"next\""]),
      ("[[on]]\nswipe = 'left'\nrun = []", ["3:7: on.run"]),
      ("[[on]]\nswipe = 'left'\nrun = ['a']\nparallel = 8", ["4:12: on.parallel 8 true false"]),
      ("[[on]]\nswipe = 'left'\nrun = ['', 'x']", ["3:7: on.run"]),
      ("[[on]]\nswipe = 'left'\nrun = ['sleep', 1]", ["3:7: on.run"]),
      ("[[on]]\nswipe = 'lefft'\nrun = ['a']", ["2:9: on.swipe \"lefft\" \"left\" \"right\""]),
      ("[[on]]\nrun = ['a']", ["1:3: [[on]] \"swipe\" \"left\" \"right\""]),
      ("[[on]]\nswipe = 'right'", ["1:3: [[on]] \"run\""]),
      ("on = [{}]", ["1:1: [[on]] \"swipe\"", "1:1: [[on]] \"run\""]),
      ("on = [{ swipe = 1, run = ['a'] }]", ["1:17: on.swipe 1"]),
      (
        "[[on]]\nswipe = 'left'\nrun = ['a']\n[[on]]\nswip = 'left'\nrun = ['b']\n[on.env]\na = 1",
        [
          "4:3: [[on]] \"swipe\"", "5:1: \"swip\" [[on]] \"swipe\"",
          "7:2: \"env\" [[on]]",
        ]
      ),
    ])
  func command(text: String, lines: [String]) {
    let found = problems(in: text)
    #expect(found.count == lines.count && zip(found, lines).allSatisfy(isProblem), "\(found)")
  }

  @Test("A socket path of 107 bytes is the longest, and a long text is shortened")
  func socketPath() throws {
    let path = "/" + String(repeating: "s", count: 106)
    #expect(try configure("[socket]\npath = \"\(path)\"").configuration.socket.path == path)
    let line = try #require(problems(in: "[socket]\npath = \"\(path)s\"").first)
    #expect(line.contains("sss\"…") && line.count < 160)
  }

  @Test(
    "An unknown name is refused with the nearest known one",
    arguments: [
      ("[gesture]\ntreshold = 40", "2:1: \"treshold\" [gesture] \"threshold\""),
      ("[gesture]\n\"Hand\" = 1", "2:1: \"Hand\" [gesture] \"hand\""),
      ("[keys]\nup = \"KEY_UP\"", "2:1: \"up\" [keys]"),
      ("camera = {\n}\n", "1:"),
      ("[gestures]\npose = \"any\"", "1:2: \"gestures\" \"gesture\""),
      ("[[no]]\nswipe = \"left\"", "1:3: \"no\" \"on\""),
      ("[[hooks]]\n[hooks.x]", "1:3: \"hooks\""),
      ("swipe = \"left\"", "1:1: \"swipe\" [[on]]"),
      ("[on]\nswipe = 3", "1:2: \"on\" [[on]]"),
      ("on.swipe = 'left'", "1:1: \"on\" [[on]]"),
      ("on = true", "1:1: \"on\" [[on]]"),
      ("on = [1]", "1:1: \"on\" [[on]]"),
      ("x.y.z = 1", "1:1: \"x\""),
      ("dwell_ms = 3", "1:1: \"dwell_ms\" [gesture]"),
      ("fps = 3", "1:1: \"fps\" [expert]"),
      ("keys = true", "1:1: \"keys\" [keys]"),
      ("[[keys]]\nleft = \"KEY_A\"", "1:3: \"keys\" [keys]"),
      ("[keys]\n\"left\\u0000x\" = 1", "2:1: \"left\\0x\" [keys]"),
    ])
  func unknownName(text: String, line: String) throws {
    let found = problems(in: text)
    #expect(found.count == 1 && isProblem(found[0], line), "\(found)")
  }

  @Test(
    "A known name in the wrong section is refused with the section that it belongs to",
    arguments: [
      ("[gesture]\nleft = 'KEY_A'", "2:1: \"left\" [gesture] [keys]"), ("[camera]\npose = 'any'", "2:1: \"pose\" [camera] [expert]"),
      ("[tracking]\ndwell_ms = 3", "2:1: \"dwell_ms\" [tracking] [gesture]"),
      ("[expert]\ndwell_ms = 3", "2:1: \"dwell_ms\" [expert] [gesture]"),
      ("[profile.a]\nwidth = 640", "2:1: \"width\" [profile.NAME] [expert]"), ("[keys]\nswipe = 'left'", "2:1: \"swipe\" [keys] [[on]]"),
      ("[log]\nprofile = 'daily'", "2:1: \"profile\" [log] [gesture]"),
    ])
  func wrongSection(text: String, line: String) throws {
    let found = problems(in: text)
    #expect(found.count == 1 && isProblem(found[0], line) && found[0].contains("; move it below "), "\(found)")
  }

  @Test("An unknown name lists the names of its section and no others, and may mean one of another section")
  func listed() throws {
    let gesture = problems(in: "[gesture]\nmin_confidense = 0.4")
    #expect(
      gesture == [
        "swiped.toml:2:1: unknown key \"min_confidense\" in [gesture]; did you mean \"min_confidence\" of [expert]? "
          + "keys: profile, threshold, hand, people, dwell_ms, cooldown_ms, repeat_ms, unlock, awake_s"
      ])
    let expert = try #require(problems(in: "[expert]\nx = 1").first)
    #expect(expert.contains("keys: width, height, fps, on_demand, view, ") && expert.hasSuffix(", precision, save_power"))
    let profile = try #require(problems(in: "[profile.a]\nx = 1").first)
    for key in ["pose", "threshold", "left", "enabled"] { #expect(profile.contains(" \(key)"), "\(profile)") }
    let hidden = ["max_speed", "arrival_dwell_ms", "smoothing", "max_hands", "threads", "skip_"]
    for old in hidden { #expect(!(gesture + [expert, profile]).joined().contains(old)) }
  }

  @Test("All problems are reported, one per line, in the order of the file")
  func allProblems() {
    let text = """
      [log]
      level = "loud"
      [gesture]
      hadn = "any"
      dwell_ms = true
      [camera]
      fps = 0
      [nothing]
      """
    let places = problems(in: text).map { $0.split(separator: " ")[0] }
    #expect(places == ["swiped.toml:2:9:", "swiped.toml:4:1:", "swiped.toml:5:12:", "swiped.toml:7:7:", "swiped.toml:8:2:"])
  }

  @Test(
    "Text that is not TOML is refused with line and column",
    arguments: [
      ("[gesture]\npose = \n", "swiped.toml:2:"), ("[gesture\n", "swiped.toml:1:"), ("[keys]\nleft = \"KEY", "swiped.toml:2:"),
      ("[keys]\nleft = 'a'\nleft = 'b'\n", "swiped.toml:3:"), ("[keys]\n[keys]\n", "swiped.toml:2:"),
      ("[keys]\nleft \"KEY_A\"\n", "swiped.toml:2:6:"), ("[keys]\nleft: KEY_A\n", "swiped.toml:2:5:"),
    ])
  func syntax(text: String, prefix: String) throws {
    let found = problems(in: text)
    #expect(found.count == 1)
    let line = try #require(found.first)
    #expect(line.hasPrefix(prefix) && line.wholeMatch(of: /swiped.toml:\d+:\d+: not TOML: .+/) != nil, "\(line)")
  }

  @Test(
    "Text that the parser would not survive is refused first, but after an error above it",
    arguments: [
      ("[keys]\n[.a]", "2:2"), ("[#]", "1:2"), ("[\n]", "1:2"), ("[[ =]]", "1:4"), ("[é]", "1:2"), ("[[[x]]", "1:3"), ("[ [x]]", "1:3"),
      ("[]", "1:2"), ("[\r\n", "1:2"),
      ("x = [\n[.a]", "2:2"), ("x = \"\n[.a]", "1:5"), ("[keys]\nleft = 'a'\nleft = 'b'\n[.]", "3:"),
      ("a=[}", "1:4"), ("a = [1,\n}", "2:1"), ("a=[\u{2028}}", "1:4"), ("a=[[}", "1:5"), ("a = {b = [ # }\n}", "2:1"),
      ("a = 1979-05-27T|7:32:00.5-0:00", "1:5"), ("a=1979-05-27 0#", "1:3"), ("a=19_79-05-27 7 ", "1:3"), ("a=1979-05-\u{10}7 0]", "1:3"),
      ("a = [1979-05-27t-7:32:00.5-0:00]", "1:6"),
    ])
  func fatal(text: String, place: String) {
    let found = problems(in: text)
    #expect(found.count == 1 && found[0].hasPrefix("swiped.toml:\(place)") && found[0].contains(" not TOML: "), "\(found)")
  }

  @Test("Nesting without end is refused")
  func nesting() {
    func repeated(_ text: String) -> String { String(repeating: text, count: 30_000 / text.count) }
    #expect(problems(in: "a=" + repeated("[")) == ["swiped.toml:1:67: not TOML: nested more than 64 deep"])
    #expect(problems(in: "a=" + repeated("{a=")) == ["swiped.toml:1:195: not TOML: nested more than 64 deep"])
    for text in [repeated("a.") + "a=1", "[" + repeated("a.") + "a]"] {
      #expect(problems(in: text).first?.hasSuffix("not TOML: a name of more than 64 parts") == true)
    }
  }

  @Test("Text that is not UTF-8, or has a zero byte, is refused with line and column")
  func encoding() {
    let latin1 = Array("[keys]\n# Gr".utf8) + [0xFC] + Array("n\n".utf8)
    #expect(problems(in: latin1).first?.hasPrefix("swiped.toml:2:5: not UTF-8; ") == true)
    #expect(problems(in: [0xFF, 0xFE, 0x5B, 0]).first?.hasPrefix("swiped.toml:1:1: not UTF-8; ") == true)
    #expect(problems(in: "[keys]\n\0left = 3").first?.hasPrefix("swiped.toml:2:1: a zero byte") == true)
  }

  @Test("A byte order mark and Windows line ends are accepted")
  func windows() throws {
    #expect(try configure("\u{FEFF}[keys]\r\nleft = \"KEY_A\"\r\n").configuration.keys.names[.thumbDown] == "KEY_A")
    #expect(problems(in: "\u{FEFF}[keys]\r\nleft = 3\r\n").first?.hasPrefix("swiped.toml:2:8: ") == true)
  }

  @Test("A damaged text is read, or refused in whole lines that name the file")
  func damage() throws {
    let text = #"""
      [camera]
      device = "auto" # "quoted"
      [gesture]
      view = [640, 480]
      "pose" = 'any'
      threshold = 50.0
      keys = { left = "KEY_A", right = '''KEY_B''', a.b = 1e3 }
      times = [1979-05-27T07:32:00.5-07:00, 07:32:00, 1979-05-27 07:32:00Z, 0x1F_a, -inf]
      [[on]]
      swipe = "left"
      run = ["a", "b c"]
      [on.x]
      [[on]]
      x = [ {a = 1}, [1, 2,], """x\
      y""" ]
      """#
    let pieces = "[]{}=.\"'\\#,_-+:T0 \n\t\u{2028}\u{A0}é12T".map(String.init)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let at = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: at)
        case 1: bytes[at] = UInt8.random(in: 0...255, using: &generator)
        default:
          let piece = try #require(pieces.randomElement(using: &generator))
          bytes.insert(contentsOf: piece.utf8, at: at)
        }
      }
      #expect(problems(in: bytes).allSatisfy { $0.hasPrefix("swiped.toml:") }, "\(bytes)")
    }
  }
}
