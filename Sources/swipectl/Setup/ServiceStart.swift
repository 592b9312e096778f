import Doctor
import EventSocket
import Platform
import Systemd
import UserErrors

/// Starts the user's service for a command that needs it.
enum ServiceStart {
  /// - Parameter report: shows a line about what is done.
  /// - Throws: `UserError` if swiped does not run afterwards, with the command that starts it.
  static func ensureRunning(_ connection: ConnectionOptions, report: (String) throws -> Void) throws {
    do {
      // Where systemd listens, this starts the service.
      _ = try connection.connect(until: .short())
      return
    } catch let error as SocketError {
      guard error.code == .notRunning, connection.socket == nil else { throw error }
    }
    let environment = relevantEnvironment()
    let facts = UnitFacts.gathered(environment: environment)
    guard facts.manager.service?.load == "loaded" else { throw notInstalled(facts) }
    try report("Starting swiped, as `systemctl --user start swiped` does")
    try UserServiceManager(environment: environment).carryOut(.start)
  }

  private static func notInstalled(_ facts: UnitFacts) -> UserError {
    var error = UserError("swiped is not running, and its service is not installed", exitStatus: .unavailable)
    if facts.isFileInstalled {
      error.summary = "swiped is not running, and systemd has not read its service yet"
      error.fix = .command("systemctl --user daemon-reload && \(FixCommand.startService)")
    } else {
      error.fix = DaemonStart(installation: .current, hasService: false, workingFolder: Files.resolve(".")).fix
    }
    return error
  }
}
