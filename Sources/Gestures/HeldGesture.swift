import Hands

/// The gesture that disarmed the latch, until it is over.
struct HeldGesture {
  /// A gesture that is shown again within this time has not been interrupted.
  private static let flickerMs: UInt32 = 300

  private(set) var zone: Zone
  /// Whether it is the gesture that has swiped: not one that was made during the cooldown, or that is held after an interruption.
  private(set) var hasSwiped: Bool
  /// Whether it has been shown since it was made, without the opposite one in between.
  private(set) var isUnbroken = true
  private var lastShown: UInt64
  /// Where its hand was last seen.
  private var place: HandPlace
  /// Whether the last counting frame had its hand, not another one which the tracker took for it.
  private var isItsHand = true
  /// Whether the last frame of its hand showed the gesture.
  private var wasShown = true
  /// When it is to swipe again.
  private var nextRepeat: UInt64

  init(_ zone: Zone, of hand: HumanHandPoseObservation, hasSwiped: Bool, at ns: UInt64, _ settings: GestureSettings) {
    (self.zone, self.hasSwiped, lastShown, place) = (zone, hasSwiped, ns, HandPlace(hand))
    nextRepeat = later(settings.repeatDelayMs, than: ns)
  }

  /// Whether it is the same gesture as the one shown now, not a later one.
  func isGoingOn(at ns: UInt64) -> Bool { !passed(Self.flickerMs, since: lastShown, at: ns) }

  /// A frame shows it, or the opposite gesture.
  mutating func show(_ zone: Zone, of hand: HumanHandPoseObservation, at ns: UInt64) {
    isUnbroken = isUnbroken && zone == self.zone && isGoingOn(at: ns)
    (self.zone, lastShown, place, isItsHand, wasShown) = (zone, ns, HandPlace(hand), true, true)
  }

  /// The first frame after an interruption: it counts as held until then, and does not swipe again.
  mutating func resume(at ns: UInt64) { (hasSwiped, lastShown) = (false, ns) }

  /// A frame whose hand does not count shows it.
  mutating func stay(at ns: UInt64) { lastShown = ns }

  /// A frame with a counting hand does not show it.
  ///
  /// - Returns: whether it is over.
  mutating func isOver(
    _ zone: Zone, of hand: HumanHandPoseObservation, track: HandTrack, at ns: UInt64, _ settings: GestureSettings
  ) -> Bool {
    guard settings.lostGestureMs > 0 else { return zone == .rest }
    let (now, isContinued) = (HandPlace(hand), isItsHand && track.isSameHand)
    isItsHand = isContinued || now.isNear(place)
    guard isItsHand else {
      let patience = wasShown ? max(settings.lostGestureMs, settings.rearmAfterLostMs) : settings.rearmAfterLostMs
      return (zone == .rest || settings.rearmAfterLostMs > 0) && passed(patience, since: lastShown, at: ns)
    }
    place = now
    // In its first frame, a hand that comes back may be a mistake of the tracker.
    guard isContinued else { return false }
    wasShown = false
    return zone == .rest || settings.releaseMs > 0 && passed(settings.releaseMs, since: lastShown, at: ns)
  }

  /// Whether it is time to swipe again: only a thumb that has been held since it swiped does. Repetitions that were missed are not made up
  /// for.
  mutating func repeats(at ns: UInt64, _ settings: GestureSettings) -> Bool {
    guard settings.repeatMs > 0, hasSwiped, isUnbroken, ns >= nextRepeat else { return false }
    nextRepeat = later(settings.repeatMs, than: nextRepeat)
    if nextRepeat <= ns { nextRepeat = later(settings.repeatMs, than: ns) }
    return true
  }
}
