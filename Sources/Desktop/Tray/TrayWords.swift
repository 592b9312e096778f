import Platform

/// The words of the icon and its menu in one language.
package struct TrayWords: Sendable, Equatable {
  package var starting, on, running, idle, paused, locked, away, asleep, waiting, inhibited, taken, failed: String
  package var pause, resume, profile, lastSwipes, noSwipes, settings, open: String
  /// The word for each gesture, by its name in the configuration, which is shown if there is none.
  package var gestures: [String: String] = [:]

  package static let english = TrayWords(
    starting: "Starting", on: "The camera is on", running: "On, without a camera", idle: "The camera is off; nothing uses the swipes",
    paused: "Paused", locked: "Paused while the session is locked", away: "Paused while your session is not in front",
    asleep: "Paused while the machine sleeps",
    waiting: "The camera is off; another application is in front", inhibited: "A program keeps the camera off",
    taken: "Another program has the camera", failed: "No camera", pause: "Pause", resume: "Resume", profile: "Profile",
    lastSwipes: "Last swipes", noSwipes: "None yet", settings: "Settings…", open: "Open swiped")

  package static let german = TrayWords(
    starting: "Startet", on: "Die Kamera ist an", running: "An, ohne Kamera", idle: "Die Kamera ist aus; nichts nutzt die Wischgesten",
    paused: "Pausiert", locked: "Pausiert, solange die Sitzung gesperrt ist", away: "Pausiert, solange Ihre Sitzung nicht vorn ist",
    asleep: "Pausiert, solange der Rechner schläft",
    waiting: "Die Kamera ist aus; eine andere Anwendung ist vorn", inhibited: "Ein Programm lässt die Kamera nicht zu",
    taken: "Ein anderes Programm hat die Kamera", failed: "Keine Kamera", pause: "Pausieren", resume: "Fortsetzen", profile: "Profil",
    lastSwipes: "Letzte Wischgesten", noSwipes: "Noch keine", settings: "Einstellungen …", open: "swiped öffnen",
    gestures: ["left": "links", "right": "rechts"])

  /// Those of the locale.
  ///
  /// - Parameter variable: the value of an environment variable.
  package static func of(locale variable: (String) -> String?) -> TrayWords {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    return locale == "de" || locale.hasPrefix("de_") || locale.hasPrefix("de.") ? german : english
  }

  static var current: TrayWords { of { Environment[$0] } }

  /// The state in a few words.
  package func words(for camera: TrayState.Camera) -> String {
    switch camera {
    case .starting: starting
    case .on: on
    case .running: running
    case .idle: idle
    case .paused: paused
    case .locked: locked
    case .away: away
    case .asleep: asleep
    case .waiting: waiting
    case .inhibited: inhibited
    case .taken: taken
    case .failed: failed
    }
  }

  /// The state as a screen reader says it.
  package func description(of camera: TrayState.Camera) -> String {
    let words = words(for: camera)
    return "swiped: \(words.prefix(1).lowercased())\(words.dropFirst())"
  }

  /// A swipe with its local time.
  package func words(for swipe: TraySwipe) -> String {
    "\(LocalTime(unixS: swipe.time).text("%H:%M:%S")) \(gestures[swipe.gesture] ?? swipe.gesture)"
  }
}
