import Foundation
import Systemd
import Testing

@Suite("The service, by systemctl", .timeLimit(.minutes(5)))
struct UserServiceManagerTests {
  private let systemctl: FakeSystemctl

  init() throws { systemctl = try FakeSystemctl() }

  private func manager(patience: Duration = .seconds(30), limit: Duration? = nil) -> UserServiceManager {
    UserServiceManager(environment: [:], systemctl: systemctl.path, patience: patience, limit: limit)
  }

  @Test("The states of the service and its socket are read")
  func states() throws {
    try systemctl.set(
      "swiped.service.show",
      FakeSystemctl.properties(active: "failed", sub: "failed", file: "enabled", result: "exit-code", exitStatus: 78, process: 7))
    try systemctl.set(
      "swiped.socket.show",
      FakeSystemctl.properties(active: "active", sub: "listening", listen: ["/run/user/1/swiped/swiped.sock", "/tmp/a b"]))
    let (service, socket) = try manager().units()
    #expect(service.active == "failed" && service.exitStatus == 78 && service.processID == 7)
    #expect(service.isEnabled && service.hasFailed && !service.isRunning && service.lastEnd.contains("78"))
    #expect(socket.load == "loaded" && socket.sub == "listening" && !socket.isEnabled)
    #expect(socket.listen == ["/run/user/1/swiped/swiped.sock", "/tmp/a b"])
  }

  @Test("The environment of services is read")
  func environment() throws {
    try systemctl.set("environment", #"{"PATH":"/home/ann/bin:/bin","EMPTY":"","A":"b=c\n"}"#)
    #expect(try manager().environment() == ["PATH": "/home/ann/bin:/bin", "EMPTY": "", "A": "b=c\n"])
  }

  @Test("A service is started, restarted and stopped")
  func startAndStop() throws {
    for action in [ServiceAction.start, .restart, .stop] { try manager().carryOut(action) }
    #expect(systemctl.calls == ["start swiped.service", "restart swiped.service", "stop swiped.service"])
  }

  @Test("A socket that starts the service is started before it, and stopped with it")
  func socketActivation() throws {
    try systemctl.set("swiped.socket.show", FakeSystemctl.properties(file: "enabled"))
    try manager().carryOut(.start)
    try systemctl.set("swiped.socket.show", FakeSystemctl.properties(active: "active", file: "enabled"))
    try manager().carryOut(.stop)
    #expect(systemctl.calls == ["start swiped.socket", "start swiped.service", "stop swiped.socket", "stop swiped.service"])
  }

  @Test("A service that has failed is reset before it is started again", arguments: [ServiceAction.start, .restart])
  func reset(action: ServiceAction) throws {
    try systemctl.set("swiped.service.show", FakeSystemctl.properties(active: "failed"))
    try manager().carryOut(action)
    #expect(systemctl.calls == ["reset-failed swiped.service", "\(action) swiped.service"])
  }

  @Test("A start that fails is an error with the exit status of the service, and the command that shows more")
  func failure() throws {
    try systemctl.set(
      "fail-start", "Job for swiped.service failed because the control process exited with error code.\nSee \"systemctl\" for details.\n")
    try systemctl.set("after-start", FakeSystemctl.properties(active: "failed", result: "exit-code", exitStatus: 78))
    let error = #expect(throws: ServiceError.self) { try manager().carryOut(.start) }
    #expect(error == .failed(.start, unit: "swiped.service", cause: "exit status 78, the configuration"))
    #expect(error?.description.contains("journalctl") == true)
  }

  @Test(
    "A job that does not run to its end is an error with the reason",
    arguments: [
      ("Warning: changed on disk.\nJob for swiped.service canceled.", "another request canceled that"),
      ("Job for swiped.service timed out.", "it took too long"),
      ("A dependency job for swiped.service failed. See 'journalctl -xe' for details.", "a unit that it needs does not start"),
    ])
  func jobs(words: String, cause: String) throws {
    try systemctl.set("fail-restart", words)
    #expect(throws: ServiceError.failed(.restart, unit: "swiped.service", cause: cause)) { try manager().carryOut(.restart) }
  }

  @Test("A start that never ends is an error after the time that it has")
  func late() throws {
    try systemctl.set("hang-start")
    #expect(throws: ServiceError.late(.start, unit: "swiped.service", .seconds(1))) { try manager(limit: .seconds(1)).carryOut(.start) }
  }

  @Test("The start at login is enabled and disabled, that of the socket with it")
  func login() throws {
    try manager().carryOut(.enable)
    try systemctl.set("swiped.socket.show", FakeSystemctl.properties(file: "enabled"))
    try systemctl.set("after-disable", FakeSystemctl.properties())
    try manager().carryOut(.disable)
    #expect(systemctl.calls == ["enable swiped.service", "disable swiped.service", "disable swiped.socket"])
  }

  @Test("A service that starts at the login of every user is not disabled, with the command that does it")
  func enabledForAll() throws {
    try systemctl.set("swiped.service.show", FakeSystemctl.properties(file: "enabled"))
    #expect(throws: ServiceError.enabledForAll("swiped.service")) { try manager().carryOut(.disable) }
  }

  @Test("A service without a file is not installed, unless the manager finds it when it reads its files again")
  func notInstalled() throws {
    try systemctl.set("swiped.service.show", FakeSystemctl.properties(load: "not-found"))
    #expect(throws: ServiceError.notInstalled) { try manager().carryOut(.start) }
    try systemctl.set("after-daemon-reload", FakeSystemctl.properties())
    try manager().carryOut(.start)
    #expect(systemctl.calls == ["daemon-reload", "daemon-reload", "start swiped.service"])
  }

  @Test("A service that is masked or cannot be read is left alone", arguments: ["masked", "bad-setting"])
  func unusable(load: String) throws {
    try systemctl.set("swiped.service.show", FakeSystemctl.properties(load: load))
    #expect(throws: load == "masked" ? ServiceError.masked : .unreadable(load: load)) { try manager().carryOut(.enable) }
    #expect(systemctl.calls.isEmpty)
  }

  @Test("What the manager refuses is an error of one line with its message")
  func refused() throws {
    try systemctl.set("fail-enable", "Failed to enable unit: Read-only\nfile system\n")
    let error = #expect(throws: ServiceError.self) { try manager().carryOut(.enable) }
    #expect(error?.description.contains("Read-only file system") == true && error?.description.contains("\n") == false)
  }

  @Test("Words without end, and those that a terminal obeys, become one line of a bounded length")
  func hostileWords() throws {
    try systemctl.set("fail-enable", "\u{1B}[31m" + String(repeating: "x", count: 900_000))
    let error = #expect(throws: ServiceError.self) { try manager().carryOut(.enable) }
    #expect(error.map { $0.description.utf8.count < 500 && !$0.description.contains("\u{1B}") } == true)
  }

  @Test("A systemctl that crashes is not taken for one that is late")
  func crash() throws {
    try systemctl.set("crash-start")
    let crash = "systemctl was ended by SIGSEGV"
    #expect(throws: ServiceError.failed(.start, unit: "swiped.service", cause: crash)) { try manager().carryOut(.start) }
    try systemctl.set("crash-show")
    #expect(throws: ServiceError.unreachable(why: crash)) { try manager().units() }
  }

  @Test("Without systemctl, without a manager, and with one that hangs, it is unreachable")
  func unreachable() throws {
    let absent = UserServiceManager(environment: [:], systemctl: "\(systemctl.path)-none")
    #expect(throws: ServiceError.unreachable(why: "\(systemctl.path)-none: No such file or directory")) { try absent.units() }
    try systemctl.set("fail-show", "System has not been booted.\nFailed to connect to bus: Host is down\n")
    #expect(throws: ServiceError.unreachable(why: "Failed to connect to bus: Host is down")) { try manager().units() }
    try systemctl.set("hang-show")
    let silence = ServiceError.unreachable(why: "no reply within 1 s")
    #expect(throws: silence) { try manager(patience: .seconds(1)).units() }
    #expect(throws: silence) { try manager(patience: .seconds(1)).carryOut(.start) }
  }
}
