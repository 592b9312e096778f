import Glibc
import Platform
import Systemd
import UserErrors

/// The user's service manager, and what it knows about swiped.
package enum ServiceManager: Sendable, Equatable {
  /// The machine does not run systemd.
  case none
  /// The machine runs it, but the user's own manager does not answer.
  case unreachable(why: String)
  case answers(service: UnitState, socket: UnitState)

  package var service: UnitState? {
    if case .answers(let service, _) = self { service } else { nil }
  }
}

/// What is known about the service.
package struct UnitFacts: Sendable {
  package var manager: ServiceManager
  /// Whether the unit's file is in a folder that systemd searches.
  package var isFileInstalled = false
  /// Whether XDG_RUNTIME_DIR, by which the manager is found, is a folder of this user.
  package var hasRuntimeDirectory = true

  package init(_ manager: ServiceManager) { self.manager = manager }

  package func check(_ installation: Installation) -> Finding {
    let byHand = DaemonStart(installation: installation, hasService: false).command
    switch manager {
    case .none: return .note("unit", "this machine does not run systemd, so swiped runs in a terminal", fix: byHand).saying(.managerMissing)
    case .unreachable(let why):
      if case .checkout = installation, !isFileInstalled {
        return .note("unit", "not installed, as this is a checkout, so swiped runs in a terminal", fix: byHand).saying(.managerUnused)
      }
      let fix: ShellCommand = hasRuntimeDirectory ? "sudo systemctl start user@$(id -u).service" : FixCommand.setRuntimeDirectory
      return .failed("unit", "the user's service manager does not answer: \(why)", fix: fix).saying(.managerUnreachable, ["error": why])
    case .answers(let service, let socket): return check(service, socket, installation)
    }
  }

  private func check(_ service: UnitState, _ socket: UnitState, _ installation: Installation) -> Finding {
    switch service.load {
    case "loaded": break
    case "not-found" where isFileInstalled:
      return .failed(
        "unit", "swiped.service is installed, but the manager has not read it yet",
        fix: "systemctl --user daemon-reload && \(FixCommand.startService)", action: .start
      ).saying(.serviceNotRead)
    case "not-found":
      if case .checkout = installation {
        return .note(
          "unit", "not installed, as this is a checkout; `make install` installs it",
          fix: DaemonStart(installation: installation, hasService: false).command
        ).saying(.managerUnused)
      }
      return .failed("unit", "swiped.service is not installed", fix: installation.installCommand).saying(.serviceNotInstalled)
    case "masked":
      return .failed("unit", "swiped.service is masked", fix: "systemctl --user unmask swiped && \(FixCommand.startService)")
        .saying(.serviceMasked)
    case let load:
      return .failed(
        "unit", "swiped.service cannot be read by systemd (\(load)); `\(installation.installCommand)` writes it again",
        fix: "\(installation.installCommand) && systemctl --user daemon-reload && \(FixCommand.startService)"
      ).saying(.serviceUnreadable, ["state": load])
    }
    let startsByItself = service.isEnabled || socket.isEnabled
    switch (service.active, service.sub) {
    case ("failed", _):
      return .failed("unit", "swiped.service has failed: \(service.lastEnd)", fix: FixCommand.resetService)
        .saying(.serviceFailed, ["error": "\(service.lastEnd)"])
    case (_, "auto-restart"):
      return .failed("unit", "swiped.service keeps ending and being restarted: \(service.lastEnd)", fix: FixCommand.restartService)
        .saying(.serviceRestarts, ["error": "\(service.lastEnd)"])
    case ("active", _), ("reloading", _), ("activating", _):
      let state = "swiped.service is \(service.active), process \(service.processID)"
      let values = ["process": "\(service.processID)"]
      if startsByItself { return .ok("unit", "\(state), and starts at login").saying(.serviceRuns, values) }
      return .note("unit", "\(state), but does not start at login; `systemctl --user enable swiped` changes that", action: .enable)
        .saying(.serviceWithoutLogin, values)
    case _ where socket.active == "active" && socket.isEnabled && !service.isEnabled:
      return .ok("unit", "swiped.service is not running; swiped.socket starts it for the first subscriber").saying(.serviceWaits)
    default:
      return .failed("unit", "swiped.service is \(service.active) and \(service.file)", fix: FixCommand.startService)
        .saying(.serviceStopped)
    }
  }
}

extension UnitFacts {
  package static func gathered(environment: [String: String]) -> UnitFacts {
    var facts = UnitFacts(manager(environment))
    facts.isFileInstalled = DaemonStart.isServiceInstalled(home: environment["HOME"])
    let folder = environment["XDG_RUNTIME_DIR"].flatMap { Files.status(of: $0) }
    facts.hasRuntimeDirectory = folder?.userID.rawValue == getuid()
    return facts
  }

  private static func manager(_ environment: [String: String]) -> ServiceManager {
    guard UserServiceManager.isPresent else { return .none }
    do throws(ServiceError) {
      let units = try UserServiceManager(environment: environment).units()
      return .answers(service: units.service, socket: units.socket)
    } catch {
      if case .unreachable(let why) = error { return .unreachable(why: why) }
      return .unreachable(why: error.userError.summary)
    }
  }
}
