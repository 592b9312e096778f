import Platform
import Synchronization

/// Which of the user's sessions are locked.
///
/// Sessions are identified by their object paths on the bus. Changes of a session that is not listed are ignored.
package struct SessionLocks: Sendable {
  private enum Lock {
    case open
    /// By a Lock signal, which asks the desktop to lock; some desktops then set no hint.
    case asked
    /// By the hint, which the desktop itself sets.
    case hinted
  }

  /// What a change means for the camera.
  package enum News: Sendable, Equatable {
    /// A session has been locked, be it again: many lockers never say that they unlock, so that a person resumes instead.
    case locked
    /// No session is locked any more.
    case unlocked
  }

  private var sessions: [String: Lock] = [:]

  package init() {}

  /// Whether any of them is locked.
  package var isLocked: Bool { sessions.values.contains { $0 != .open } }

  package var paths: some Collection<String> { sessions.keys }

  /// Replaces the list of sessions. New ones count as open.
  package mutating func list(_ paths: [String]) -> News? {
    change { sessions in sessions = Dictionary(paths.map { ($0, sessions[$0] ?? .open) }) { first, _ in first } }
  }

  /// Handles a Lock or Unlock signal.
  package mutating func signal(_ path: String, locks: Bool) -> News? {
    guard let old = sessions[path] else { return nil }
    return set(path, locks ? old == .open ? .asked : old : .open)
  }

  /// Handles a change of the hint.
  package mutating func changeHint(_ path: String, to isLocked: Bool) -> News? {
    sessions[path] == nil ? nil : set(path, isLocked ? .hinted : .open)
  }

  /// Handles the hint as it was read. That it is not set means something only for a session whose desktop sets it.
  package mutating func readHint(_ path: String, as isLocked: Bool) -> News? {
    switch (sessions[path], isLocked) {
    case (nil, _), (.hinted, true): nil
    case (_, true): set(path, .hinted)
    case (.hinted, false): set(path, .open)
    case (_, false): nil
    }
  }

  private mutating func set(_ path: String, _ lock: Lock) -> News? {
    let news = change { $0[path] = lock }
    return lock == .open ? news : .locked
  }

  private mutating func change(_ body: (inout [String: Lock]) -> Void) -> News? {
    let wasLocked = isLocked
    body(&sessions)
    return isLocked == wasLocked ? nil : isLocked ? .locked : .unlocked
  }
}

/// The inhibitor lock of logind that delays sleep until the camera is closed.
///
/// It is taken while the machine is awake, and released once for each sleep. Any thread.
final class SleepDelay: Sendable {
  private struct State: ~Copyable {
    var inhibitor: OwnedDescriptor?
    var isAsleep = false
  }

  private let state = Mutex(State())

  /// Whether the machine is about to sleep or asleep.
  var isAsleep: Bool { state.withLock { $0.isAsleep } }

  /// Takes over the inhibitor that logind granted.
  func hold(_ inhibitor: consuming OwnedDescriptor) {
    let number = inhibitor.release()
    state.withLock { $0.inhibitor = OwnedDescriptor(owning: number) }
  }

  /// - Returns: whether that is a change.
  func setAsleep(_ isAsleep: Bool) -> Bool {
    state.withLock { state in
      defer { state.isAsleep = isAsleep }
      return state.isAsleep != isAsleep
    }
  }

  /// Lets the machine sleep. If it is awake again already, the inhibitor is kept for the next sleep.
  func giveUp() {
    state.withLock { if $0.isAsleep { $0.inhibitor = nil } }
  }

  /// Stops delaying sleep.
  func end() { state.withLock { $0.inhibitor = nil } }
}
