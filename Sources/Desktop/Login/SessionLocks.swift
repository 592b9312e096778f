/// Which of the user's sessions are locked.
///
/// Sessions go by their object paths on the bus. What is told of a session that is not listed counts for nothing.
package struct SessionLocks: Sendable {
  private enum Lock {
    case open
    /// By a Lock signal, which asks the desktop to lock: some then set no hint.
    case asked
    /// By the hint, which the desktop itself sets.
    case hinted
  }

  private var sessions: [String: Lock] = [:]

  package init() {}

  /// Whether one of them is locked.
  package var isLocked: Bool { sessions.values.contains { $0 != .open } }

  package var paths: some Collection<String> { sessions.keys }

  /// Takes the sessions that there are now: those that are new count as open, those that are gone no longer count.
  package mutating func list(_ paths: [String]) {
    sessions = Dictionary(paths.map { ($0, sessions[$0] ?? .open) }) { first, _ in first }
  }

  /// A Lock or Unlock signal came.
  package mutating func signal(_ path: String, locks: Bool) {
    switch (sessions[path], locks) {
    case (.open, true): sessions[path] = .asked
    case (_?, false): sessions[path] = .open
    default: break
    }
  }

  /// The hint has changed.
  package mutating func changeHint(_ path: String, to isLocked: Bool) {
    guard sessions[path] != nil else { return }
    sessions[path] = isLocked ? .hinted : .open
  }

  /// The hint was read. Where it is not set, that says something only of a session whose desktop sets it.
  package mutating func readHint(_ path: String, as isLocked: Bool) {
    guard isLocked || sessions[path] == .hinted else { return }
    changeHint(path, to: isLocked)
  }
}
