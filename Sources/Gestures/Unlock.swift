/// What must be shown before thumbs swipe.
public enum UnlockRule: String, Sendable, CaseIterable {
  case off
  /// The same thumb twice: two showings of it wake the swipes, which fall asleep again some time after the last one.
  ///
  /// A showing is a thumb that would swipe by all other rules. The second one counts at most 2 s after the first one did, and begins at
  /// least 0.3 s after the first one has ended, whether the hand rests, folds its thumb or leaves in between.
  case double
}

/// Whether the swipes are awake.
///
/// The classifier reports each frame, the thumbs in it and what it would make of them. Waking needs no latch: while the swipes are asleep,
/// the time without a thumb alone separates two showings.
struct Unlock {
  /// The second showing counts at most this long after the first one did, in ms.
  static let windowMs: UInt32 = 2000

  /// How long the swipes stay awake after the last one; nil if they always are.
  private let awakeMs: UInt32?
  /// The time at which the swipes fall asleep, in ns of the frames; nil while they are asleep, and if they always are awake.
  private(set) var awakeUntil: UInt64?
  /// When a thumb last woke them.
  private(set) var wokenNs: UInt64?

  /// - Parameter awakeUntil: when the swipes fall asleep; nil if they are asleep.
  init(_ settings: GestureSettings, awakeUntil: UInt64? = nil) {
    awakeMs = settings.unlock == .off ? nil : settings.awakeS * 1000
    self.awakeUntil = awakeMs == nil ? nil : awakeUntil
  }

  private var isAsleep: Bool { awakeMs != nil && awakeUntil == nil }

  /// The source of the frames was interrupted: the swipes fall asleep.
  mutating func interrupt() { awakeUntil = nil }

  /// Begins the next frame.
  mutating func begin(at ns: UInt64) {
    if let awakeUntil, ns >= awakeUntil { self.awakeUntil = nil }
  }

  /// The frame shows a thumb, up or down.
  ///
  /// - Returns: whether the latch is to be armed for it, since it is another showing and the swipes are asleep. When frames are missing,
  ///   the thumb may have been shown meanwhile.
  func show(_ showings: inout ThumbShowings, at ns: UInt64) -> Bool { showings.show(at: ns) && isAsleep }

  /// Decides what comes of a frame that shows a thumb.
  ///
  /// - Parameters:
  ///   - decision: the gesture that it makes by all other rules, or why a thumb makes none.
  ///   - showings: those of the thumb's hand.
  mutating func decide(
    _ decision: (Gesture?, NoSwipeReason?), _ showings: inout ThumbShowings, at ns: UInt64
  ) -> (Gesture?, NoSwipeReason?) {
    guard let awakeMs else { return decision }
    if let gesture = decision.0 {
      if isAsleep {
        if showings.wakes(gesture, at: ns) { (awakeUntil, wokenNs) = (later(awakeMs, than: ns), ns) }
      } else if showings.outcome != .wokeSwipes {
        awakeUntil = later(awakeMs, than: ns)
        showings.outcome = .spent
        return decision
      }
    } else if !decision.1.isOfLatch {
      return decision
    }
    // The thumb that has woken the swipes is no swipe, however long it is held.
    return (nil, isAsleep ? .asleep(isShownOnce: showings.isRemembered(at: ns)) : showings.outcome == .wokeSwipes ? .woke : decision.1)
  }
}

/// The showings of one hand's thumb, of which two wake the swipes.
struct ThumbShowings {
  /// A thumb that is not shown for less than this is still the same showing: the tracker may have lost it.
  static let pauseMs: UInt32 = 300

  /// What has come of the latest showing.
  enum Outcome {
    case none
    /// It has swiped, counted as a first showing, or began at a time that is not known.
    case spent
    case wokeSwipes
  }

  var outcome = Outcome.none
  /// The showing that another one may follow, and when it counted.
  private var first: (gesture: Gesture, ns: UInt64)?
  private var lastShown: UInt64?
  /// Whether this frame, and the one before, showed a thumb.
  private var isShown = false, wasShown = false
  /// Whether nothing is known of the time before the next frame.
  private var isInterrupted = false

  /// The source of the frames was interrupted: a thumb in the next frame may have been shown before.
  mutating func interrupt() { (isInterrupted, first, outcome) = (true, nil, .spent) }

  /// Begins the next frame.
  mutating func begin(at ns: UInt64) {
    if isInterrupted { (isInterrupted, isShown, lastShown) = (false, true, ns) }
    (wasShown, isShown) = (isShown, false)
  }

  /// - Returns: whether this is another showing.
  fileprivate mutating func show(at ns: UInt64) -> Bool {
    let isAnother = lastShown.map { !wasShown && passed(Self.pauseMs, since: $0, at: ns) } ?? false
    if isAnother { outcome = .none }
    (isShown, lastShown) = (true, ns)
    return isAnother
  }

  /// Takes a showing while the swipes are asleep.
  ///
  /// - Returns: whether it wakes them; otherwise another one that follows may.
  fileprivate mutating func wakes(_ gesture: Gesture, at ns: UInt64) -> Bool {
    guard outcome == .none else { return false }
    guard isRemembered(at: ns), first?.gesture == gesture else {
      (first, outcome) = ((gesture, ns), .spent)
      return false
    }
    (first, outcome) = (nil, .wokeSwipes)
    return true
  }

  fileprivate func isRemembered(at ns: UInt64) -> Bool {
    first.map { elapsedNs(since: $0.ns, at: ns) <= UInt64(Unlock.windowMs) * 1_000_000 } ?? false
  }
}

extension NoSwipeReason? {
  /// Whether only the latch keeps a thumb from swiping, which is of no matter while the swipes are asleep.
  fileprivate var isOfLatch: Bool {
    switch self {
    case nil, .notRested, .held: true
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
