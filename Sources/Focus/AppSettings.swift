import Gestures

/// `[apps]` and `[[app]]`: where swipes act, and what differs between applications.
package struct AppSettings: Sendable, Equatable {
  /// The applications in which swipes act, as people name them; nil for all.
  package var only: [String]?
  /// How long the camera stays open after such an application has lost the focus, in ms.
  package var closeAfterMs = 3000
  /// In the order of the file; the first that matches counts.
  package var applications: [AppProfile] = []

  package init() {}

  /// Whether it matters which application is in front.
  package var needsFocus: Bool { only != nil || !applications.isEmpty }

  /// The applications that the settings name, each once.
  package var names: [String] {
    ((only ?? []) + applications.map(\.match)).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// `[[app]]`: what differs while an application is in front.
package struct AppProfile: Sendable, Equatable {
  /// The application, as people name it.
  package var match: String
  /// The profile while it is in front; nil for the one that is selected.
  package var profile: String?
  /// The names of its own keys; nil for those of the profile.
  package var keys: ByGesture<String?>

  package init(match: String, profile: String? = nil, keys: ByGesture<String?> = ByGesture { _ in nil }) {
    (self.match, self.profile, self.keys) = (match, profile, keys)
  }
}
