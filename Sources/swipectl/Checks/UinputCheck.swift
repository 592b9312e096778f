import Glibc

/// What is known of the kernel's virtual input devices.
package struct UinputFacts: Sendable {
  /// Of opening /dev/uinput for writing; nil when that went well.
  package var openErrno: Int32?
  package var isModuleLoaded = true
  /// Whether the next start of the machine loads it.
  package var isModuleInModulesLoad = true
  package var isRuleInstalled = true
  /// Whether this user has the session at the computer's own screen, which is the one that the rule gives access.
  package var isAtSeat = true

  package init(openErrno: Int32? = nil) { self.openErrno = openErrno }

  package static let device = "/dev/uinput"
  /// What config/70-swiped.rules says.
  package static let rule = #"KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput""#

  /// - Parameter areKeysEnabled: whether the configuration has swipes press keys.
  package func check(areKeysEnabled: Bool) -> Finding {
    guard let openErrno else { return .ok("uinput", "\(Self.device) may be written: keys can be pressed") }
    let refusal = "\(Self.device): \(String(cString: strerror(openErrno)).lowercased())"
    guard areKeysEnabled else { return .note("uinput", "\(refusal), and the configuration presses no keys") }
    switch openErrno {
    case ENOENT, ENODEV, ENXIO, EACCES, EPERM: break
    default: return .failed("uinput", refusal, fix: "sudo modprobe uinput")
    }
    return .failed("uinput", "\(refusal) (\(causes.joined(separator: ", ")))", fix: commands.joined(separator: " && "))
  }

  private var causes: [String] {
    var causes = [isModuleLoaded ? "the module is loaded" : "the module is not loaded"]
    if !isRuleInstalled {
      causes.append("the udev rule is missing, which `make install` brings")
    } else if isModuleLoaded, isAtSeat {
      causes.append("the udev rule was not applied")
    }
    if !isAtSeat { causes.append("the rule is for the session at the computer's own screen, and this is none") }
    return causes
  }

  private var commands: [String] {
    var commands: [String] = []
    if !isRuleInstalled {
      commands.append("echo \(Mend.quoted(Self.rule)) | sudo tee /etc/udev/rules.d/70-swiped.rules")
    }
    if !isModuleInModulesLoad { commands.append("echo uinput | sudo tee /etc/modules-load.d/swiped.conf") }
    commands.append(Mend.reloadRules)
    if !isModuleLoaded { commands.append("sudo modprobe uinput") }
    commands.append(isAtSeat ? Mend.trigger(Self.device) : Mend.own(Self.device))
    return commands
  }
}
