import Glibc
import Platform
import Product

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

/// The user's service manager, as far as it has the units of swiped. Each call makes its own connection, and blocks the thread for a bounded
/// time.
package struct UserServiceManager: Sendable {
  private static let service = "swiped.service", socket = "swiped.socket"

  private let addresses: [ServiceManagerAddress]
  /// The time for an answer that needs no work.
  private let patience: Duration
  /// The longest time for any other; nil for that which it needs.
  private let limit: Duration?

  /// The manager of this user on this machine: by its own socket, as systemctl(1) finds it, or over the session bus.
  ///
  /// - Parameter environment: where XDG_RUNTIME_DIR and DBUS_SESSION_BUS_ADDRESS are looked up.
  package init(environment: [String: String]) {
    let folder = environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/run/user/\(getuid())"
    self.init(privateSocket: "\(folder)/systemd/private", bus: environment["DBUS_SESSION_BUS_ADDRESS"] ?? "unix:path=\(folder)/bus")
  }

  /// - Parameters:
  ///   - privateSocket: the path of the manager's own socket.
  ///   - bus: the address of the bus that it is on if it has no socket there.
  ///   - patience: the time for an answer that needs no work.
  ///   - limit: the longest time for any other; nil for that which it needs.
  package init(privateSocket: String, bus: String, patience: Duration = .seconds(5), limit: Duration? = nil) {
    addresses = [
      ServiceManagerAddress(text: "unix:path=\(privateSocket)", isBus: false), ServiceManagerAddress(text: bus, isBus: true),
    ]
    (self.patience, self.limit) = (patience, limit)
  }

  /// Whether the machine runs systemd.
  package static var isPresent: Bool { Files.exists("/run/systemd/system") }

  /// The states of swiped.service and swiped.socket.
  package func units() throws(ServiceError) -> (service: UnitState, socket: UnitState) {
    let connection = try ServiceManagerConnection.open(addresses, patience: patience, limit: patience)
    return (try connection.state(of: Self.service), try connection.state(of: Self.socket))
  }

  /// The environment in which the manager starts services, such as PATH.
  package func environment() throws(ServiceError) -> [String: String] {
    let connection = try ServiceManagerConnection.open(addresses, patience: patience, limit: patience)
    return [String: String](environment: try connection.environment())
  }

  /// Carries out an action, and returns when it has taken effect. Where swiped.socket starts the service for its first client, it is started
  /// and stopped with it: the next client would start a service that was stopped alone.
  package func carryOut(_ action: ServiceAction) throws(ServiceError) {
    let connection = try ServiceManagerConnection.open(addresses, patience: patience, limit: limit ?? action.limit)
    let socket = try connection.state(of: Self.socket)
    let service = try connection.installedState(of: Self.service)
    // One that was started too often is not started again before.
    if service.active == "failed", action == .start || action == .restart { try connection.resetFailed(Self.service) }
    switch action {
    case .start:
      // Before the service, beside which it cannot be started.
      if socket.isEnabled, socket.load == "loaded", socket.active != "active", !service.isRunning {
        try connection.run("StartUnit", Self.socket, for: action)
      }
      try connection.run("StartUnit", Self.service, for: action)
    case .stop:
      if socket.active == "active" { try connection.run("StopUnit", Self.socket, for: action) }
      try connection.run("StopUnit", Self.service, for: action)
    case .restart: try connection.run("RestartUnit", Self.service, for: action)
    case .enable: try connection.enable([Self.service])
    case .disable:
      try connection.disable([Self.service] + (socket.isEnabled ? [Self.socket] : []))
      if try connection.state(of: Self.service).isEnabled { throw .enabledForAll(Self.service) }
      if try connection.state(of: Self.socket).isEnabled { throw .enabledForAll(Self.socket) }
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
  /// What it replied, by the name and the message of the error.
  case refused(name: String, message: String)
  /// The job ended otherwise than it should: by its result, and how the service exited.
  case failed(ServiceAction, unit: String, result: String, lastEnd: String)
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
    case .refused(_, let message): error("swiped.service: \(message)", "systemctl --user status swiped")
    case .failed(let action, let unit, let result, let lastEnd):
      error("\(unit) does not \(action.verb): \(Self.cause(result, lastEnd))", "journalctl --user -u swiped -n 20")
    case .late(let action, let unit, let limit):
      error("\(unit) does not \(action.verb) within \(limit.components.seconds) s", "journalctl --user -u swiped -n 20")
    case .enabledForAll(let unit):
      error("\(unit) still starts at login, since it does so for all users", "sudo systemctl --global disable \(unit)")
    }
  }

  private func error(_ summary: String, _ command: ShellCommand) -> UserError {
    UserError(summary.split(whereSeparator: \.isNewline).joined(separator: " "), fix: .command(command), exitStatus: .unavailable)
  }

  private static func cause(_ result: String, _ lastEnd: String) -> String {
    switch result {
    case "failed": lastEnd
    case "timeout": "it took too long"
    case "canceled": "another request canceled that"
    case "dependency": "a unit that it needs does not start"
    default: result
    }
  }
}
