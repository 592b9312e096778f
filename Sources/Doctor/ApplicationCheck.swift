import Desktop
import Focus
import UserErrors

/// What is known about the applications in which swipes act.
package struct ApplicationFacts: Sendable, Equatable {
  package var settings = AppSettings()
  /// The names of the configuration that no application has that is installed.
  package var unknownNames: [String] = []
  /// What the desktop says; nil if it was not asked.
  package var state: FocusState?

  package init() {}

  package func check() -> [Finding] {
    guard settings.needsFocus else {
      guard state == .unavailable(.noShellExtension) else { return [] }
      return [
        .note(
          "applications",
          "the extension swiped of GNOME Shell is off: it would add swiped to the quick settings, and let swipes act in the applications "
            + "that you choose; turn it on in the app Extensions"
        ).saying(.shellExtensionOff)
      ]
    }
    var findings: [Finding] = []
    switch state {
    case .unavailable(let obstacle)?:
      let isIgnored = settings.only == nil
      let effect = isIgnored ? "[[app]] does nothing" : "swipes act nowhere"
      findings.append(
        .failed("applications", "\(effect): \(obstacle.cause); \(obstacle.fix)", fix: nil)
          .saying(isIgnored ? .applicationsIgnored : .applicationsNowhere).saying([obstacle.fact]))
    case .unknown?:
      findings.append(
        .failed("applications", "the desktop does not answer which one is in front", fix: nil).saying(.applicationsSilent))
    case .front?, nil: break
    }
    if !unknownNames.isEmpty {
      let names = unknownNames.map { "\"\($0.printable)\"" }.joined(separator: ", ")
      findings.append(
        .note(
          "applications", "no installed application has the id \(names); correct the file, unless their windows have these names",
          fix: "swipectl apps"
        ).saying(.applicationsUnknown, ["names": names]))
    }
    return findings.isEmpty ? [.ok("applications", "the desktop says which one is in front").saying(.applicationsWork)] : findings
  }
}

extension FocusObstacle {
  /// What it says, without its consequence.
  package var fact: Fact { Fact(code) }

  private var code: FindingCode {
    switch self {
    case .noDesktop: .noDesktop
    case .noShellExtension: .noShellExtension
    case .noKWinScript: .noKWinScript
    case .noProtocol: .noProtocol
    case .noActiveWindow: .noActiveWindow
    }
  }
}

extension ApplicationFacts {
  /// - Parameter settings: of the configuration.
  static func gathered(_ settings: AppSettings, environment: [String: String]) -> ApplicationFacts {
    var facts = ApplicationFacts()
    facts.settings = settings
    let isGNOME = environment["XDG_CURRENT_DESKTOP"]?.split(separator: ":").contains("GNOME") ?? false
    guard settings.needsFocus || isGNOME else { return facts }
    if settings.needsFocus {
      facts.unknownNames = AppRule(settings, ApplicationIndex(InstalledApplications.read(environment: environment))).unknownNames
    }
    guard let query = try? FocusQuery(environment, for: "doctor") else { return facts }
    facts.state = query.first()
    query.stop()
    return facts
  }
}
