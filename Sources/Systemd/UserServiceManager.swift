import Glibc
import JSON
import Platform
import SystemPackage
import UserErrors

/// What a person can do about the service.
package enum ServiceAction: String, Codable, Sendable, CaseIterable {
  case start, stop, restart
  /// Start it at login, or no longer.
  case enable, disable

  /// The time that it may take. systemd gives up a start after 90 s.
  var limit: Duration {
    switch self {
    case .start, .restart: .seconds(100)
    case .stop: .seconds(20)
    case .enable, .disable: .seconds(30)
    }
  }

  /// What a service that does not obey does not do.
  var verb: String {
    switch self {
    case .start, .enable, .disable: "start"
    case .stop: "stop"
    case .restart: "restart"
    }
  }
}

/// The user's service manager, as far as it has the units of swiped: what systemctl(1) does. Each call blocks the thread for a bounded time.
package struct UserServiceManager: Sendable {
  private static let service = "swiped.service", socket = "swiped.socket"

  private let systemctl: String
  /// By which systemctl finds the manager.
  private let variables: [String: String]
  /// The time for an answer that needs no work.
  private let patience: Duration
  /// The longest time for any other; nil for that which it needs.
  private let limit: Duration?

  /// The manager of this user on this machine.
  ///
  /// - Parameters:
  ///   - environment: where XDG_RUNTIME_DIR and DBUS_SESSION_BUS_ADDRESS are looked up.
  ///   - systemctl: the program, looked up on PATH if it is not a path.
  ///   - patience: the time for an answer that needs no work.
  ///   - limit: the longest time for any other; nil for that which it needs.
  package init(
    environment: [String: String], systemctl: String = "systemctl", patience: Duration = .seconds(5), limit: Duration? = nil
  ) {
    variables = ["XDG_RUNTIME_DIR": "/run/user/\(getuid())"].merging(environment.filter { !$0.value.isEmpty }) { $1 }
    (self.systemctl, self.patience, self.limit) = (systemctl, patience, limit)
  }

  /// Whether the machine runs systemd.
  package static var isPresent: Bool { Files.exists("/run/systemd/system") }

  /// The states of swiped.service and swiped.socket.
  package func units() throws(ServiceError) -> (service: UnitState, socket: UnitState) {
    let properties = "--property=LoadState,ActiveState,SubState,UnitFileState,Result,ExecMainStatus,MainPID,Listen"
    let units = try ask(["show", properties, Self.service, Self.socket]).split(separator: "\n\n").map { UnitState($0) }
    guard units.count == 2 else { throw .unreachable(why: "the reply of systemctl cannot be read") }
    return (units[0], units[1])
  }

  /// The environment in which the manager starts services, such as PATH.
  package func environment() throws(ServiceError) -> [String: String] {
    // What systemctl says on standard error is no JSON.
    let text = try ask(["show-environment", "--output=json"], mergingErrors: false)
    guard let variables = try? JSONReader().decode([String: String].self, from: Array(text.utf8)) else {
      throw .unreachable(why: "the reply of systemctl cannot be read")
    }
    return variables
  }

  /// Carries out an action, and returns when it has taken effect. Where swiped.socket starts the service for its first client, it is started
  /// and stopped with it: the next client would start a service that was stopped alone.
  package func carryOut(_ action: ServiceAction) throws(ServiceError) {
    let end = ContinuousClock.now + (limit ?? action.limit)
    func run(_ arguments: String...) throws(ServiceError) { try self.run(arguments, until: end, for: action) }
    var (service, socket) = try units()
    if service.load == "not-found" {
      // It may have been installed since.
      try run("daemon-reload")
      (service, socket) = try units()
    }
    switch service.load {
    case "loaded": break
    case "not-found": throw .notInstalled
    case "masked": throw .masked
    case let load: throw .unreadable(load: load)
    }
    // The manager would refuse to start what was started too often before.
    if service.active == "failed", action == .start || action == .restart { try run("reset-failed", Self.service) }
    switch action {
    case .start:
      // Before the service, beside which it cannot be started.
      if socket.isEnabled, socket.load == "loaded", socket.active != "active", !service.isRunning { try run("start", Self.socket) }
      try run("start", Self.service)
    case .stop:
      if socket.active == "active" { try run("stop", Self.socket) }
      try run("stop", Self.service)
    case .restart: try run("restart", Self.service)
    case .enable: try run("enable", Self.service)
    case .disable:
      try run("disable", Self.service)
      if socket.isEnabled { try run("disable", Self.socket) }
      (service, socket) = try units()
      if service.isEnabled { throw .enabledForAll(Self.service) }
      if socket.isEnabled { throw .enabledForAll(Self.socket) }
    }
  }

  // MARK: systemctl

  /// Runs a command that only reads.
  ///
  /// - Returns: what it prints.
  private func ask(_ arguments: [String], mergingErrors: Bool = true) throws(ServiceError) -> String {
    let end = ContinuousClock.now + patience
    let (text, exit) = try output(of: arguments, mergingErrors: mergingErrors, until: end)
    switch exit {
    case .exited(status: 0): return text
    case .exited: throw .unreachable(why: Self.words(text.split(separator: "\n").suffix(1)))
    case .killed where .now >= end: throw .unreachable(why: "no reply within \(patience.components.seconds) s")
    case .killed, .unknown: throw .unreachable(why: Self.wasEnded(exit))
    }
  }

  /// Runs a command for an action, whose last argument is the unit.
  private func run(_ arguments: [String], until end: ContinuousClock.Instant, for action: ServiceAction) throws(ServiceError) {
    let unit = arguments.count > 1 ? arguments[1] : Self.service
    let (text, exit) = try output(of: arguments, until: end)
    switch exit {
    case .exited(status: 0): return
    case .exited: throw try failure(of: action, unit, text)
    case .killed where .now >= end: throw .late(action, unit: unit, limit ?? action.limit)
    case .killed, .unknown: throw .failed(action, unit: unit, cause: Self.wasEnded(exit))
    }
  }

  private static func wasEnded(_ exit: ChildProcess.Exit) -> String {
    guard case .killed(let signal) = exit else { return "how systemctl ended is not known" }
    return "systemctl was ended by \(ChildProcess.Exit.name(ofSignal: signal))"
  }

  /// What systemctl says, as it can be part of an error: another program in its place may say anything.
  private static func words(_ lines: some Sequence<Substring>) -> String {
    let words = String(lines.joined(separator: " ").prefix(300)).printable
    return words.isEmpty ? "systemctl failed" : words
  }

  /// - Parameter words: those of systemctl(1).
  private func failure(of action: ServiceAction, _ unit: String, _ words: String) throws(ServiceError) -> ServiceError {
    let isNeeded = words.contains("A dependency job for")
    guard isNeeded || words.contains("Job for") else { return .refused(Self.words(words.split(whereSeparator: \.isNewline))) }
    if isNeeded { return .failed(action, unit: unit, cause: "a unit that it needs does not start") }
    if words.contains(" canceled.") { return .failed(action, unit: unit, cause: "another request canceled that") }
    if words.contains(" timed out.") { return .failed(action, unit: unit, cause: "it took too long") }
    let (service, socket) = try units()
    return .failed(action, unit: unit, cause: (unit == Self.service ? service : socket).lastEnd)
  }

  private func output(
    of arguments: [String], mergingErrors: Bool = true, until end: ContinuousClock.Instant
  ) throws(ServiceError) -> (String, ChildProcess.Exit) {
    do throws(Errno) {
      let (bytes, exit) = try ChildProcess.output(
        of: [systemctl, "--user"] + arguments, environment: variables, mergingErrors: mergingErrors, within: max(end - .now, .zero))
      return (String(decoding: bytes, as: UTF8.self), exit)
    } catch {
      throw .unreachable(why: "\(systemctl): \(error)")
    }
  }
}

/// Why the service manager has not done what it was asked.
package enum ServiceError: UserFacingError, Equatable {
  /// It cannot be reached, or does not reply.
  case unreachable(why: String)
  case notInstalled
  case masked
  /// The unit cannot be read, by its load state.
  case unreadable(load: String)
  /// What it says in the place of doing it.
  case refused(String)
  case failed(ServiceAction, unit: String, cause: String)
  /// It took too long.
  case late(ServiceAction, unit: String, Duration)
  /// The unit starts at the login of every user.
  case enabledForAll(String)

  package var userError: UserError {
    switch self {
    case .unreachable(let why):
      error("the user's service manager does not answer: \(why)", "sudo systemctl start user@$(id -u).service")
    case .notInstalled: error("swiped.service is not installed", Installation.current.installCommand)
    case .masked: error("swiped.service is masked", "systemctl --user unmask swiped")
    case .unreadable(let load): error("swiped.service cannot be read by systemd (\(load))", "systemd-analyze --user verify swiped.service")
    case .refused(let message): error("swiped.service: \(message)", "systemctl --user status swiped")
    case .failed(let action, let unit, let cause):
      error("\(unit) does not \(action.verb): \(cause)", "journalctl --user -u swiped -n 20")
    case .late(let action, let unit, let limit):
      error("\(unit) does not \(action.verb) within \(limit.components.seconds) s", "journalctl --user -u swiped -n 20")
    case .enabledForAll(let unit):
      error("\(unit) still starts at login, since it does so for all users", "sudo systemctl --global disable \(unit)")
    }
  }

  private func error(_ summary: String, _ command: ShellCommand) -> UserError {
    UserError(summary.split(whereSeparator: \.isNewline).joined(separator: " "), fix: .command(command), exitStatus: .unavailable)
  }
}
