import Hands

/// Time arithmetic of the classifier. A clock that went back counts as one that stood still.
func elapsedNs(since start: UInt64, at ns: UInt64) -> UInt64 { ns > start ? ns - start : 0 }

func passed(_ ms: UInt32, since start: UInt64, at ns: UInt64) -> Bool { elapsedNs(since: start, at: ns) >= UInt64(ms) * 1_000_000 }

/// For how long a gesture has been shown.
struct Dwell {
  private var state: (zone: Zone, since: UInt64, last: UInt64)?

  /// The time in ns for which frames have shown the gesture of this one.
  mutating func show(_ zone: Zone, at ns: UInt64) -> UInt64 {
    if let state, state.zone == zone { self.state = (zone, state.since, ns) } else { state = (zone, ns, ns) }
    return elapsedNs(since: state?.since ?? ns, at: ns)
  }

  /// A frame does not show the gesture. That ends it, unless it was shown less than `bridgeMs` ago.
  mutating func miss(bridgeMs: UInt32, at ns: UInt64) {
    guard let state, bridgeMs == 0 || passed(bridgeMs, since: state.last, at: ns) else { return }
    self.state = nil
  }
}

/// The motion of the counting hand from frame to frame.
struct HandTrack {
  /// A hand that moves farther than this many hand sizes from one frame to the next is another hand.
  private static let farthest = 2.0
  /// After longer than this without a counting hand, it is unknown whether it is the same one.
  private static let longestGapMs: UInt32 = 500
  /// A tracker that loses a hand for less than this may not have lost it from view.
  private static let arrivalGapMs: UInt32 = 300

  private var last: (x: Double, y: Double, distance: Double, ns: UInt64)?
  /// Whether it is the hand of the counting frame before.
  private(set) var isSameHand = false
  /// Whether the hand has not rested since it came into view.
  private(set) var isArriving = true
  /// In hand sizes per second.
  private(set) var speed = 0.0
  /// The speed of the thumb tip above or below the wrist, in view pixels per second.
  private(set) var thumbSpeed = 0.0

  /// The time of the last counting frame.
  var lastCounted: UInt64? { last?.ns }

  /// - Parameter distance: of the thumb tip below the wrist, in view pixels.
  mutating func note(_ hand: HumanHandPoseObservation, distance: Double, at ns: UInt64) {
    let wrist = hand.recognizedPoint(.wrist)
    let now = (x: Double(wrist.x), y: Double(wrist.y), distance: distance, ns: ns)
    (isSameHand, speed, thumbSpeed) = (false, 0, 0)
    if let last {
      let moved = ((now.x - last.x) * (now.x - last.x) + (now.y - last.y) * (now.y - last.y)).squareRoot() / max(hand.size, 1)
      let ns = elapsedNs(since: last.ns, at: ns)
      if !passed(Self.longestGapMs, since: last.ns, at: now.ns) {
        isSameHand = moved <= Self.farthest
        let seconds = Double(ns) / 1e9
        (speed, thumbSpeed) = ns > 0 ? (moved / seconds, abs(distance - last.distance) / seconds) : (0, 0)
      }
      if passed(Self.arrivalGapMs, since: last.ns, at: now.ns) { isArriving = true }
    }
    last = now
  }

  /// The hand rests, so that the next thumb is one that the person made in view.
  mutating func rest() { isArriving = false }
}

/// The gesture that disarmed the latch, until it is over.
struct HeldGesture {
  /// A gesture that is shown again within this time has not been interrupted.
  private static let flickerMs: UInt32 = 300

  private(set) var zone: Zone
  /// False for one that was made during the cooldown.
  let hasSwiped: Bool
  private var lastShown: UInt64
  /// Whether the hand of each counting frame since then was the same one.
  private var isSameHand = true
  /// Whether the last frame of this hand showed the gesture.
  private var wasShown = true
  /// When it is to swipe again.
  private var nextRepeat: UInt64

  init(_ zone: Zone, hasSwiped: Bool, at ns: UInt64, _ settings: GestureSettings) {
    (self.zone, self.hasSwiped, lastShown) = (zone, hasSwiped, ns)
    nextRepeat = ns + UInt64(settings.repeatDelayMs) * 1_000_000
  }

  /// Whether it is the same gesture as the one shown now, not a later one.
  func isGoingOn(at ns: UInt64) -> Bool { !passed(Self.flickerMs, since: lastShown, at: ns) }

  /// A frame shows it, or the opposite gesture.
  mutating func show(_ zone: Zone, at ns: UInt64) { (self.zone, lastShown, isSameHand, wasShown) = (zone, ns, true, true) }

  /// A frame with a counting hand does not show it.
  ///
  /// - Returns: whether it is over.
  mutating func isOver(_ zone: Zone, track: HandTrack, at ns: UInt64, _ settings: GestureSettings) -> Bool {
    guard settings.lostGestureMs > 0 else { return zone == .rest }
    isSameHand = isSameHand && track.isSameHand
    guard isSameHand else { return isLost(at: ns, settings) }
    wasShown = false
    return zone == .rest || settings.releaseMs > 0 && passed(settings.releaseMs, since: lastShown, at: ns)
  }

  /// Whether it is over in a frame without its hand.
  func isLost(at ns: UInt64, _ settings: GestureSettings) -> Bool {
    let patience = wasShown ? max(settings.lostGestureMs, settings.rearmAfterLostMs) : settings.rearmAfterLostMs
    return settings.rearmAfterLostMs > 0 && passed(patience, since: lastShown, at: ns)
  }

  /// Whether it is time to swipe again. Repetitions that were missed are not made up for.
  mutating func repeats(at ns: UInt64, _ settings: GestureSettings) -> Bool {
    guard settings.repeatMs > 0, hasSwiped, ns >= nextRepeat else { return false }
    let period = UInt64(settings.repeatMs) * 1_000_000
    nextRepeat += period
    if nextRepeat <= ns { nextRepeat = ns + period }
    return true
  }
}
