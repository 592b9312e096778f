import Doctor
import Foundation
import Testing

@Suite("The check of uinput")
struct UinputCheckTests {
  private func denied(_ change: (inout UinputFacts) -> Void = { _ in }) -> Finding {
    var facts = UinputFacts(openErrno: EACCES)
    change(&facts)
    return facts.check(areKeysEnabled: true)
  }

  @Test("A device that opens is ok")
  func opens() {
    #expect(UinputFacts().check(areKeysEnabled: true).isFinding(.ok, naming: ["/dev/uinput"]))
  }

  @Test("Without keys in the configuration, a denied device is only a note")
  func noKeys() {
    let finding = UinputFacts(openErrno: EACCES).check(areKeysEnabled: false)
    #expect(finding.isFinding(.note, naming: ["/dev/uinput", "permission denied"]))
  }

  @Test("A missing rule is written, loaded and applied")
  func ruleMissing() {
    let finding = denied { $0.isRuleInstalled = false }
    for thing in ["/dev/uinput", "permission denied", "rule is missing"] { #expect(finding.message.contains(thing)) }
    #expect(
      finding.fix?.description
        == #"echo '\#(UinputFacts.rule)' | sudo tee /etc/udev/rules.d/70-swiped.rules && sudo udevadm control --reload && sudo udevadm trigger --settle --action=change --sysname-match=uinput"#
    )
  }

  @Test("The rule in the fix is the one in config/70-swiped.rules")
  func sameRule() throws {
    let shipped = try String(contentsOf: shippedFolder.appendingPathComponent("70-swiped.rules"), encoding: .utf8)
    #expect(shipped.split(separator: "\n").contains { $0 == UinputFacts.rule })
  }

  @Test("A module that is not loaded is loaded, now and at the next start", arguments: [ENOENT, ENODEV, EACCES])
  func moduleMissing(code: Int32) {
    var facts = UinputFacts(openErrno: code)
    (facts.isModuleLoaded, facts.isModuleInModulesLoad) = (false, false)
    let finding = facts.check(areKeysEnabled: true)
    #expect(finding.message.contains("module is not loaded") && finding.verdict == .failed)
    #expect(
      finding.fix?.description
        == "echo uinput | sudo tee /etc/modules-load.d/swiped.conf && sudo udevadm control --reload && sudo modprobe uinput && sudo udevadm trigger --settle --action=change --sysname-match=uinput"
    )
  }

  @Test("The fix of a rule that was not applied applies it")
  func notApplied() {
    let finding = denied()
    let fix = "sudo udevadm control --reload && sudo udevadm trigger --settle --action=change --sysname-match=uinput"
    #expect(finding.isFinding(.failed, naming: ["/dev/uinput", "permission denied", "rule was not applied"], fix: fix))
  }

  @Test("The fix for a user who is not at the computer gives the device to that user, since the rule does not apply")
  func elsewhere() {
    let finding = denied { $0.isAtSeat = false }
    let fix = "sudo udevadm control --reload && sudo chown \"$(id -un)\" /dev/uinput"
    #expect(finding.isFinding(.failed, naming: ["/dev/uinput", "session at the computer"], fix: fix))
  }

  @Test("Any other error is reported as it is")
  func other() {
    let finding = UinputFacts(openErrno: EIO).check(areKeysEnabled: true)
    #expect(finding.isFinding(.failed, naming: ["/dev/uinput", "input/output error"], fix: "sudo modprobe uinput"))
  }
}
