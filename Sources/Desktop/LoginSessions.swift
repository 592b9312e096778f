/// What logind says of the sessions at a seat: that is, at a screen with its keyboard. Remote sessions are left out: a remote session is
/// locked along with all others, and never unlocked.
///
/// Sessions are identified by their object paths on the bus.
package enum LoginFact: Sendable, Hashable {
  /// The sessions at a seat.
  ///
  /// - own: those of this user.
  /// - hasOthers: whether there is one of another user, or the greeter's, on which people log in.
  case listed(own: [String], hasOthers: Bool)
  /// A session as it was read. It is active if it is in front.
  case read(String, isActive: Bool, isLocked: Bool)
  /// Another session has come in front of this one.
  case inactive(String)
  /// A session is over, but for programs that it leaves behind.
  case ended(String)
  /// The desktop has set or cleared its hint that the session is locked.
  case lockHint(String, Bool)
  /// A signal that asks the desktop to lock or unlock the session; some desktops set no hint.
  case lockSignal(String, Bool)
  /// logind has not answered in time, or cannot be asked.
  case unanswered
  /// logind has started again, and has forgotten the hints.
  case restarted
}

/// What a restart of the daemon must know of the sessions.
package struct LoginMemory: Sendable, Hashable {
  /// Whether the user has had a session at a seat.
  package var hadSession: Bool
  /// The sessions whose lock is known from a signal only, which nobody can ask for again.
  package var locked: Set<String>

  package init(hadSession: Bool = false, locked: Set<String> = []) { (self.hadSession, self.locked) = (hadSession, locked) }
}

/// Decides from the sessions of the user whether the camera in front of the seat is this user's. Pure.
package struct LoginSessions: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    /// The first answer of logind is still to come.
    case unknown
    /// The user's session is in front, and not locked.
    case active
    case locked
    /// No session of the user is in front.
    case background
    /// The user has no session at a seat, and either had one, or somebody else has one.
    case absent
    /// Nobody has had a session at a seat, as on a machine without a login: a kiosk, or a machine without a screen.
    case seatless
    /// There is no logind that answers.
    case unwatched
  }

  private enum Lock: Hashable {
    case open
    /// By a signal.
    case asked
    /// By the hint, which the desktop itself sets.
    case hinted
  }

  private struct Session: Hashable {
    /// Nil until it was read.
    var isActive: Bool?
    var lock = Lock.open
    /// Whether the user has said that it is not locked, since many lockers never say so.
    var isOverridden = false

    var isLocked: Bool { lock != .open && !isOverridden }
  }

  /// Those of the user at a seat; nil before the first list.
  private var sessions: [String: Session]?
  private var hasOthers = false
  /// Whether all of a list was read once.
  private var isComplete = false
  private var hasFailed = false
  private var hadSession: Bool
  /// The sessions that are not listed yet, and that a signal has locked.
  private var lockedBefore: Set<String>
  /// Those of them that an earlier run of the daemon knew. They are the user's.
  private var remembered: Set<String>
  /// The largest number of ``lockedBefore``: other users' sessions are locked, too.
  private static let limit = 64

  /// - Parameter memory: what an earlier run of the daemon knew.
  package init(_ memory: LoginMemory = LoginMemory()) {
    (hadSession, lockedBefore, remembered) = (memory.hadSession, memory.locked, memory.locked)
  }

  package var state: State {
    guard isComplete, let sessions else {
      guard hasFailed else { return .unknown }
      return remembered.isEmpty && sessions?.values.contains(where: \.isLocked) != true ? .unwatched : .locked
    }
    let active = sessions.values.filter { $0.isActive == true }
    if !active.isEmpty { return active.contains(where: \.isLocked) ? .locked : .active }
    if !sessions.isEmpty { return .background }
    return hadSession || hasOthers ? .absent : .seatless
  }

  /// How many sessions the user has at a seat; nil while that is not known.
  package var sessionCount: Int? { sessions?.count }

  package var memory: LoginMemory {
    guard let sessions else { return LoginMemory(hadSession: hadSession, locked: lockedBefore) }
    let locked = sessions.filter { $0.value.lock == .asked && $0.value.isLocked }
    return LoginMemory(hadSession: hadSession, locked: Set(locked.keys))
  }

  /// Applies a fact.
  package mutating func apply(_ fact: LoginFact) {
    switch fact {
    case .listed(let own, let hasOthers):
      let before = sessions
      let new = own.map { ($0, before?[$0] ?? Session(lock: lockedBefore.contains($0) ? .asked : .open)) }
      sessions = Dictionary(new) { first, _ in first }
      self.hasOthers = hasOthers
      hadSession = hadSession || !own.isEmpty
      for path in own { forget(path) }
    case .read(let path, let isActive, let isLocked):
      change(path) {
        $0.isActive = isActive
        // That the hint is not set means something only for a session whose desktop sets it.
        if isLocked { $0.lock = .hinted } else if $0.lock == .hinted { ($0.lock, $0.isOverridden) = (.open, false) }
      }
    case .inactive(let path): change(path) { $0.isActive = false }
    case .ended(let path): sessions?[path] = nil
    case .lockHint(let path, let isLocked):
      if !isLocked { forget(path) }
      change(path) { ($0.lock, $0.isOverridden) = (isLocked ? .hinted : .open, false) }
    case .lockSignal(let path, true):
      guard sessions?[path] != nil else {
        if lockedBefore.count < Self.limit { lockedBefore.insert(path) }
        break
      }
      change(path) { ($0.lock, $0.isOverridden) = ($0.lock == .hinted ? .hinted : .asked, false) }
    case .lockSignal(let path, false):
      forget(path)
      change(path) { ($0.lock, $0.isOverridden) = (.open, false) }
    case .unanswered: hasFailed = true
    // A lock is then known from nothing that can be read again.
    case .restarted: changeAll { if $0.lock == .hinted { $0.lock = .asked } }
    }
    isComplete = isComplete || sessions?.values.allSatisfy { $0.isActive != nil } == true
  }

  /// Takes the session in front for unlocked until it is locked again: the user says that it is.
  package mutating func overrideLock() {
    // Without an answer, it is not known which is in front.
    if !isComplete, hasFailed { for path in remembered { forget(path) } }
    changeAll { if $0.isActive == true, $0.lock != .open { $0.isOverridden = true } }
  }

  private mutating func forget(_ path: String) {
    lockedBefore.remove(path)
    remembered.remove(path)
  }

  private mutating func changeAll(_ body: (inout Session) -> Void) {
    for path in sessions.map({ Array($0.keys) }) ?? [] { change(path, body) }
  }

  private mutating func change(_ path: String, _ body: (inout Session) -> Void) {
    guard var session = sessions?[path] else { return }
    body(&session)
    sessions?[path] = session
  }
}
