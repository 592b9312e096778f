import UserErrors

/// A unit as the service manager reports it.
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
  /// Where a socket listens, such as `/run/user/1000/swiped/swiped.sock`.
  package var listen: [String] = []

  package init() {}

  package var isEnabled: Bool { ["enabled", "enabled-runtime", "alias", "static"].contains(file) }
  package var isRunning: Bool { ["active", "reloading"].contains(active) }
  /// Whether it has ended with an error, and may be about to be restarted.
  package var hasFailed: Bool { active == "failed" || sub == "auto-restart" }

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

extension UnitState {
  /// Reads what `systemctl show` prints of a unit.
  init(_ properties: Substring) {
    for line in properties.split(separator: "\n") {
      guard let mark = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: mark)...]
      switch line[..<mark] {
      case "LoadState": load = String(value)
      case "ActiveState": active = String(value)
      case "SubState": sub = String(value)
      case "UnitFileState": file = String(value)
      case "Result": result = String(value)
      case "ExecMainStatus": exitStatus = Int32(value) ?? exitStatus
      case "MainPID": processID = Int(value) ?? processID
      // A line for each: `/run/user/1000/swiped/swiped.sock (Stream)`.
      case "Listen": listen.append(String(value.lastIndex(of: " ").map { value[..<$0] } ?? value))
      default: break
      }
    }
  }
}
