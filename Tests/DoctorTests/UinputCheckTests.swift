import Doctor
import Foundation
import Glibc
import Testing

@Suite("The check of uinput")
struct UinputCheckTests {
  private func denied(_ change: (inout UinputFacts) -> Void = { _ in }) -> Finding {
    var facts = UinputFacts(openErrno: EACCES)
    change(&facts)
    return facts.check(areKeysEnabled: true, .package)
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

  private let fix = "sudo swipectl allow-keys"

  @Test("Whatever keeps the device from being opened is named, and one command fixes it")
  func causes() {
    for (codes, change) in [
      ([.ruleMissing], { $0.isRuleInstalled = false }), ([.ruleNotApplied], { _ in }),
      ([.moduleMissing], { $0.isModuleLoaded = false }), ([.notAtScreen], { $0.isAtSeat = false }),
      // What the rule is for matters only where it is installed.
      ([.ruleMissing], { ($0.isRuleInstalled, $0.isAtSeat) = (false, false) }),
      ([.moduleMissing, .ruleMissing], { ($0.isModuleLoaded, $0.isRuleInstalled) = (false, false) }),
    ] as [([FindingCode], (inout UinputFacts) -> Void)] {
      let finding = denied(change)
      #expect(finding.isFinding(.failed, naming: ["/dev/uinput", "permission denied"], fix: fix))
      #expect(finding.facts.dropFirst().map(\.code) == codes.map(\.rawValue))
    }
    for code in [ENOENT, ENODEV, EIO] {
      #expect(UinputFacts(openErrno: code).check(areKeysEnabled: true, .package).isFinding(.failed, naming: ["/dev/uinput"], fix: fix))
    }
  }

  @Test("In a checkout, the command names the program by its path")
  func checkout() {
    let fix = UinputFacts(openErrno: EACCES).check(areKeysEnabled: true, .checkout("/x")).fix?.description
    #expect(fix?.hasPrefix("sudo /") == true && fix?.hasSuffix("/swipectl allow-keys") == true)
  }

  @Test("Access is given with what is missing alone: the rule, the module now and at each start, and the device to a user elsewhere")
  func access() {
    var facts = UinputFacts()
    let (reload, apply) = (
      KeyAccess.Step.run(["udevadm", "control", "--reload"]),
      KeyAccess.Step.run(["udevadm", "trigger", "--settle", "--action=change", "--sysname-match=uinput"])
    )
    #expect(KeyAccess(facts, user: 1000).steps == [reload, apply])
    (facts.isRuleInstalled, facts.isModuleInModulesLoad, facts.isModuleLoaded, facts.isAtSeat) = (false, false, false, false)
    #expect(
      KeyAccess(facts, user: 1000).steps == [
        .write(file: "/etc/udev/rules.d/70-swiped.rules", text: UinputFacts.rule + "\n"),
        .write(file: "/etc/modules-load.d/swiped.conf", text: "uinput\n"), reload, .run(["modprobe", "uinput"]), apply, .give(1000),
      ])
    #expect(KeyAccess(facts, user: nil).steps.last == apply)
  }

  @Test("The user is the one who became root through sudo or pkexec")
  func user() {
    #expect(KeyAccess.user(environment: ["SUDO_UID": "1000"]) == 1000 && KeyAccess.user(environment: ["PKEXEC_UID": "1001"]) == 1001)
    #expect(KeyAccess.user(environment: [:]) == nil && KeyAccess.user(environment: ["SUDO_UID": "x"]) == nil)
  }

  @Test("The rule in the fix is the one in config/70-swiped.rules")
  func sameRule() throws {
    let shipped = try String(contentsOf: shippedFolder.appendingPathComponent("70-swiped.rules"), encoding: .utf8)
    #expect(shipped.split(separator: "\n").contains { $0 == UinputFacts.rule })
  }
}
