import Desktop
import Foundation
import Glibc
import Testing

@Suite("The service, by the user's service manager", .timeLimit(.minutes(5)))
struct UserServiceManagerTests {
  /// How the manager is reached.
  enum Way: CaseIterable {
    case socket, bus
  }

  private let folder = TestFolder()
  private var socket: String { "\(folder.path)/private" }
  private var address: String { "unix:path=\(folder.path)/bus" }

  private func manager(patience: Duration = .seconds(10), limit: Duration? = nil) -> UserServiceManager {
    UserServiceManager(privateSocket: socket, bus: address, patience: patience, limit: limit)
  }

  private func state(_ change: (inout FakeServiceManager.State) -> Void) -> FakeServiceManager.State {
    var state = FakeServiceManager.State()
    change(&state)
    return state
  }

  /// Runs a test with a fake manager.
  private func with(
    _ state: FakeServiceManager.State = .init(), _ way: Way = .socket, _ body: (FakeServiceManager) throws -> Void
  ) throws {
    switch way {
    case .socket: try body(FakeServiceManager(socket: socket, state))
    case .bus:
      let bus = try PrivateBus(in: folder)
      try body(FakeServiceManager(bus: bus.address, state))
      bus.stop()
    }
  }

  @Test("The states of the service and its socket are read", arguments: Way.allCases)
  func states(way: Way) throws {
    let known = state {
      $0.units["swiped.service"] = .init(
        active: "failed", sub: "failed", file: "enabled", result: "exit-code", exitStatus: 78, process: 7)
      $0.units["swiped.socket"] = .init(active: "active", sub: "listening", listen: ["/run/user/1/swiped/swiped.sock"])
    }
    try with(known, way) { _ in
      let (service, socket) = try manager().units()
      #expect(service.active == "failed" && service.exitStatus == 78 && service.processID == 7)
      #expect(service.isEnabled && service.hasFailed && !service.isRunning && service.lastEnd.contains("78"))
      #expect(socket.load == "loaded" && socket.sub == "listening" && !socket.isEnabled)
      #expect(socket.listen == ["/run/user/1/swiped/swiped.sock"])
    }
  }

  @Test("The environment of services is read", arguments: Way.allCases)
  func environment(way: Way) throws {
    try with(state { $0.environment = ["PATH=/home/ann/bin:/bin", "EMPTY=", "A=b=c", "none", "A=later"] }, way) { _ in
      let environment = try manager().environment()
      #expect(environment == ["PATH": "/home/ann/bin:/bin", "EMPTY": "", "A": "b=c"])
    }
  }

  @Test("A service is started, restarted and stopped", arguments: Way.allCases)
  func startAndStop(way: Way) throws {
    try with(.init(), way) { fake in
      try manager().carryOut(.start)
      #expect(try manager().units().service.isRunning)
      try manager().carryOut(.restart)
      try manager().carryOut(.stop)
      #expect(try !manager().units().service.isRunning)
      #expect(fake.calls == ["StartUnit swiped.service", "RestartUnit swiped.service", "StopUnit swiped.service"])
    }
  }

  @Test("A socket that starts the service is started before it, and stopped with it")
  func socketActivation() throws {
    try with(state { $0.units["swiped.socket"]?.file = "enabled" }) { fake in
      try manager().carryOut(.start)
      try manager().carryOut(.stop)
      #expect(
        fake.calls
          == ["StartUnit", "StartUnit", "StopUnit", "StopUnit"].enumerated().map { "\($1) swiped.\($0 % 2 == 0 ? "socket" : "service")" })
    }
  }

  @Test("A service that has failed is reset before it is started again", arguments: [ServiceAction.start, .restart])
  func reset(action: ServiceAction) throws {
    try with(state { $0.units["swiped.service"]?.active = "failed" }) { fake in
      try manager().carryOut(action)
      #expect(fake.calls.first == "ResetFailedUnit swiped.service" && fake.unit("swiped.service").active == "active")
    }
  }

  @Test("A start that fails is an error with the exit status of the service, and the command that shows more")
  func failure() throws {
    try with(state { $0.units["swiped.service"]?.jobResult = "failed" }) { _ in
      let error = #expect(throws: ServiceError.self) { try manager().carryOut(.start) }
      #expect(error == .failed(.start, unit: "swiped.service", result: "failed", lastEnd: "exit status 78, the configuration"))
      #expect(error?.description.contains("exit status 78") == true && error?.description.contains("journalctl") == true)
    }
  }

  @Test("A start that never ends is an error after the time that it has")
  func late() throws {
    try with(state { $0.units["swiped.service"]?.jobResult = nil }) { _ in
      #expect(throws: ServiceError.late(.start, unit: "swiped.service", .seconds(1))) { try manager(limit: .seconds(1)).carryOut(.start) }
    }
  }

  @Test("The start at login is enabled and disabled, that of the socket with it")
  func login() throws {
    try with { fake in
      try manager().carryOut(.enable)
      #expect(try manager().units().service.isEnabled)
      try manager().carryOut(.disable)
      #expect(try !manager().units().service.isEnabled)
      #expect(fake.calls == ["EnableUnitFiles swiped.service", "Reload", "DisableUnitFiles swiped.service", "Reload"])
    }
    try with(state { $0.units["swiped.socket"]?.file = "enabled" }) { fake in
      try manager().carryOut(.disable)
      #expect(fake.calls.first == "DisableUnitFiles swiped.service swiped.socket")
    }
  }

  @Test("A service that starts at the login of every user is not disabled, with the command that does it")
  func enabledForAll() throws {
    try with(state { $0.units["swiped.service"] = .init(file: "enabled", isEnabledForAll: true) }) { _ in
      #expect(throws: ServiceError.enabledForAll("swiped.service")) { try manager().carryOut(.disable) }
    }
  }

  @Test("A service without a file is not installed, unless the manager finds it when it reads its files again")
  func notInstalled() throws {
    try with(state { $0.units["swiped.service"]?.load = "not-found" }) { _ in
      #expect(throws: ServiceError.notInstalled) { try manager().carryOut(.start) }
    }
    let installed = state {
      $0.units["swiped.service"]?.load = "not-found"
      $0.loadAfterReload = "loaded"
    }
    try with(installed) { fake in
      try manager().carryOut(.start)
      #expect(fake.calls == ["Reload", "StartUnit swiped.service"])
    }
  }

  @Test("A service that is masked or cannot be read is left alone", arguments: ["masked", "bad-setting"])
  func unusable(load: String) throws {
    try with(state { $0.units["swiped.service"]?.load = load }) { fake in
      #expect(throws: load == "masked" ? ServiceError.masked : .unreadable(load: load)) { try manager().carryOut(.enable) }
      #expect(fake.calls.isEmpty)
    }
  }

  @Test("What the manager refuses is an error of one line with its message")
  func refused() throws {
    try with(state { $0.errors["EnableUnitFiles"] = ("org.freedesktop.DBus.Error.Failed", "Read-only\nfile system") }) { _ in
      let error = #expect(throws: ServiceError.self) { try manager().carryOut(.enable) }
      #expect(error?.description.contains("Read-only file system") == true && error?.description.contains("\n") == false)
    }
  }

  @Test("Without a manager, with a bus that has none, and with one that hangs up, it is unreachable")
  func unreachable() throws {
    func isUnreachable(_ body: () throws -> Void) -> Bool {
      do { try body() } catch ServiceError.unreachable(let why) { return !why.isEmpty } catch { return false }
      return false
    }
    #expect(isUnreachable { _ = try manager().units() })
    let bus = try PrivateBus(in: folder)
    #expect(isUnreachable { _ = try manager().units() })
    bus.stop()
    try with(state { $0.hangsUpOn = "StartUnit" }) { _ in #expect(isUnreachable { try manager().carryOut(.start) }) }
  }

  @Test("A manager that accepts the connection and is silent then is unreachable after the time that it has", arguments: Way.allCases)
  func hanging(way: Way) throws {
    let listener = listen(at: way == .socket ? socket : "\(folder.path)/bus")
    defer { close(listener) }
    let silence = ServiceError.unreachable(why: "no reply within 1 s")
    #expect(throws: silence) { try manager(patience: .seconds(1)).units() }
    #expect(throws: silence) { try manager(patience: .seconds(1)).carryOut(.start) }
    guard way == .socket else { return }
    try with(state { $0.silent = ["GetAll"] }) { _ in
      #expect(throws: silence) { try manager(patience: .seconds(1)).carryOut(.start) }
    }
  }
}
