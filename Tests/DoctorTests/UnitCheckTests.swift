import Testing
import swipectl

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

  @Test("What systemctl shows is read, a paragraph a unit")
  func parse() {
    let units = UnitState.parse(
      """
      Id=swiped.service
      Result=exit-code
      ExecMainStatus=78
      MainPID=0
      LoadState=loaded
      ActiveState=failed
      SubState=failed
      UnitFileState=enabled

      Listen=/run/user/1000/swiped/swiped.sock (Stream)
      Id=swiped.socket
      LoadState=loaded
      ActiveState=active
      SubState=listening
      UnitFileState=

      """)
    let service = units["swiped.service"]
    #expect(service?.active == "failed" && service?.exitStatus == 78 && service?.isEnabled == true && service?.isRunning == false)
    let socket = units["swiped.socket"]
    #expect(
      socket?.sub == "listening" && socket?.listen.hasPrefix("/run/user/1000/swiped/swiped.sock ") == true && socket?.isEnabled == false)
    #expect(units.count == 2 && UnitState.parse("Failed to connect to bus: No medium found").isEmpty)
  }

  @Test("A service that runs and is enabled is well")
  func well() {
    #expect(check(unit(running)) == .ok("unit", "swiped.service is active, process 42, and starts at login"))
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
    "A service that failed is told with why, and is started again",
    arguments: [
      ("exit-code", 78, "exit status 78, the configuration"), ("exit-code", 3, "exit status 3"), ("signal", 9, "signal 9"),
      ("watchdog", 6, "it hung, and the watchdog killed it"), ("oom-kill", 9, "the machine ran out of memory"),
      ("start-limit-hit", 0, "it was started too often"), ("resources", 0, "resources"),
    ])
  func failed(result: String, status: Int32, why: String) {
    let finding = check(unit { ($0.active, $0.sub, $0.result, $0.exitStatus) = ("failed", "failed", result, status) })
    let fix = "systemctl --user reset-failed swiped && systemctl --user restart swiped"
    #expect(finding == .failed("unit", "swiped.service has failed: \(why)", fix: fix))
  }

  @Test("A service that is started over and over is told")
  func restarting() {
    let finding = check(unit { ($0.active, $0.sub, $0.result, $0.exitStatus) = ("activating", "auto-restart", "exit-code", 69) })
    #expect(finding.message == "swiped.service keeps ending and being restarted: exit status 69, something is missing or in use")
    #expect(finding.fix == "systemctl --user restart swiped")
  }

  @Test("A service that is installed and idle is started, unless its socket does that")
  func idle() {
    let start = "systemctl --user enable --now swiped"
    #expect(check(unit { $0.file = "disabled" }) == .failed("unit", "swiped.service is inactive and disabled", fix: start))
    #expect(check(unit { _ in }) == .failed("unit", "swiped.service is inactive and enabled", fix: start))
    let socket = unit { ($0.active, $0.sub) = ("active", "listening") }
    #expect(check(unit { $0.file = "disabled" }, socket: socket).verdict == .ok)
    #expect(check(unit { _ in }, socket: socket).fix == start)
  }

  @Test("A masked unit is unmasked, one not read yet is read, a broken one is written again")
  func load() {
    #expect(check(unit { $0.load = "masked" }).fix == "systemctl --user unmask swiped && systemctl --user enable --now swiped")
    #expect(check(UnitState()).fix == "systemctl --user daemon-reload && systemctl --user enable --now swiped")
    let broken = check(unit { $0.load = "bad-setting" })
    #expect(broken.message.contains("(bad-setting)") && broken.fix?.hasPrefix("make install && systemctl --user daemon-reload") == true)
    #expect(check(UnitState(), isFileInstalled: false) == .failed("unit", "swiped.service is not installed", fix: "make install"))
  }

  @Test("In a checkout nothing need be installed, and without systemd there is no service")
  func noService() {
    let facts = UnitFacts(.answers(service: UnitState(), socket: UnitState()))
    #expect(facts.check(.checkout("/x")) == .note("unit", "not installed, as this is a checkout; `make install` installs it"))
    #expect(UnitFacts(.unreachable(why: "no bus")).check(.checkout("/x")).verdict == .note)
    #expect(UnitFacts(.none).check(.installed).verdict == .note)
  }

  @Test("A manager that does not answer is told with how to reach it")
  func unreachable() {
    var facts = UnitFacts(.unreachable(why: "Failed to connect to bus: No medium found"))
    let message = "the user's service manager does not answer: Failed to connect to bus: No medium found"
    #expect(facts.check(.installed) == .failed("unit", message, fix: "sudo systemctl start user@$(id -u).service"))
    facts.hasRuntimeDirectory = false
    #expect(facts.check(.installed).fix == "export XDG_RUNTIME_DIR=/run/user/$(id -u)")
  }
}
