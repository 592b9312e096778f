import App
import Doctor
import Foundation
import Glibc
import Synchronization
import Systemd
import TestWeb
import Testing
import UserErrors

/// The buttons of the page that start and stop the service, and what doctor finds.
struct ServiceRequestTests {
  /// A service manager that obeys or refuses.
  private final class Machine: Sendable {
    let manager: Mutex<ServiceManager>
    let actions = Mutex<[ServiceAction]>([])
    let refusal: ServiceError?

    init(_ manager: ServiceManager, refusal: ServiceError? = nil) {
      self.manager = Mutex(manager)
      self.refusal = refusal
    }

    var facts: UnitFacts { UnitFacts(manager.withLock { $0 }) }

    func carryOut(_ action: ServiceAction) throws(ServiceError) {
      actions.withLock { $0.append(action) }
      if let refusal { throw refusal }
      manager.withLock { manager in
        guard case .answers(var service, let socket) = manager else { return }
        switch action {
        case .start, .restart: service.active = "active"
        case .stop: service.active = "inactive"
        case .enable: service.file = "enabled"
        case .disable: service.file = "disabled"
        }
        manager = .answers(service: service, socket: socket)
      }
    }
  }

  private struct State: Decodable, Equatable {
    var manager = "answers"
    var reason: String?
    var installed = true, running = false, failed = false, startsAtLogin = false
  }

  private struct Findings: Decodable {
    struct Line: Decodable, Equatable {
      let check: String, verdict: String, message: String
      var facts: [SaidFact] = []
      let fix: String?, action: String?
    }

    let findings: [Line]
  }

  private static func unit(_ change: (inout UnitState) -> Void = { _ in }) -> UnitState {
    var state = UnitState()
    (state.load, state.file) = ("loaded", "disabled")
    change(&state)
    return state
  }

  private func app(_ machine: Machine, isService: Bool = true, findings: [Finding] = []) throws -> AppFixture {
    try AppFixture(
      service: ServiceRequests(isService: isService, examine: { findings }, units: { machine.facts }) { action throws(ServiceError) in
        try machine.carryOut(action)
      })
  }

  private func state(_ answer: Answer) throws -> State {
    #expect(answer.status == 200)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(State.self, from: Data(answer.text.utf8))
  }

  private func error(_ answer: Answer, _ status: Int, _ location: SourceLocation = #_sourceLocation) throws -> String {
    #expect(answer.status == status, sourceLocation: location)
    let error = try answer.json(Problem.self).error
    #expect(error.contains("; ") && !error.contains("\n"), "\(error)", sourceLocation: location)
    return error
  }

  private func post(_ action: String, to app: AppFixture) throws -> Answer {
    try app.send("POST", "/service", body: Array(#"{"action":"\#(action)"}"#.utf8))
  }

  @Test("The service is started, stopped, and started at login, and each answer is the state after it")
  func actions() throws {
    let machine = Machine(.answers(service: Self.unit(), socket: UnitState()))
    let app = try app(machine)
    #expect(try state(app.get("/service")) == State())
    #expect(try state(post("start", to: app)) == State(running: true))
    #expect(try state(post("enable", to: app)) == State(running: true, startsAtLogin: true))
    #expect(try state(post("restart", to: app)).running)
    #expect(try state(post("disable", to: app)) == State(running: true))
    #expect(try state(post("stop", to: app)) == State())
    #expect(machine.actions.withLock { $0 } == [.start, .enable, .restart, .disable, .stop])
  }

  @Test("A service that cannot be started is an error with its cause, and the state says that it has failed")
  func failure() throws {
    let service = Self.unit { ($0.active, $0.result, $0.exitStatus) = ("failed", "exit-code", 78) }
    let refusal = ServiceError.failed(.start, unit: "swiped.service", cause: "exit status 78")
    let app = try app(Machine(.answers(service: service, socket: UnitState()), refusal: refusal))
    #expect(try error(post("start", to: app), 503).contains("exit status 78"))
    let state = try state(app.get("/service"))
    #expect(state.failed && state.installed && !state.running && state.reason?.contains("exit status 78") == true)
  }

  @Test("A service that is not installed, a manager that does not answer and a machine without systemd have their reasons")
  func reasons() throws {
    let missing = try state(app(Machine(.answers(service: UnitState(), socket: UnitState()))).get("/service"))
    #expect(missing.manager == "answers" && !missing.installed && missing.reason?.contains("not installed") == true)
    let silent = try state(app(Machine(.unreachable(why: "no bus"))).get("/service"))
    #expect(silent.manager == "unreachable" && silent.reason != nil)
    let app = try app(Machine(.none))
    #expect(try state(app.get("/service")).manager == "none")
    #expect(try !error(post("start", to: app), 503).isEmpty)
  }

  @Test("A daemon whose socket was named is not the service, which is left alone")
  func otherDaemon() throws {
    let machine = Machine(.answers(service: Self.unit(), socket: UnitState()))
    let app = try app(machine, isService: false, findings: [.failed("unit", "stopped", fix: nil, action: .start)])
    let state = try state(app.get("/service"))
    #expect(state.manager == "none" && state.reason?.contains("--socket") == true)
    #expect(try error(post("stop", to: app), 503).contains("--socket"))
    #expect(machine.actions.withLock { $0 }.isEmpty)
    #expect(try findings(app).map(\.action) == [nil])
  }

  @Test("Keys are allowed by a program that asks for the password, and an error says why they are not", arguments: [0, 126, 1])
  func keys(status: Int) throws {
    let scratch = Scratch()
    let (asker, called) = (scratch.file("pkexec"), scratch.file("called"))
    try scratch.write("pkexec", "#!/bin/sh\necho \"$@\" >\(called)\necho no module\nexit \(status)\n".utf8)
    chmod(asker, 0o700)
    let keys = try #require(KeyPermission(asker: asker, swipectl: "/opt/swipectl"))
    let app = try AppFixture(
      service: ServiceRequests(
        isService: true, keys: keys, examine: { [.failed("uinput", "denied", fix: "sudo x")] }, units: { UnitFacts(.none) }
      ) {
        (_) throws(ServiceError) in
      })
    #expect(try findings(app).map(\.action) == ["allow_keys"])
    let answer = try app.send("POST", "/allow-keys", body: [])
    #expect(try scratch.text("called") == "/opt/swipectl allow-keys\n")
    if status == 0 {
      #expect(answer.status == 200)
    } else {
      #expect(try error(answer, 503).contains(status == 126 ? "password" : "no module"))
    }
    #expect(KeyPermission(asker: scratch.file("nothing")) == nil)
  }

  @Test("Where the desktop cannot ask for a password, the check has its command alone")
  func noKeys() throws {
    let app = try app(Machine(.none), findings: [.failed("uinput", "denied", fix: "sudo x")])
    #expect(try findings(app).map(\.action) == [nil])
    #expect(try error(app.send("POST", "/allow-keys", body: []), 503).contains("command"))
  }

  private func findings(_ app: AppFixture) throws -> [Findings.Line] {
    try JSONDecoder().decode(Findings.self, from: Data(app.get("/doctor").text.utf8)).findings
  }

  @Test("What doctor finds has its verdict, its fix, and what the service manager can do about it")
  func doctor() throws {
    let machine = Machine(.none)
    let app = try app(
      machine,
      findings: [
        .ok("camera", "a"), .note("profile", "b", fix: "swipectl profile daily"), .failed("unit", "c", fix: "ls", action: .restart),
        .note("unit", "d", action: .enable),
        .failed("camera", "e", fix: nil).saying(.camera, ["camera": "f"]).saying(.cameraUnreadable),
      ])
    #expect(
      try findings(app) == [
        .init(check: "camera", verdict: "ok", message: "a", fix: nil, action: nil),
        .init(check: "profile", verdict: "note", message: "b", fix: "swipectl profile daily", action: nil),
        .init(check: "unit", verdict: "failed", message: "c", fix: "ls", action: "restart"),
        .init(check: "unit", verdict: "note", message: "d", fix: nil, action: "enable"),
        .init(
          check: "camera", verdict: "failed", message: "e",
          facts: [SaidFact(code: "camera", values: ["camera": "f"]), SaidFact(code: "camera_unreadable")], fix: nil, action: nil),
      ])
    let text = try app.get("/doctor").text
    #expect(text.contains(#""fix":null"#) && text.contains(#""action":null"#))
  }

  @Test("On this machine, doctor has a finding for each check")
  func realDoctor() throws {
    let app = try AppFixture(service: ServiceRequests(config: nil, socket: nil))
    let findings = try findings(app)
    let checks = Set(findings.map(\.check))
    #expect(checks.isSuperset(of: ["camera", "uinput", "processor", "runtime", "models", "configuration", "socket", "unit"]))
    #expect(findings.filter(\.facts.isEmpty).isEmpty, "a page says each in its language")
  }

  @Test("A body that names no action is refused", arguments: ["", "{}", #"{"action":"kill"}"#, #"{"action":1}"#, "start"])
  func badBody(body: String) throws {
    let machine = Machine(.answers(service: Self.unit(), socket: UnitState()))
    _ = try error(app(machine).send("POST", "/service", body: Array(body.utf8)), 422)
    #expect(machine.actions.withLock { $0 }.isEmpty)
  }

  @Test("Other sites can neither start nor stop it")
  func stranger() throws {
    let machine = Machine(.answers(service: Self.unit(), socket: UnitState()))
    let app = try app(machine)
    let body = Array(#"{"action":"stop"}"#.utf8)
    #expect(try app.send("POST", "/service", ["Origin": "https://evil.example"], body: body).status == 403)
    for path in ["/service", "/doctor"] { #expect(try app.get(path, ["Authorization": "Bearer x"]).status == 403) }
    #expect(machine.actions.withLock { $0 }.isEmpty)
  }
}
