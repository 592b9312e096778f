import Platform
import Product

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
  /// Whether XDG_RUNTIME_DIR is set, by which the manager is found.
  package var hasRuntimeDirectory = true

  package init(_ manager: ServiceManager) { self.manager = manager }

  package func check(_ installation: Installation) -> Finding {
    let byHand = DaemonStart(installation: installation, hasService: false).command
    switch manager {
    case .none: return .note("unit", "this machine does not run systemd, so swiped runs in a terminal", fix: byHand)
    case .unreachable(let why):
      if case .checkout = installation, !isFileInstalled {
        return .note("unit", "not installed, as this is a checkout, so swiped runs in a terminal", fix: byHand)
      }
      let fix: ShellCommand = hasRuntimeDirectory ? "sudo systemctl start user@$(id -u).service" : FixCommand.setRuntimeDirectory
      return .failed("unit", "the user's service manager does not answer: \(why)", fix: fix)
    case .answers(let service, let socket): return check(service, socket, installation)
    }
  }

  private func check(_ service: UnitState, _ socket: UnitState, _ installation: Installation) -> Finding {
    switch service.load {
    case "loaded": break
    case "not-found" where isFileInstalled:
      return .failed(
        "unit", "swiped.service is installed, but the manager has not read it yet",
        fix: "systemctl --user daemon-reload && \(FixCommand.startService)")
    case "not-found":
      if case .checkout = installation {
        return .note(
          "unit", "not installed, as this is a checkout; `make install` installs it",
          fix: DaemonStart(installation: installation, hasService: false).command)
      }
      return .failed("unit", "swiped.service is not installed", fix: installation.installCommand)
    case "masked":
      return .failed("unit", "swiped.service is masked", fix: "systemctl --user unmask swiped && \(FixCommand.startService)")
    case let load:
      return .failed(
        "unit", "swiped.service cannot be read by systemd (\(load)); `\(installation.installCommand)` writes it again",
        fix: "\(installation.installCommand) && systemctl --user daemon-reload && \(FixCommand.startService)")
    }
    let startsByItself = service.isEnabled || socket.isEnabled
    switch (service.active, service.sub) {
    case ("failed", _):
      return .failed("unit", "swiped.service has failed: \(service.lastEnd)", fix: FixCommand.resetService)
    case (_, "auto-restart"):
      return .failed("unit", "swiped.service keeps ending and being restarted: \(service.lastEnd)", fix: FixCommand.restartService)
    case ("active", _), ("reloading", _), ("activating", _):
      let state = "swiped.service is \(service.active), process \(service.processID)"
      if startsByItself { return .ok("unit", "\(state), and starts at login") }
      return .note("unit", "\(state), but does not start at login; `systemctl --user enable swiped` changes that")
    case _ where socket.active == "active" && socket.isEnabled && !service.isEnabled:
      return .ok("unit", "swiped.service is not running; swiped.socket starts it for the first subscriber")
    default:
      return .failed("unit", "swiped.service is \(service.active) and \(service.file)", fix: FixCommand.startService)
    }
  }
}

/// A unit as `systemctl show` reports it.
package struct UnitState: Sendable, Equatable {
  /// `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
  package var load = "not-found"
  /// `active`, `inactive`, `failed`, `activating`, `deactivating`, `reloading`.
  package var active = "inactive"
  /// `running`, `dead`, `auto-restart`; of a socket `listening`, or `running` while the service has it.
  package var sub = "dead"
  /// `enabled`, `disabled`, `static`, `linked`, …; empty without a file.
  package var file = ""
  /// Why it exited: `exit-code`, `signal`, `watchdog`, `start-limit-hit`, ….
  package var result = "success"
  /// Exit status, or the signal's number, of the last process.
  package var exitStatus: Int32 = 0
  /// 0 without a process.
  package var processID = 0
  /// Where a socket listens, such as `/run/user/1000/swiped/swiped.sock (Stream)`.
  package var listen = ""

  package init() {}

  /// The properties to ask for.
  package static let properties =
    "Id,LoadState,ActiveState,SubState,UnitFileState,Result,ExecMainStatus,MainPID,Listen"

  /// - Parameter text: the output of `systemctl show`, a paragraph for each unit.
  /// - Returns: the units by their names.
  package static func parse(_ text: String) -> [String: UnitState] {
    var units: [String: UnitState] = [:]
    var name = ""
    var unit = UnitState()
    for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if !name.isEmpty { units[name] = unit }
        (name, unit) = ("", UnitState())
      }
      guard let equals = line.firstIndex(of: "=") else { continue }
      let value = String(line[line.index(after: equals)...])
      switch line[..<equals] {
      case "Id": name = value
      case "LoadState": unit.load = value
      case "ActiveState": unit.active = value
      case "SubState": unit.sub = value
      case "UnitFileState": unit.file = value
      case "Result": unit.result = value
      case "ExecMainStatus": unit.exitStatus = Int32(value) ?? 0
      case "MainPID": unit.processID = Int(value) ?? 0
      case "Listen": unit.listen = value
      default: break
      }
    }
    return units
  }

  package var isEnabled: Bool { ["enabled", "enabled-runtime", "linked", "linked-runtime", "alias", "static"].contains(file) }
  package var isRunning: Bool { ["active", "reloading"].contains(active) }

  /// How it exited, in words.
  package var lastEnd: String {
    switch result {
    case "exit-code": "exit status \(exitStatus)" + (ExitStatus(rawValue: exitStatus)?.meaning.map { ", \($0)" } ?? "")
    case "signal", "core-dump": "signal \(exitStatus)"
    case "watchdog": "it hung, and the watchdog killed it"
    case "start-limit-hit": "it was started too often"
    case "oom-kill": "the machine ran out of memory"
    default: result
    }
  }
}

extension UnitFacts {
  package static func gathered(environment: [String: String]) -> UnitFacts {
    var facts = UnitFacts(manager())
    facts.isFileInstalled = DaemonStart.isServiceInstalled(home: environment["HOME"])
    facts.hasRuntimeDirectory = environment["XDG_RUNTIME_DIR"] != nil
    return facts
  }

  private static func manager() -> ServiceManager {
    guard Files.exists("/run/systemd/system") else { return .none }
    // systemctl would wait 25 s for a bus that hangs.
    let command = ["systemctl", "--user", "show", "swiped.service", "swiped.socket", "-p", UnitState.properties]
    let result = try? ChildProcess.output(of: command, mergingErrors: true, within: .seconds(5))
    let output = String(decoding: result?.bytes ?? [], as: UTF8.self)
    let status = result?.exit.status ?? 127
    let units = UnitState.parse(output)
    guard status == 0, let service = units["swiped.service"] else {
      return .unreachable(why: output.split(separator: "\n").last.map(String.init) ?? "systemctl exits with status \(status)")
    }
    return .answers(service: service, socket: units["swiped.socket"] ?? UnitState())
  }
}
