/// A unit, as `systemctl show` tells it.
package struct UnitState: Sendable, Equatable {
  /// `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
  package var load = "not-found"
  /// `active`, `inactive`, `failed`, `activating`, `deactivating`, `reloading`.
  package var active = "inactive"
  /// `running`, `dead`, `auto-restart`; of a socket `listening`, or `running` while the service has it.
  package var sub = "dead"
  /// `enabled`, `disabled`, `static`, `linked`, …; empty without a file.
  package var file = ""
  /// Why it ended: `exit-code`, `signal`, `watchdog`, `start-limit-hit`, ….
  package var result = "success"
  /// Exit status, or the signal's number, of the last process.
  package var exitStatus = 0
  /// 0 without one.
  package var processID = 0
  /// Where a socket listens, as `/run/user/1000/swiped/swiped.sock (Stream)`.
  package var listen = ""

  package init() {}

  /// What to ask for.
  package static let properties =
    "Id,LoadState,ActiveState,SubState,UnitFileState,Result,ExecMainStatus,MainPID,Listen"

  /// - Parameter text: the output of `systemctl show`, a paragraph a unit.
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
      case "ExecMainStatus": unit.exitStatus = Int(value) ?? 0
      case "MainPID": unit.processID = Int(value) ?? 0
      case "Listen": unit.listen = value
      default: break
      }
    }
    return units
  }

  package var isEnabled: Bool { ["enabled", "enabled-runtime", "linked", "linked-runtime", "alias", "static"].contains(file) }
  package var isRunning: Bool { ["active", "reloading"].contains(active) }

  /// How it ended, for people.
  package var lastEnd: String {
    switch result {
    case "exit-code": "exit status \(exitStatus)" + (Self.meanings[exitStatus].map { ", \($0)" } ?? "")
    case "signal", "core-dump": "signal \(exitStatus)"
    case "watchdog": "it hung, and the watchdog ended it"
    case "start-limit-hit": "it was started too often"
    case "oom-kill": "the machine ran out of memory"
    default: result
    }
  }

  /// swiped's own, as of sysexits.h.
  private static let meanings = [
    64: "wrong usage", 66: "no such source", 69: "something is missing or taken", 70: "an internal error", 77: "not permitted",
    78: "the configuration",
  ]
}
