import EventProtocol
import EventSocket
import Foundation
import Glibc
import Synchronization
import TestWeb
import Testing

/// What a page sees of the configuration file, and changes in it.
struct SettingsTests {
  private struct Form: Decodable {
    struct Option: Decodable {
      let id: String, kind: String, isSet: Bool, value: Value, `default`: Value
      let least: Double?, most: Double?
      let defaultUnit: String?
    }

    struct Profile: Decodable {
      let name: String, builtIn: Bool, base: String
    }

    struct Command: Decodable, Equatable {
      let swipe: String, run: [String]
      var parallel: Bool?
    }

    let file: String, exists: Bool, problems: [Problem], options: [Option], profiles: [Profile], commands: [Command]
    let version: String?, profile: String?, readOnly: Problem?, openElsewhere: Problem?, notes: [Problem]

    subscript(id: String) -> Option? { options.first { $0.id == id } }
  }

  private enum Value: Decodable, Equatable {
    case flag(Bool)
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  private struct Change: Decodable {
    let lines: [String], notes: [Problem], version: String, saved: Bool, reload: Problem?
  }

  private static let text = "# Mine.\n[gesture]\nprofile = \"daily\" # for the day\n\n[[on]]\nswipe = \"left\"\nrun = [\"a\", \"b c\"]\n"

  private func form(_ app: AppFixture) throws -> Form { try app.get("/settings").json(Form.self) }

  private func post(_ app: AppFixture, _ version: String?, save: Bool, _ members: String) throws -> Answer {
    try app.send("POST", "/settings", body: Array(#"{"version":"\#(version ?? "")","save":\#(save),\#(members)}"#.utf8))
  }

  /// Runs a test with a page and its file.
  private func withFile(
    _ text: String? = text, _ body: @escaping @Sendable (AppFixture, Scratch) throws -> Void
  ) async throws {
    let scratch = Scratch()
    if let text { try scratch.write("swiped.toml", text.utf8) }
    try await blocking { try body(try AppFixture(config: scratch.file("swiped.toml")), scratch) }
  }

  @Test("The keys of a profile have the names that this project writes, however the file names them")
  func keyNames() async throws {
    try await withFile("[keys]\nleft = \"pgdn\"\nright = \"KEY_RIGHTCTRL + Prior\"\n") { app, _ in
      struct Names: Decodable { let profiles: [Profile] }
      struct Profile: Decodable { let keys: [String: String] }
      let profiles = try app.get("/settings").json(Names.self).profiles
      #expect(profiles.allSatisfy { $0.keys == ["left": "page_down", "right": "right_ctrl+page_up"] } && !profiles.isEmpty)
    }
  }

  @Test("A page sees each option with its value, its default and whether the file sets it, and the profiles and commands")
  func form() async throws {
    try await withFile { app, scratch in
      let form = try form(app)
      #expect(form.file == scratch.file("swiped.toml") && form.exists && form.problems.isEmpty && form.profile == "daily")
      #expect(form["gesture.profile"]?.isSet == true && form["gesture.profile"]?.default == .text("daily"))
      #expect(form["gesture.dwell_ms"]?.value == .number(150) && form["gesture.dwell_ms"]?.isSet == false)
      #expect(form["privacy.preview"]?.value == .flag(false) && form["keys.left"]?.value == .text("left"))
      #expect(form.profiles.map(\.name) == ["plain", "daily"] && form.profiles.allSatisfy(\.builtIn))
      #expect(form.commands == [Form.Command(swipe: "left", run: ["a", "b c"])])
    }
  }

  @Test(
    "A change is shown before it is made, then made in the file, where comments stay; without a daemon, the page learns that it is not used"
  )
  func change() async throws {
    try await withFile { app, scratch in
      let change = #""changes":[{"option":"gesture.dwell_ms","value":200},{"option":"privacy.preview","value":true}]"#
      let version = try form(app).version
      let shown = try post(app, version, save: false, change).json(Change.self)
      #expect(shown.lines == ["+ dwell_ms = 200", "+ [privacy]", "+ preview = true"] && !shown.saved)
      #expect(try scratch.text("swiped.toml") == Self.text)
      let made = try post(app, version, save: true, change).json(Change.self)
      #expect(made.lines == shown.lines && made.saved && made.reload?.facts?.map(\.code) == ["daemon_not_running"])
      let written = try scratch.text("swiped.toml")
      #expect(written.contains("# Mine.") && written.contains("# for the day\ndwell_ms = 200\n"))
      let form = try form(app)
      #expect(form.version == made.version && form["gesture.dwell_ms"]?.isSet == true && form["gesture.dwell_ms"]?.default == .number(150))
      let back = try post(app, form.version, save: true, #""changes":[{"option":"gesture.dwell_ms","value":null}]"#)
      #expect(try back.json(Change.self).lines == ["- dwell_ms = 200"])
    }
  }

  @Test("A change of what the page has not seen is refused, and the file stays as it is")
  func conflict() async throws {
    try await withFile { app, scratch in
      let version = try form(app).version
      try scratch.write("swiped.toml", (Self.text + "# by hand\n").utf8)
      let answer = try post(app, version, save: true, #""changes":[{"option":"camera.device","value":"x"}]"#)
      #expect(answer.status == 409 && answer.error?.contains("swiped.toml") == true)
      #expect(try scratch.text("swiped.toml") == Self.text + "# by hand\n")
    }
  }

  @Test(
    "What the file cannot have is refused in one line, and the file stays as it is",
    arguments: [
      #""changes":[{"option":"gesture.dwell_ms","value":-1}]"#, #""changes":[{"option":"gesture.dwell_ms","value":"x"}]"#,
      #""changes":[{"option":"keys.left","value":"nokey"}]"#, #""changes":[{"option":"log.level","value":"debug"}]"#,
      #""changes":[{"option":"gesture.profile","value":"none"}]"#, #""commands":[{"swipe":"left","run":[]}]"#,
      #""commands":[{"swipe":"up","run":["a"]}]"#, #""profiles":{"action":"copy","name":"daily"}"#,
      #""profiles":{"action":"copy","name":"daily","to":"a b"}"#, #""profiles":{"action":"remove","name":"daily"}"#,
      #""calibration":{"profile":"none"}"#, #""calibration":{"profile":"daily","unlock":"triple"}"#,
      #""calibration":{"profile":"daily","threshold":1e300}"#, #""changes":7"#, SettingsTests.commands(2000),
      #""changes":[{"option":"keys.left","value":"up"},{"option":"keys.left","value":"down"}]"#,
    ])
  func refused(_ members: String) async throws {
    try await withFile { app, scratch in
      let answer = try post(app, try form(app).version, save: true, members)
      #expect(answer.status == 422 && answer.error?.isEmpty == false && answer.error?.contains("\n") == false, "\(answer.text)")
      #expect(try scratch.text("swiped.toml") == Self.text)
    }
  }

  @Test("A refusal names the option that is wrong, without a place in the file")
  func wrongOption() async throws {
    struct Refused: Decodable { let error: String, option: String? }
    try await withFile { app, _ in
      let version = try form(app).version
      let changes = #""changes":[{"option":"gesture.dwell_ms","value":240},{"option":"keys.left","value":"nokey"}]"#
      let refused = try post(app, version, save: false, changes).json(Refused.self)
      #expect(refused.option == "keys.left" && !refused.error.contains("toml:"), "\(refused)")
      #expect(try post(app, version, save: false, Self.commands(2000)).json(Refused.self).option == nil)
    }
  }

  @Test("A fix that is not a command is in the words of an error's code, by which the page says it")
  func fixWithoutCommand() async throws {
    try await withFile { app, _ in
      let problem = try post(app, try form(app).version, save: false, #""calibration":{"profile":"none"}"#).json(Problem.self)
      #expect(problem.fix == nil && problem.facts?.map(\.code) == ["profile_unknown"])
      #expect(problem.facts?.first?.values["profiles"]?.contains("plain, daily") == true)
    }
  }

  @Test("A number says between which numbers it must be")
  func bounds() async throws {
    try await withFile { app, _ in
      let form = try form(app)
      #expect(form["gesture.dwell_ms"].map { [$0.least, $0.most] } == [0, 60_000])
      #expect(form["gesture.threshold"].map { [$0.least, $0.most] } == [0, 5])
      #expect(form["keys.left"].map { [$0.least, $0.most] } == [nil, nil])
    }
  }

  @Test("The default of a threshold has its own unit, in which a number may be written in place of the other one")
  func defaultUnit() async throws {
    try await withFile("[gesture]\nprofile = \"daily\"\nthreshold = 80\n\n[expert]\nthreshold_unit = \"px\"\n") { app, scratch in
      let form = try form(app)
      let threshold = try #require(form["gesture.threshold"])
      #expect(threshold.value == .number(80) && threshold.default == .number(0.6) && threshold.defaultUnit == "hand")
      #expect(form["gesture.dwell_ms"].map { $0.defaultUnit == nil } == true)
      let change = #""changes":[{"option":"gesture.threshold","value":0.7,"unit":"hand"}]"#
      #expect(try post(app, form.version, save: true, change).status == 200)
      let written = try self.form(app)
      #expect(written["gesture.threshold"]?.value == .number(0.7) && written["gesture.threshold"]?.most == 5)
    }
  }

  private static func commands(_ count: Int) -> String {
    #""commands":[\#((0..<count).map { #"{"swipe":"left","run":["\#($0)"]}"# }.joined(separator: ","))]"#
  }

  @Test("A hundred commands are written at once")
  func manyCommands() async throws {
    try await withFile { app, scratch in
      let answer = try post(app, try form(app).version, save: true, Self.commands(100))
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try form(app).commands == (0..<100).map { Form.Command(swipe: "left", run: ["\($0)"]) })
    }
  }

  @Test("What a file is to the person who links it is said with what it says, with each change, and before that is written")
  func notes() async throws {
    let scratch = Scratch()
    try scratch.write("dotfiles/swiped.toml", Self.text.utf8)
    try scratch.write("dotfiles/.git/HEAD", [])
    try #require(symlink("dotfiles/swiped.toml", scratch.file("swiped.toml")) == 0)
    try await blocking {
      let app = try AppFixture(config: scratch.file("swiped.toml"))
      #expect(try form(app).notes.map { $0.facts?.map(\.code) } == [["file_linked"], ["file_in_repository"]])
      let change = #""changes":[{"option":"camera.device","value":"x"}]"#
      let shown = try post(app, try form(app).version, save: false, change).json(Change.self)
      #expect(try shown.notes.map(\.error) == form(app).notes.map(\.error))
      #expect(try post(app, try form(app).version, save: true, change).status == 200)
      #expect(try scratch.text("dotfiles/swiped.toml").contains("device = \"x\""))
    }
  }

  @Test("Profiles are copied, selected, changed and removed; commands are replaced")
  func profiles() async throws {
    try await withFile { app, scratch in
      func make(_ members: String) throws {
        let answer = try post(app, try form(app).version, save: true, members)
        #expect(answer.status == 200, "\(answer.text)")
      }
      try make(#""profiles":{"action":"copy","name":"daily","to":"video"}"#)
      // The profile first, whatever the order.
      try make(#""changes":[{"option":"keys.left","value":"up"},{"option":"gesture.profile","value":"video"}]"#)
      #expect(try scratch.text("swiped.toml").hasSuffix("\n[profile.video]\nprofile = \"daily\"\nleft = \"up\"\n"))
      try make(#""profiles":{"action":"rename","name":"video","to":"film"}"#)
      #expect(try form(app).profile == "film")
      try make(#""profiles":{"action":"remove","name":"film"}"#)
      #expect(try form(app).profile == "daily")
      try make(#""commands":[{"swipe":"right","run":["c"]}]"#)
      #expect(try form(app).commands == [Form.Command(swipe: "right", run: ["c"])])
      try make(#""commands":[{"swipe":"right","run":["c"]},{"parallel":true,"swipe":"left","run":["d"]}]"#)
      #expect(try form(app).commands.map(\.parallel) == [nil, true])
      #expect(try scratch.text("swiped.toml").contains("run = [\"d\"]\nparallel = true\n"))
      try make(#""calibration":{"profile":"daily","threshold":0.7,"dwell_ms":210,"unlock":"double"}"#)
      let text = try scratch.text("swiped.toml")
      for line in ["threshold = 0.7", "threshold_unit = \"hand\"", "dwell_ms = 210", "unlock = \"double\"", "# Mine."] {
        #expect(text.contains(line))
      }
    }
  }

  @Test("Where a person sits is written alone, whatever the file says about gestures")
  func seat() async throws {
    try await withFile("[gesture]\nthreshold = 60\n") { app, scratch in
      for (seat, lines) in [("sofa", "width = 1280\nheight = 720\n"), ("desk", "")] {
        #expect(try post(app, try form(app).version, save: true, #""seat":"\#(seat)""#).status == 200)
        let text = try scratch.text("swiped.toml")
        #expect(text.contains("threshold = 60\n") && text.contains("width") == !lines.isEmpty && text.hasSuffix(lines), "\(text)")
      }
    }
  }

  @Test("Of a file with errors, the page shows their lines, and changes nothing")
  func invalid() async throws {
    try await withFile("[gesture]\nprofil = 1\n") { app, _ in
      let form = try form(app)
      #expect(form.problems.count == 1 && form.problems.first?.error.contains("swiped.toml:2:1:") == true)
      #expect(form.options.isEmpty && form.version == nil)
      #expect(form.problems.first?.facts?.map(\.code) == ["mistake_place", "option_unknown", "name_meant"])
      #expect(try post(app, "", save: true, #""changes":[]"#).status == 422)
    }
  }

  @Test("A file that cannot be written, is locked, or is open in an editor has its sentence")
  func busy() async throws {
    try await withFile { app, scratch in
      try scratch.write(".swiped.toml.swp", [])
      #expect(try form(app).openElsewhere?.facts?.map(\.code) == ["file_open_elsewhere"])
      let lock = open(scratch.file("swiped.toml"), O_RDONLY)
      flock(lock, LOCK_EX)
      let locked = try post(app, try form(app).version, save: true, #""changes":[{"option":"camera.device","value":"x"}]"#)
      #expect(locked.status == 422 && locked.error?.contains("locked") == true)
      close(lock)
      guard geteuid() != 0 else { return }
      chmod(scratch.path, 0o500)
      #expect(try form(app).readOnly?.facts?.map(\.code) == ["file_read_only"])
      #expect(try post(app, try form(app).version, save: true, #""changes":[{"option":"camera.device","value":"x"}]"#).status == 422)
      chmod(scratch.path, 0o700)
    }
  }

  @Test("The daemon reads the file again after a change")
  func reload() async throws {
    let scratch = Scratch()
    try scratch.write("swiped.toml", Self.text.utf8)
    let controls = Mutex<[Control]>([])
    let status = Status(state: .running, keys: .ready, source: "synthetic", precision: "f32", pid: 1)
    let daemon = EventServer(
      path: scratch.file("s.sock"), hello: Hello(pid: 1), status: { status },
      control: { control in
        controls.withLock { $0.append(control) }
        return .success(status)
      })
    try await daemon.start()
    try await blocking {
      let app = try AppFixture(daemon: scratch.file("s.sock"), config: scratch.file("swiped.toml"))
      let answer = try post(app, try form(app).version, save: true, #""changes":[{"option":"camera.device","value":"x"}]"#)
      #expect(try answer.json(Change.self).reload == nil)
      #expect(controls.withLock { $0 } == [.reload])
    }
    await daemon.stop()
  }

  @Test("Other sites and browsers neither read nor change it")
  func strangers() async throws {
    try await withFile { (app, scratch) throws in
      #expect(try app.get("/settings", ["Authorization": nil]).status == 403)
      #expect(try app.send("POST", "/settings", ["Origin": "https://evil.example"], body: Array("{}".utf8)).status == 403)
      #expect(try app.send("POST", "/settings", ["Authorization": nil], body: Array("{}".utf8)).status == 403)
      #expect(try scratch.text("swiped.toml") == Self.text)
    }
  }
}
