import Hands

/// Turns what each frame shows of hands into swipes. Each hand has its own course through the rule, and any may swipe. Pure: times are passed
/// in.
public struct SwipeClassifier: Sendable {
  /// Of the hands of a frame, the first ones are judged, at most this many: a trace may have more.
  private static let mostHands = 8
  /// Hands smaller than this part of the largest one are those of people farther away. Those of the nearest person may be turned, or held back.
  private static let nearestShare = 0.6
  /// For this long after a swipe, or after swipes were woken, in ms, the same thumb of another hand belongs to it: the person shows both.
  private static let bothMs: UInt32 = 2000

  /// The options that it was created with.
  public let settings: GestureSettings
  private let look: ThumbLook
  private var shared: SharedTiming
  private var hands: FollowedHands
  /// Whether a hand of the first frame that shows one begins with an armed latch: otherwise, it may be held from before.
  private let startsArmed: Bool
  private var hasSeenHand = false

  /// - Parameters:
  ///   - isArmed: whether the first thumb gesture swipes, or one is still being held.
  ///   - awakeUntilNs: when the swipes fall asleep, where the settings let them; nil if they are asleep.
  ///   - lastSwipeNs: when a hand last swiped, in ns of the frames' clock: the cooldown goes on. Nil for never.
  public init(
    _ settings: GestureSettings = GestureSettings(), isArmed: Bool = true, awakeUntilNs: UInt64? = nil, lastSwipeNs: UInt64? = nil
  ) {
    self.init(settings, look: .trained, isArmed: isArmed, awakeUntilNs: awakeUntilNs, lastSwipeNs: lastSwipeNs)
  }

  /// - Parameter look: what distinguishes a thumb from other hands, if the pose counts.
  package init(
    _ settings: GestureSettings, look: ThumbLook, isArmed: Bool = true, awakeUntilNs: UInt64? = nil, lastSwipeNs: UInt64? = nil
  ) {
    (self.settings, self.look, startsArmed) = (settings, look, isArmed)
    shared = SharedTiming(unlock: Unlock(settings, awakeUntil: awakeUntilNs), lastSwipe: lastSwipeNs)
    hands = FollowedHands(HandCourse(settings, look: look, isArmed: isArmed), rearmAfterLostMs: settings.rearmAfterLostMs)
  }

  /// Classifies the next frame.
  public mutating func classify(_ frame: HandFrame) -> Decision {
    if frame.isInterrupted { interrupt() }
    return frame.hands.withUnsafeBufferPointer { classify(UnsafeBufferPointer(rebasing: $0.prefix(Self.mostHands)), at: frame.capturedNs) }
  }

  /// Classifies a frame with one hand.
  ///
  /// - Parameters:
  ///   - hand: `nil` when the frame shows none.
  ///   - ns: when the frame was captured, in ns of a clock that does not go back.
  public mutating func classify(_ hand: HumanHandPoseObservation?, at ns: UInt64) -> Decision {
    guard let hand else { return classify(UnsafeBufferPointer(start: nil, count: 0), at: ns) }
    return withUnsafePointer(to: hand) { classify(UnsafeBufferPointer(start: $0, count: 1), at: ns) }
  }

  /// The source of the frames was interrupted. Nothing that was timed before goes on after it: a thumb must be shown again for the whole
  /// dwell time, one that was held counts as held and does not repeat, and the time without a hand begins with the next frame.
  public mutating func interrupt() {
    hands.interrupt()
    shared.unlock.interrupt()
  }

  /// Whether the next gesture, of whichever hand, would swipe if the swipes are awake.
  public var isArmed: Bool { hands.all.allSatisfy(\.course.isArmed) }

  /// When the swipes fall asleep unless there is one before, in ns of the frames' clock; nil while they are asleep, and if they never do.
  public var awakeUntilNs: UInt64? { shared.unlock.awakeUntil }

  /// When a hand last swiped, other than again with a thumb that it held, in ns of the frames' clock; nil if none has.
  public var lastSwipeNs: UInt64? { shared.lastSwipe }

  private mutating func classify(_ seen: UnsafeBufferPointer<HumanHandPoseObservation>, at ns: UInt64) -> Decision {
    shared.unlock.begin(at: ns)
    (shared.isSpent, shared.isRepeated) = (false, false)
    hands.update(seen, at: ns) { HandCourse(settings, look: look, isArmed: hasSeenHand || startsArmed) }
    hasSeenHand = hasSeenHand || !seen.isEmpty
    let largest = settings.people == .nearest ? seen.lazy.filter(\.isSane).map(\.size).max() : nil
    var chosen: Decision?
    var swiped: Int?
    for position in hands.all.indices {
      let index = hands.all[position].index
      let hand = index.map { seen[$0] }
      let contact = index.map { hands.contact(of: $0, seen) } ?? .none
      let isNearest = largest.flatMap { largest in hand.map { $0.size >= Self.nearestShare * largest } } ?? true
      let isForeground = settings.people == .all || hand?.isInBackground != true
      var decision = hands.all[position].course.classify(
        hand, contact: contact, isNearest: isNearest && isForeground, at: ns, &shared)
      decision.hand = index
      if decision.action != nil { swiped = position }
      chosen = chosen.map { $0.merged(with: decision) } ?? decision
    }
    if hands.all.count > 1 { joinHands(seen, at: ns) }
    // If two hands say equally much, the decision is about the first one: the one that swiped last.
    if let swiped { hands.all.swapAt(0, swiped) }
    return chosen!
  }

  /// Whoever shows both thumbs swipes once, or wakes the swipes and does not swipe.
  private mutating func joinHands(_ seen: UnsafeBufferPointer<HumanHandPoseObservation>, at ns: UInt64) {
    func isRecent(_ last: UInt64?) -> Bool { last.map { !passed(Self.bothMs, since: $0, at: ns) } ?? false }
    let (hasSwiped, hasWoken) = (isRecent(shared.lastSwipe), isRecent(shared.unlock.wokenNs))
    guard hasSwiped || hasWoken else { return }
    for holder in hands.all.indices where hasSwiped || hands.all[holder].course.hasWoken {
      guard let zone = hands.all[holder].course.heldZone(at: ns) else { continue }
      for other in hands.all.indices where other != holder {
        if let index = hands.all[other].index { hands.all[other].course.join(zone, seen[index], at: ns) }
      }
    }
  }
}

extension Decision {
  /// The decision of a frame of which two hands say something: what is said is of the one that swipes, or else shows a thumb, or else is near one.
  fileprivate func merged(with other: Decision) -> Decision {
    var chosen = other.weight > weight ? other : self
    chosen.isClose = isClose || other.isClose
    // A hand that is not in the frame is in no hurry.
    chosen.isCalm = (isCalm || hand == nil) && (other.isCalm || other.hand == nil) && (hand ?? other.hand) != nil
    return chosen
  }

  private var weight: Int {
    if action != nil { return 6 }
    switch reason {
    case .dwell, .uncertain, .unclear, .cooldown, .notRested, .asleep, .woke: return 5
    case .held: return 4
    case nil: return hand == nil ? 0 : zone == nil ? 1 : 2
    case .threshold, .otherHand, .notNearest: return 3
    case .pose: return 2
    case .tooDark, .keysSuspended, .lowConfidence, .outsideImage, .tooSmall: return 1
    }
  }
}
