import Foundation
import Testing
import swipectl

@Suite("The check of uinput")
struct UinputCheckTests {
  private func denied(_ change: (inout UinputFacts) -> Void = { _ in }) -> Finding {
    var facts = UinputFacts(openErrno: EACCES)
    change(&facts)
    return facts.check(areKeysEnabled: true)
  }

  @Test("A device that opens is well")
  func opens() {
    #expect(UinputFacts().check(areKeysEnabled: true) == .ok("uinput", "/dev/uinput can be written: keys can be pressed"))
  }

  @Test("Without keys in the configuration a refusal is only worth a note")
  func noKeys() {
    let finding = UinputFacts(openErrno: EACCES).check(areKeysEnabled: false)
    #expect(finding == .note("uinput", "/dev/uinput: permission denied, and the configuration presses no keys"))
  }

  @Test("A missing rule is written, loaded and applied")
  func ruleMissing() {
    let finding = denied { $0.isRuleInstalled = false }
    #expect(
      finding.message
        == "/dev/uinput: permission denied (the module is loaded, the udev rule is missing, which `make install` installs)"
    )
    #expect(
      finding.fix
        == #"echo '\#(UinputFacts.rule)' | sudo tee /etc/udev/rules.d/70-swiped.rules && sudo udevadm control --reload && sudo udevadm trigger --settle --action=change --sysname-match=uinput"#
    )
  }

  @Test("The rule that is written is the one that is shipped")
  func sameRule() throws {
    let shipped = try String(contentsOf: shippedFolder.appendingPathComponent("70-swiped.rules"), encoding: .utf8)
    #expect(shipped.split(separator: "\n").contains { $0 == UinputFacts.rule })
  }

  @Test("A module that is not loaded is loaded, now and at the next start", arguments: [ENOENT, ENODEV, EACCES])
  func moduleMissing(code: Int32) {
    var facts = UinputFacts(openErrno: code)
    (facts.isModuleLoaded, facts.isModuleInModulesLoad) = (false, false)
    let finding = facts.check(areKeysEnabled: true)
    #expect(finding.message.contains("(the module is not loaded)") && finding.verdict == .failed)
    #expect(
      finding.fix
        == "echo uinput | sudo tee /etc/modules-load.d/swiped.conf && sudo udevadm control --reload && sudo modprobe uinput && sudo udevadm trigger --settle --action=change --sysname-match=uinput"
    )
  }

  @Test("A rule that was not applied is applied")
  func notApplied() {
    let finding = denied()
    #expect(finding.message == "/dev/uinput: permission denied (the module is loaded, the udev rule was not applied)")
    #expect(finding.fix == "sudo udevadm control --reload && sudo udevadm trigger --settle --action=change --sysname-match=uinput")
  }

  @Test("Who does not sit at the computer is given the device by name, as the rule gives nothing")
  func elsewhere() {
    let finding = denied { $0.isAtSeat = false }
    #expect(finding.message.hasSuffix("the rule is for the session at the computer's own screen, which this is not)"))
    #expect(finding.fix == "sudo udevadm control --reload && sudo chown \"$(id -un)\" /dev/uinput")
  }

  @Test("Any other refusal is told as it is")
  func other() {
    let finding = UinputFacts(openErrno: EIO).check(areKeysEnabled: true)
    #expect(finding == .failed("uinput", "/dev/uinput: input/output error", fix: "sudo modprobe uinput"))
  }
}
