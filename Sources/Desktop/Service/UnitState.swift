import Product

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

  package var isEnabled: Bool { ["enabled", "enabled-runtime", "linked", "linked-runtime", "alias", "static"].contains(file) }
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
  /// Reads the reply to `GetAll` of the properties of a unit.
  init(_ reply: borrowing BusMessage) {
    self.init()
    _ = reply.within("a", "{sv}") {
      while reply.within("e", "sv", { read(reply) }) != nil {}
      return ()
    }
  }

  /// Reads one property.
  ///
  /// - Returns: nil if there is none.
  private mutating func read(_ entry: borrowing BusMessage) -> Void? {
    guard let name = entry.string() else { return nil }
    switch name {
    case "LoadState": load = entry.variant("s") { entry.string() } ?? load
    case "ActiveState": active = entry.variant("s") { entry.string() } ?? active
    case "SubState": sub = entry.variant("s") { entry.string() } ?? sub
    case "UnitFileState": file = entry.variant("s") { entry.string() } ?? file
    case "Result": result = entry.variant("s") { entry.string() } ?? result
    case "ExecMainStatus": exitStatus = entry.variant("i") { entry.int32() } ?? exitStatus
    case "MainPID": processID = entry.variant("u") { entry.uint32() }.map(Int.init) ?? processID
    case "Listen": listen = entry.variant("a(ss)") { entry.paths() } ?? listen
    default: entry.skip("v")
    }
    return ()
  }
}

extension BusMessage {
  /// Reads the value of a variant, or skips it if it is of another type.
  fileprivate func variant<Value>(_ contents: String, _ read: () -> Value?) -> Value? {
    if let value = within("v", contents, read) { return value }
    skip("v")
    return nil
  }

  /// Reads pairs of a type and a path.
  fileprivate func paths() -> [String]? {
    within("a", "(ss)") {
      var paths: [String] = []
      while let path = within("r", "ss", { string() == nil ? nil : string() }) { paths.append(path) }
      return paths
    }
  }
}
