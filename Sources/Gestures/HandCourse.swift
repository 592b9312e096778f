import Hands

/// What the courses of all hands share.
struct SharedTiming {
  var unlock: Unlock
  /// When a hand last swiped, other than again with a thumb that it held.
  var lastSwipe: UInt64?
  /// Whether a hand has swiped, or has woken the swipes, in this frame: whoever shows both thumbs does it once.
  var isSpent = false
  /// Whether one has swiped again in this frame, which has one swipe at most: that of another hand comes in the next one.
  var isRepeated = false
}

/// How far above the wrist the thumb of a hand is up, and how far below it is down, in view pixels.
private struct Limits {
  let up: Double, down: Double

  /// The one on the side of the wrist on which the thumb is.
  func onSide(of distance: Double) -> Double { distance > 0 ? down : up }
}

/// The course of one hand through the rule, frame by frame: thumb down is a swipe to the left, thumb up to the right, and the hand rests in
/// between.
struct HandCourse {
  /// How near to a threshold a thumb is close to it, in view pixels: noise alone moves a landmark this far.
  private static let closeness = 5.0
  /// A gesture that swipes only when it has been shown for this long is not missed, nor made up, by a single frame.
  private static let severalFramesMs: UInt32 = 100
  /// Speed up to which a tracker keeps a hand that it sees in every second frame, in hand sizes per second.
  private static let calmSpeed = 2.0
  /// How far a held thumb must be from rest to be calm, in seconds at its speed; and at least a whole threshold. Nearer ones rest for a
  /// single frame now and then, which would be missed.
  private static let secondsFromRest = 0.2
  /// A hand that counted in the last frame may be smaller than the least size by this factor.
  private static let smaller = 0.75
  /// From this much motion on, in hand sizes per second, it is named as the reason why a thumb must be held for longer.
  private static let muchMotion = 0.3

  private let settings: GestureSettings
  private let look: ThumbLook
  private var latch: RestingHandLatch
  private var track = HandTrack()
  private var dwell = Dwell()
  private var showings = ThumbShowings()
  /// When it last swiped, or swiped again.
  private var lastSwipe: UInt64?
  /// Nil while the latch is armed, and if it was disarmed before the first frame.
  private var gesture: HeldGesture?
  /// The zone of the last frame, if the hand counted there.
  private var lastZone: Zone?
  /// Whether the last frame showed a thumb, by its pose.
  private var showsThumb = false
  /// Whether the hand has been away from every gesture since the last swipe: its way back is no attempt.
  private var isBack = true
  /// Whether nothing is known of the time before the next frame.
  private var isInterrupted = true

  init(_ settings: GestureSettings, look: ThumbLook, isArmed: Bool) {
    (self.settings, self.look) = (settings, look)
    latch = RestingHandLatch(isArmed: isArmed)
  }

  /// Whether the next gesture would swipe, if the swipes are awake.
  var isArmed: Bool { latch.isArmed }

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - hand: nil when the frame does not show it.
  ///   - contact: the hand's with others.
  ///   - isNearest: whether nobody else is nearer, where that counts.
  mutating func classify(
    _ hand: HumanHandPoseObservation?, contact: HandContact, isNearest: Bool, at ns: UInt64, _ shared: inout SharedTiming
  ) -> Decision {
    showsThumb = false
    showings.begin(at: ns)
    if isInterrupted {
      isInterrupted = false
      track.resume(at: ns)
      gesture?.resume(at: ns)
    }
    guard let hand else { return missHand(nil, at: ns) }
    let distance = distance(of: hand)
    let limits = limits(for: hand)
    let isNear = abs(distance) > limits.onSide(of: distance) / 2
    isBack = isBack || !isNear
    if let reason = isNearest ? reasonNotToCount(hand) : .notNearest {
      if holdsGesture(of: hand) {
        track.stay(at: ns)
        gesture?.stay(at: ns)
      }
      let isMeant = isNear && mayBeMeant(hand, reason, isUp: distance < 0)
      return missHand(isMeant ? reason : nil, isUp: distance < 0, limits, at: ns)
    }

    // Where a gesture is bound to its hand, the time without it ends when the hand comes back, not in the last frame before.
    if settings.lostGestureMs > 0 { armIfAway(at: ns) }
    track.update(hand, distance: distance, contact: contact, at: ns)
    let zone = zone(distance, limits, after: lastZone)
    lastZone = zone
    let pose = zone == .rest || settings.pose == .any ? .thumb : ThumbPose(hand, zone)
    let wasArmed = latch.isArmed
    let (made, reason) = update(zone, pose, of: hand, at: ns, &shared)
    if made != nil {
      // The repetitions of a hand that goes on holding its thumb do not keep the other one from swiping.
      if wasArmed { (shared.lastSwipe, shared.isSpent) = (ns, true) } else { shared.isRepeated = true }
      (lastSwipe, isBack) = (ns, false)
    } else if shared.unlock.wokenNs == ns {
      shared.isSpent = true
    }
    return Decision(
      distance: distance, threshold: limits.up, downThreshold: limits.down, zone: zone, armed: latch.isArmed,
      action: made.map { GestureAction($0, distance, hand) }, isClose: isClose(distance, limits),
      isCalm: isCalm(zone, pose, distance, limits),
      reason: reason ?? (zone == .rest && isNear && isBack ? thresholdReason(distance, limits) : nil), isUp: distance < 0)
  }

  /// Whether the thumb that it last showed has woken the swipes.
  var hasWoken: Bool { showings.outcome == .wokeSwipes }

  /// The zone of the gesture that has swiped, or has woken the swipes, while it is held.
  func heldZone(at ns: UInt64) -> Zone? {
    guard let gesture, gesture.hasSwiped, gesture.isGoingOn(at: ns) else { return nil }
    return gesture.zone
  }

  /// Whether a hand shows the gesture that is held.
  func holdsGesture(of hand: HumanHandPoseObservation) -> Bool {
    guard let gesture, zone(distance(of: hand), limits(for: hand), after: gesture.zone) == gesture.zone else { return false }
    return settings.pose == .any || ThumbPose(hand, gesture.zone).isThumb
  }

  /// Another hand holds a gesture that has swiped. If this one shows the same, the person shows both thumbs, and it swipes no more.
  mutating func join(_ zone: Zone, _ hand: HumanHandPoseObservation, at ns: UInt64) {
    guard showsThumb, latch.isArmed, lastZone == zone else { return }
    _ = latch.update(zone)
    gesture = HeldGesture(zone, of: hand, hasSwiped: false, at: ns, settings)
  }

  /// The source of the frames was interrupted; see ``SwipeClassifier/interrupt()``.
  mutating func interrupt() {
    (isInterrupted, dwell, lastZone, isBack) = (true, Dwell(), nil, true)
    showings.interrupt()
  }

  // MARK: What a frame shows

  private func reasonNotToCount(_ hand: HumanHandPoseObservation) -> NoSwipeReason? {
    guard settings.hand.allows(hand.chirality) else { return .otherHand }
    guard hand.confidence > settings.minConfidence else { return .lowConfidence(hand.confidence, settings.minConfidence) }
    guard !settings.wholeHand || !isAtEdge(hand) else { return .outsideImage }
    guard settings.minHandSize > 0 else { return nil }
    let size = settings.view.length(hand.size, imageWidth: hand.imageWidth, imageHeight: hand.imageHeight)
    // A hand that turns looks smaller for a moment.
    let least = settings.minHandSize * (lastZone != nil ? Self.smaller : 1)
    return size < least ? .tooSmall(size, settings.minHandSize) : nil
  }

  /// Whether a hand that does not count is one to answer: hands that the settings exclude move all the time, and are only meant if they show a
  /// thumb.
  private func mayBeMeant(_ hand: HumanHandPoseObservation, _ reason: NoSwipeReason, isUp: Bool) -> Bool {
    switch reason {
    case .otherHand, .notNearest: settings.pose == .any || hand.nearlyShowsThumb(isUp ? .up : .down)
    default: true
    }
  }

  /// Whether the wrist or a fingertip of a hand that is confident enough is outside the picture.
  private func isAtEdge(_ hand: HumanHandPoseObservation) -> Bool {
    func isInside(_ joint: JointName) -> Bool { hand.recognizedPoint(joint).confidence > settings.minConfidence }
    return !(isInside(.wrist) && JointName.fingertips.allSatisfy(isInside))
  }

  /// How far the thumb tip is below the wrist, in view pixels.
  private func distance(of hand: HumanHandPoseObservation) -> Double {
    let below = Double(hand.recognizedPoint(.thumbTip).y) - Double(hand.recognizedPoint(.wrist).y)
    return settings.view.length(below, imageWidth: hand.imageWidth, imageHeight: hand.imageHeight)
  }

  private func limits(for hand: HumanHandPoseObservation) -> Limits {
    let unit =
      switch settings.threshold.unit {
      case .pixels: 1.0
      case .handSizes: settings.view.length(hand.flatSize, imageWidth: hand.imageWidth, imageHeight: hand.imageHeight)
      }
    let numbers = settings.threshold.numbers
    return Limits(up: unit * numbers.up, down: unit * numbers.down)
  }

  private func zone(_ distance: Double, _ limits: Limits, after last: Zone?) -> Zone {
    let inner = 1 - settings.hysteresis
    if distance > limits.down * (last == .down ? inner : 1) { return .down }
    if distance < -limits.up * (last == .up ? inner : 1) { return .up }
    return .rest
  }

  private func isClose(_ distance: Double, _ limits: Limits) -> Bool {
    let threshold = limits.onSide(of: distance)
    let fromOuter = abs(abs(distance) - threshold)
    let fromInner = abs(abs(distance) - threshold * (1 - settings.hysteresis))
    return min(fromOuter, fromInner) < Self.closeness
  }

  private func isCalm(_ zone: Zone, _ pose: ThumbPose, _ distance: Double, _ limits: Limits) -> Bool {
    guard track.isSameHand, track.speed <= Self.calmSpeed else { return false }
    guard zone != .rest, pose.isThumb else { return settings.dwellMs >= Self.severalFramesMs }
    // A thumb that is held makes nothing new before it rests.
    let threshold = limits.onSide(of: distance)
    return !latch.isArmed && abs(distance) - threshold >= max(threshold, Self.secondsFromRest * track.thumbSpeed)
  }

  private func thresholdReason(_ distance: Double, _ limits: Limits) -> NoSwipeReason {
    let threshold = limits.onSide(of: distance)
    let needed = distance > 0 ? settings.threshold.numbers.down : settings.threshold.number
    switch settings.threshold.unit {
    case .pixels: return .threshold(abs(distance), needed, unit: "px")
    case .handSizes: return .threshold(abs(distance) / max(threshold, .leastNormalMagnitude) * needed, needed, unit: "hand sizes")
    }
  }

  // MARK: What it means

  private mutating func missHand(_ reason: NoSwipeReason?, isUp: Bool = false, _ limits: Limits? = nil, at ns: UInt64) -> Decision {
    dwell.miss(bridgeMs: settings.bridgeMs, at: ns)
    (lastZone, isBack) = (nil, true)
    armIfAway(at: ns)
    return Decision(
      distance: nil, threshold: limits?.up, downThreshold: limits?.down, zone: nil, armed: latch.isArmed, action: nil, isClose: false,
      isCalm: false, reason: reason, isUp: isUp)
  }

  /// Takes a frame with a counting hand; returns the gesture that it makes, or why a thumb makes none.
  private mutating func update(
    _ zone: Zone, _ pose: ThumbPose, of hand: HumanHandPoseObservation, at ns: UInt64, _ shared: inout SharedTiming
  ) -> (Gesture?, NoSwipeReason?) {
    guard zone != .rest, pose.isThumb else {
      dwell.miss(bridgeMs: settings.bridgeMs, at: ns)
      if gesture?.isOver(zone, of: hand, track: track, at: ns, settings) ?? (zone == .rest) { arm() }
      guard zone != .rest else { return (nil, nil) }
      guard let gesture, gesture.isGoingOn(at: ns) else { return (nil, isAtEdge(hand) ? .outsideImage : .pose(pose)) }
      return (nil, gesture.hasSwiped && gesture.isUnbroken ? .held : notRested)
    }
    let clarity = settings.pose == .any ? 1 : look.clarity(of: hand, zone, activity: track.activity)
    showsThumb = clarity > 0
    guard showsThumb else { return show(zone, clarity, of: hand, at: ns, shared) }
    if shared.unlock.show(&showings, at: ns) { arm() }
    return shared.unlock.decide(show(zone, clarity, of: hand, at: ns, shared), &showings, at: ns)
  }

  /// Takes a frame whose hand may show a thumb.
  private mutating func show(
    _ zone: Zone, _ clarity: Double, of hand: HumanHandPoseObservation, at ns: UInt64, _ shared: SharedTiming
  ) -> (Gesture?, NoSwipeReason?) {
    if !latch.isArmed { return continueGesture(zone, of: hand, at: ns, shared) }
    let shown = dwell.show(zone, clarity: clarity, at: ns)
    let (held, missing) = (Double(shown.heldNs) / 1e6, Double(settings.dwellMs) - shown.evidence / 1e6)
    guard held >= Double(settings.dwellMs), missing <= 0, clarity > 0 else {
      guard clarity > 0 else { return (nil, isAtEdge(hand) ? .outsideImage : .unclear) }
      guard held >= Double(settings.dwellMs) else { return (nil, .dwell(Int(held), Int(settings.dwellMs))) }
      let needed = (held + missing / clarity).rounded(.up)
      return (nil, .uncertain(Int(held), Int(exactly: needed) ?? .max, isMoving: track.activity >= Self.muchMotion))
    }

    guard !shared.isRepeated else { return (nil, .cooldown(0, Int(settings.cooldownMs))) }
    let made = latch.update(zone)
    let lastSwipe = [shared.lastSwipe, self.lastSwipe].compactMap(\.self).max()
    let isTooSoon = shared.isSpent || lastSwipe.map { !passed(settings.cooldownMs, since: $0, at: ns) } ?? false
    gesture = HeldGesture(zone, of: hand, hasSwiped: !isTooSoon, at: ns, settings)
    guard isTooSoon else { return (made, nil) }
    return (nil, .cooldown(lastSwipe.map { Int(elapsedNs(since: $0, at: ns) / 1_000_000) } ?? 0, Int(settings.cooldownMs)))
  }

  /// A gesture is shown while the latch is disarmed: the one that disarmed it, or another without rest in between.
  private mutating func continueGesture(
    _ zone: Zone, of hand: HumanHandPoseObservation, at ns: UInt64, _ shared: SharedTiming
  ) -> (Gesture?, NoSwipeReason?) {
    guard let held = gesture else { return (nil, notRested) }
    let isSame = held.hasSwiped && held.zone == zone && held.isGoingOn(at: ns)
    gesture?.show(zone, of: hand, at: ns)
    guard isSame else { return (nil, notRested) }
    let repeats = !shared.isSpent && !shared.isRepeated && gesture?.repeats(at: ns, settings) == true
    // One that was shown again after a while is no longer the thumb that has swiped, for the person.
    return repeats ? (zone.gesture, nil) : (nil, held.isUnbroken ? .held : notRested)
  }

  private var notRested: NoSwipeReason { .notRested(awayMs: Int(settings.rearmAfterLostMs)) }

  /// Arms the latch if no hand has counted for long enough. Only after a frame without one: when frames are missing, it may have been held.
  private mutating func armIfAway(at ns: UInt64) {
    guard settings.rearmAfterLostMs > 0, lastZone == nil, let last = track.lastCounted else { return }
    if passed(settings.rearmAfterLostMs, since: last, at: ns) { arm() }
  }

  private mutating func arm() {
    latch.arm()
    gesture = nil
  }
}

extension HandRule {
  func allows(_ chirality: Chirality) -> Bool {
    switch self {
    case .any: true
    case .left: chirality == .left
    case .right: chirality == .right
    }
  }
}

/// A latch that makes one gesture one swipe, however long it is held: a thumb fires it once, a resting hand arms it again.
public struct RestingHandLatch: Sendable, Equatable {
  /// Whether the next thumb fires it.
  public private(set) var isArmed: Bool

  /// - Parameter isArmed: whether the next thumb fires it.
  public init(isArmed: Bool = true) { self.isArmed = isArmed }

  /// Takes the zone of the next counting frame; returns its gesture when it fires.
  public mutating func update(_ zone: Zone) -> Gesture? {
    defer { isArmed = zone == .rest }
    guard isArmed else { return nil }
    return zone.gesture
  }

  /// Arms it without a resting hand.
  public mutating func arm() { isArmed = true }
}
