/// What must be shown before thumbs swipe.
public enum UnlockRule: String, Sendable, CaseIterable {
  case off
  /// The same thumb twice: two showings of it wake the swipes, which fall asleep again some time after the last one.
  ///
  /// A showing is a thumb that would swipe by all other rules. The second one counts at most 2 s after the first one did, and begins at
  /// least 0.3 s after the first one has ended, whether the hand rests, folds its thumb or leaves in between.
  case double
}

/// Whether the swipes are awake, and the showings of a thumb that wake them.
///
/// The classifier reports each frame, the thumbs in it and what it would make of them. Waking needs no latch: while the swipes are asleep,
/// the time without a thumb alone separates two showings.
struct Unlock {
  /// A thumb that is not shown for less than this is still the same showing: the tracker may have lost it.
  static let pauseMs: UInt32 = 300
  /// The second showing counts at most this long after the first one did, in ms.
  static let windowMs: UInt32 = 2000

  /// What has come of the latest showing.
  private enum Outcome {
    case none
    /// It has swiped, counted as a first showing, or began at a time that is not known.
    case spent
    case wokeSwipes
  }

  /// How long the swipes stay awake after the last one; nil if they always are.
  private let awakeMs: UInt32?
  /// The time at which the swipes fall asleep, in ns of the frames; nil while they are asleep, and if they always are awake.
  private(set) var awakeUntil: UInt64?
  private var outcome = Outcome.none
  /// The showing that another one may follow, and when it counted.
  private var first: (direction: SwipeDirection, ns: UInt64)?
  private var lastShown: UInt64?
  /// Whether this frame, and the one before, showed a thumb.
  private var isShown = false, wasShown = false
  /// Whether nothing is known of the time before the next frame.
  private var isInterrupted = false

  /// - Parameter awakeUntil: when the swipes fall asleep; nil if they are asleep.
  init(_ settings: GestureSettings, awakeUntil: UInt64? = nil) {
    awakeMs = settings.unlock == .off ? nil : settings.awakeS * 1000
    self.awakeUntil = awakeMs == nil ? nil : awakeUntil
  }

  private var isAsleep: Bool { awakeMs != nil && awakeUntil == nil }

  /// The source of the frames was interrupted: the swipes fall asleep, and a thumb in the next frame may have been shown before.
  mutating func interrupt() { (isInterrupted, awakeUntil, first, outcome) = (true, nil, nil, .spent) }

  /// Begins the next frame.
  mutating func begin(at ns: UInt64) {
    if isInterrupted { (isInterrupted, isShown, lastShown) = (false, true, ns) }
    (wasShown, isShown) = (isShown, false)
    if let awakeUntil, ns >= awakeUntil { self.awakeUntil = nil }
  }

  /// The frame shows a thumb, up or down.
  ///
  /// - Returns: whether the latch is to be armed for it, since it is another showing and the swipes are asleep. When frames are missing,
  ///   the thumb may have been shown meanwhile.
  mutating func show(at ns: UInt64) -> Bool {
    let isAnother = lastShown.map { !wasShown && passed(Self.pauseMs, since: $0, at: ns) } ?? false
    if isAnother { outcome = .none }
    (isShown, lastShown) = (true, ns)
    return isAnother && isAsleep
  }

  /// Decides what comes of the frame.
  ///
  /// - Parameter decision: the swipe that it makes by all other rules, or why a thumb makes none.
  mutating func decide(_ decision: (SwipeDirection?, NoSwipeReason?), at ns: UInt64) -> (SwipeDirection?, NoSwipeReason?) {
    guard let awakeMs, isShown else { return decision }
    if let direction = decision.0 {
      if isAsleep {
        take(direction, awakeMs: awakeMs, at: ns)
      } else if outcome != .wokeSwipes {
        (awakeUntil, outcome) = (later(awakeMs, than: ns), .spent)
        return decision
      }
    } else if !decision.1.isOfLatch {
      return decision
    }
    // The thumb that has woken the swipes is no swipe, however long it is held.
    return (nil, isAsleep ? .asleep(isShownOnce: isRemembered(at: ns)) : outcome == .wokeSwipes ? .woke : decision.1)
  }

  /// Takes a showing while the swipes are asleep: it wakes them, or may be followed by one that does.
  private mutating func take(_ direction: SwipeDirection, awakeMs: UInt32, at ns: UInt64) {
    guard outcome == .none else { return }
    if isRemembered(at: ns), first?.direction == direction {
      (awakeUntil, first, outcome) = (later(awakeMs, than: ns), nil, .wokeSwipes)
    } else {
      (first, outcome) = ((direction, ns), .spent)
    }
  }

  private func isRemembered(at ns: UInt64) -> Bool {
    first.map { elapsedNs(since: $0.ns, at: ns) <= UInt64(Self.windowMs) * 1_000_000 } ?? false
  }
}

extension NoSwipeReason? {
  /// Whether only the latch keeps a thumb from swiping, which is of no matter while the swipes are asleep.
  fileprivate var isOfLatch: Bool {
    switch self {
    case nil, .notRested: true
    default: false
    }
  }
}

extension GestureSettings {
  /// The same settings without ``unlock``, for what they make of each gesture alone.
  public var withoutUnlock: GestureSettings {
    var settings = self
    settings.unlock = .off
    return settings
  }
}
