/// Decides from the application in front whether the camera may be open, whether swipes act, and under which profile. Pure: it takes what
/// happens and a time, and returns a decision.
package struct AppRule: Sendable {
  /// What follows.
  package struct Decision: Sendable, Equatable {
    /// Whether the camera may be open.
    package var isOpen: Bool
    /// Whether swipes press keys and run commands.
    package var acts: Bool
    /// The index of the `[[app]]` that matches the application in front; nil for none. When it changes, what a person has selected is over.
    package var app: Int?
    /// The profile of that `[[app]]`; nil for the one that the configuration selects.
    package var profile: String?
    /// The number of changes of the application so far. When it differs from the last decision's, a hand must rest before it swipes, so that
    /// what began in one application does not act in the next.
    package var turn: Int
    /// When to ask again, in ns of CLOCK_MONOTONIC; nil for not before something happens.
    package var dueNs: UInt64?

    package init(isOpen: Bool, acts: Bool, app: Int? = nil, profile: String? = nil, turn: Int = 0, dueNs: UInt64? = nil) {
      (self.isOpen, self.acts, self.app, self.profile, self.turn, self.dueNs) = (isOpen, acts, app, profile, turn, dueNs)
    }
  }

  package private(set) var settings: AppSettings
  private var index: ApplicationIndex
  private var state = FocusState.unknown
  /// The application in front; nil if there is none, or it is not known.
  package private(set) var front: FrontApplication?
  private var turn = 0
  /// When the last application of the list lost the focus; nil while one has it, and if none had.
  private var leftNs: UInt64?

  package init(_ settings: AppSettings, _ index: ApplicationIndex = ApplicationIndex()) { (self.settings, self.index) = (settings, index) }

  /// Another window is in front, or it is not known which one.
  package mutating func take(_ new: FocusState, at now: UInt64) {
    guard new != state else { return }
    let wasListed = isListed
    state = new
    let application: FrontApplication? = if case .front(let window?) = new { index.application(of: window) } else { nil }
    let isAnother = application?.id != front?.id || application == nil
    front = application
    // The list may name a kind of windows that has no file of its own.
    if isAnother || isListed != wasListed { turn += 1 }
    if isListed { leftNs = nil } else if wasListed { leftNs = now }
  }

  /// The configuration or what is installed has changed.
  package mutating func use(_ new: AppSettings, _ newIndex: ApplicationIndex) {
    // Only windows are switched in passing: what a person takes out of the list is closed at once.
    // Nor does a longer wait open what is closed.
    if new.only != settings.only || new.closeAfterMs > settings.closeAfterMs { leftNs = nil }
    (settings, index) = (new, newIndex)
    if case .front(let window?) = state { front = index.application(of: window) }
    if isListed { leftNs = nil }
  }

  /// Whether swipes act in the application in front.
  private var isListed: Bool {
    guard let only = settings.only else { return true }
    guard let front else { return false }
    return only.contains { index.matches($0, front) }
  }

  /// The `[[app]]` that matches the application in front.
  private var appIndex: Int? {
    front.flatMap { front in settings.applications.firstIndex { index.matches($0.match, front) } }
  }

  /// What follows at a time.
  package func decision(at now: UInt64) -> Decision {
    let app = appIndex
    let closesNs = leftNs.map { $0 + UInt64(settings.closeAfterMs) * 1_000_000 }
    let isWaiting = !isListed && now < closesNs ?? 0
    return Decision(
      isOpen: isListed || isWaiting, acts: isListed, app: app, profile: app.flatMap { settings.applications[$0].profile }, turn: turn,
      dueNs: isWaiting ? closesNs : nil)
  }

  /// The applications in which swipes act; nil for all.
  package var listed: [FrontApplication]? {
    settings.only.map { names in names.map { FrontApplication(id: index.id(of: $0) ?? $0, name: index.title(of: $0)) } }
  }

  /// Why it is not known which application is in front; nil if it is, or the desktop has not answered yet.
  package var obstacle: FocusObstacle? { if case .unavailable(let obstacle) = state { obstacle } else { nil } }

  /// Whether it matters which application is in front.
  package var needsFocus: Bool { settings.needsFocus }

  /// Why swipes do not act, for people: what is waited for, and what is in front. Nil while they act.
  package var reason: String? {
    guard !isListed, let only = settings.only else { return nil }
    if only.isEmpty { return "no application is in the list: add one with `swipectl apps add`" }
    if let obstacle { return "the application in front is not known: \(obstacle.cause); \(obstacle.fix)" }
    let names = only.map { index.title(of: $0) }
    let shown = names.count > 3 ? Array(names.prefix(2)) + ["\(names.count - 2) others"] : names
    let list = shown.count == 1 ? shown[0] : "\(shown.dropLast().joined(separator: ", ")) or \(shown.last!)"
    return "waiting for \(list)" + (front.map { "; \($0.name) is in front" } ?? "")
  }

  /// The names of the configuration that match no application that is installed. They may be those of windows nevertheless.
  package var unknownNames: [String] { settings.names.filter { index.id(of: $0) == nil } }
}
