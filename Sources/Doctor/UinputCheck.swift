import Glibc
import Platform
import SystemPackage
import UserErrors

/// What is known about the kernel's virtual input devices.
package struct UinputFacts: Sendable {
  /// The error of opening /dev/uinput for writing; nil when it opened.
  package var openErrno: Int32?
  package var isModuleLoaded = true
  /// Whether it is loaded at the next boot.
  package var isModuleInModulesLoad = true
  package var isRuleInstalled = true
  /// Whether this user has the session at the computer's own screen, to which the rule gives access.
  package var isAtSeat = true

  package init(openErrno: Int32? = nil) { self.openErrno = openErrno }

  package static let device = "/dev/uinput"
  /// The rule of config/70-swiped.rules.
  package static let rule = #"KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput""#

  /// - Parameter areKeysEnabled: whether swipes press keys, by the configuration.
  package func check(areKeysEnabled: Bool, _ installation: Installation = .current) -> Finding {
    guard let openErrno else {
      return .ok("uinput", "\(Self.device) can be written: keys can be pressed").saying(.keysAllowed, ["device": Self.device])
    }
    let error = "\(Errno(rawValue: openErrno))".lowercased()
    let refusal = "\(Self.device): \(error)"
    let values = ["device": Self.device, "error": error]
    guard areKeysEnabled else {
      return .note("uinput", "\(refusal), and the configuration presses no keys").saying(.keysRefused, values).saying(.keysUnwanted)
    }
    let fix = installation.allowKeysCommand
    switch openErrno {
    case ENOENT, ENODEV, ENXIO, EACCES, EPERM:
      let words = causes.map(\.words).joined(separator: ", ")
      return .failed("uinput", "\(refusal) (\(words))", fix: fix).saying(.keysRefused, values).saying(causes.map { Fact($0.code) })
    default: return .failed("uinput", refusal, fix: fix).saying(.keysRefused, values)
    }
  }

  private var causes: [(code: FindingCode, words: String)] {
    var causes: [(code: FindingCode, words: String)] = []
    if !isModuleLoaded { causes.append((.moduleMissing, "the module is not loaded")) }
    if !isRuleInstalled {
      causes.append((.ruleMissing, "the udev rule is missing"))
    } else if !isAtSeat {
      causes.append((.notAtScreen, "you are not logged in at the computer's own screen, and the udev rule covers only that screen"))
    } else if isModuleLoaded {
      causes.append((.ruleNotApplied, "the udev rule was not applied"))
    }
    return causes
  }
}

extension UinputFacts {
  /// Opens the device, which creates no keyboard.
  static func gathered() -> UinputFacts {
    var facts = UinputFacts()
    let descriptor = open(device, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { facts.openErrno = errno } else { close(descriptor) }
    facts.gatherRule()
    facts.isAtSeat = hasSeat(getuid())
    return facts
  }

  /// Finds out what a user has who is not asked to open the device.
  static func gathered(for user: uid_t) -> UinputFacts {
    var facts = UinputFacts()
    facts.gatherRule()
    facts.isAtSeat = hasSeat(user)
    return facts
  }

  private mutating func gatherRule() {
    isModuleLoaded = Files.exists("/sys/class/misc/uinput")
    isRuleInstalled = systemFolders("udev/rules.d").contains { Files.exists($0 + "/70-swiped.rules") }
    isModuleInModulesLoad = systemFolders("modules-load.d").contains { folder in
      Files.entries(of: folder).contains { name in
        name.hasSuffix(".conf") && (Files.text(of: "\(folder)/\(name)")?.split(separator: "\n").contains("uinput") ?? false)
      }
    }
  }
}
