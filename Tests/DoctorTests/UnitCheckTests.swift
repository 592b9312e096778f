import Doctor
import Systemd
import Testing

@Suite("The check of the service")
struct UnitCheckTests {
  private func unit(_ change: (inout UnitState) -> Void) -> UnitState {
    var state = UnitState()
    (state.load, state.file) = ("loaded", "enabled")
    change(&state)
    return state
  }

  private func check(_ service: UnitState, socket: UnitState = UnitState(), isFileInstalled: Bool = true) -> Finding {
    var facts = UnitFacts(.answers(service: service, socket: socket))
    facts.isFileInstalled = isFileInstalled
    return facts.check(.installed)
  }

  private let running: (inout UnitState) -> Void = { ($0.active, $0.sub, $0.processID) = ("active", "running", 42) }

  @Test("A service that runs and is enabled is ok")
  func well() {
    #expect(check(unit(running)).isFinding(.ok, naming: ["swiped.service", "process 42"]))
    var enabled = UnitState()
    enabled.file = "enabled"
    let byHand = unit {
      running(&$0)
      $0.file = "disabled"
    }
    #expect(check(byHand, socket: enabled).verdict == .ok)
    #expect(check(byHand).verdict == .note)
  }

  @Test(
    "A service that failed is reported with the cause, and the fix starts it again",
    arguments: [
      ("exit-code", 78, "exit status 78, the configuration"), ("exit-code", 3, "exit status 3"), ("signal", 9, "signal 9"),
      ("watchdog", 6, "watchdog"), ("oom-kill", 9, "memory"), ("start-limit-hit", 0, "too often"), ("resources", 0, "resources"),
    ])
  func failed(result: String, status: Int32, cause: String) {
    let finding = check(unit { ($0.active, $0.sub, $0.result, $0.exitStatus) = ("failed", "failed", result, status) })
    let fix = "systemctl --user reset-failed swiped && systemctl --user restart swiped"
    #expect(finding.isFinding(.failed, naming: ["swiped.service", cause], fix: fix))
  }

  @Test("A service that is restarted again and again is a failure")
  func restarting() {
    let finding = check(unit { ($0.active, $0.sub, $0.result, $0.exitStatus) = ("activating", "auto-restart", "exit-code", 69) })
    #expect(finding.isFinding(.failed, naming: ["swiped.service", "exit status 69"], fix: "systemctl --user restart swiped"))
  }

  @Test("The fix of an idle service starts it, unless its socket does that")
  func idle() {
    let start = "systemctl --user enable --now swiped"
    #expect(check(unit { $0.file = "disabled" }).isFinding(.failed, naming: ["swiped.service", "inactive", "disabled"], fix: start))
    #expect(check(unit { _ in }).isFinding(.failed, naming: ["swiped.service", "inactive", "enabled"], fix: start))
    let socket = unit { ($0.active, $0.sub) = ("active", "listening") }
    #expect(check(unit { $0.file = "disabled" }, socket: socket).verdict == .ok)
    #expect(check(unit { _ in }, socket: socket).fix?.description == start)
  }

  @Test("The fix of a masked unit unmasks it, of an unread one reads it, of an invalid one installs it again")
  func load() {
    #expect(check(unit { $0.load = "masked" }).fix == "systemctl --user unmask swiped && systemctl --user enable --now swiped")
    #expect(check(UnitState()).fix == "systemctl --user daemon-reload && systemctl --user enable --now swiped")
    let broken = check(unit { $0.load = "bad-setting" })
    #expect(
      broken.message.contains("(bad-setting)")
        && broken.fix?.description.hasPrefix("make install && systemctl --user daemon-reload") == true)
    let absent = check(UnitState(), isFileInstalled: false)
    #expect(absent.isFinding(.failed, naming: ["swiped.service", "not installed"], fix: "make install"))
  }

  @Test("A missing service is a note in a checkout and without systemd")
  func noService() {
    let facts = UnitFacts(.answers(service: UnitState(), socket: UnitState()))
    #expect(facts.check(.checkout("/x")).isFinding(.note, naming: ["not installed", "`make install`"], fix: "make -C /x run"))
    #expect(UnitFacts(.unreachable(why: "no bus")).check(.checkout("/x")).isFinding(.note, fix: "make -C /x run"))
    #expect(UnitFacts(.none).check(.installed).isFinding(.note, fix: "swiped run --watch"))
  }

  @Test("A service manager that does not answer is a failure with its message and a fix")
  func unreachable() {
    var facts = UnitFacts(.unreachable(why: "Failed to connect to bus: No medium found"))
    let fix = "sudo systemctl start user@$(id -u).service"
    #expect(facts.check(.installed).isFinding(.failed, naming: ["Failed to connect to bus: No medium found"], fix: fix))
    facts.hasRuntimeDirectory = false
    #expect(facts.check(.installed).fix == "export XDG_RUNTIME_DIR=/run/user/$(id -u)")
  }

  @Test("What the service manager can do in place of the fix: start, restart, and start at login")
  func actions() {
    let byHand = unit {
      running(&$0)
      $0.file = "disabled"
    }
    #expect(check(unit { _ in }).action == .start)
    #expect(check(unit { $0.active = "failed" }).action == .start)
    #expect(check(unit { ($0.active, $0.sub) = ("activating", "auto-restart") }).action == .restart)
    #expect(check(byHand).action == .enable)
    #expect(check(unit(running)).action == nil && check(unit { $0.load = "masked" }).action == nil)
    #expect(check(UnitState()).action == .start && check(UnitState(), isFileInstalled: false).action == nil)
  }
}
