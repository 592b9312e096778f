/// The user's service manager, and what it knows of swiped.
package enum ServiceManager: Sendable, Equatable {
  /// The machine does not run systemd.
  case none
  /// The machine runs it, and the user's own does not answer.
  case unreachable(why: String)
  case answers(service: UnitState, socket: UnitState)

  package var service: UnitState? {
    if case .answers(let service, _) = self { service } else { nil }
  }
}

/// What is known of the service.
package struct UnitFacts: Sendable {
  package var manager: ServiceManager
  /// A unit's file lies in a folder where systemd looks.
  package var isFileInstalled = false
  /// XDG_RUNTIME_DIR is set, by which the manager is found.
  package var hasRuntimeDirectory = true

  package init(_ manager: ServiceManager) { self.manager = manager }

  package func check(_ installation: Installation) -> Finding {
    let byHand = "start swiped by hand: `swiped run`"
    switch manager {
    case .none: return .note("unit", "this machine does not run systemd; \(byHand)")
    case .unreachable(let why):
      if case .checkout = installation, !isFileInstalled { return .note("unit", "not installed, as this is a checkout; \(byHand)") }
      let fix = hasRuntimeDirectory ? "sudo systemctl start user@$(id -u).service" : Mend.runtimeDirectory
      return .failed("unit", "the user's service manager does not answer: \(why)", fix: fix)
    case .answers(let service, let socket): return check(service, socket, installation)
    }
  }

  private func check(_ service: UnitState, _ socket: UnitState, _ installation: Installation) -> Finding {
    switch service.load {
    case "loaded": break
    case "not-found" where isFileInstalled:
      return .failed(
        "unit", "swiped.service is installed, and the manager has not read it yet",
        fix: "systemctl --user daemon-reload && \(Mend.startService)")
    case "not-found":
      if case .checkout = installation { return .note("unit", "not installed, as this is a checkout; `make install` does it") }
      return .failed("unit", "swiped.service is not installed", fix: "make install")
    case "masked":
      return .failed("unit", "swiped.service is masked", fix: "systemctl --user unmask swiped && \(Mend.startService)")
    case let load:
      return .failed(
        "unit", "swiped.service cannot be read by systemd (\(load)); `make install` writes it anew",
        fix: "make install && systemctl --user daemon-reload && \(Mend.startService)")
    }
    let startsByItself = service.isEnabled || socket.isEnabled
    switch (service.active, service.sub) {
    case ("failed", _):
      return .failed("unit", "swiped.service has failed: \(service.lastEnd)", fix: Mend.revive)
    case (_, "auto-restart"):
      return .failed("unit", "swiped.service ends and is started again: \(service.lastEnd)", fix: Mend.restartService)
    case ("active", _), ("reloading", _), ("activating", _):
      let state = "swiped.service is \(service.active), process \(service.processID)"
      if startsByItself { return .ok("unit", "\(state), and starts at login") }
      return .note("unit", "\(state), and does not start at login; `systemctl --user enable swiped` makes it")
    case _ where socket.active == "active" && socket.isEnabled && !service.isEnabled:
      return .ok("unit", "swiped.service is not running, and swiped.socket starts it for the first subscriber")
    default:
      return .failed("unit", "swiped.service is \(service.active) and \(service.file)", fix: Mend.startService)
    }
  }
}
