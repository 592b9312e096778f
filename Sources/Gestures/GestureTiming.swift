import Hands

/// Time arithmetic of the classifier. A clock that went back counts as one that stood still.
func elapsedNs(since start: UInt64, at ns: UInt64) -> UInt64 { ns > start ? ns - start : 0 }

func passed(_ ms: UInt32, since start: UInt64, at ns: UInt64) -> Bool { elapsedNs(since: start, at: ns) >= UInt64(ms) * 1_000_000 }

/// A time so much later, or the end of time.
package func later(_ ms: UInt32, than ns: UInt64) -> UInt64 {
  let (sum, overflows) = ns.addingReportingOverflow(UInt64(ms) * 1_000_000)
  return overflows ? .max : sum
}

/// For how long a gesture has been shown, and how much its frames speak for it.
struct Dwell {
  /// Without a frame for longer than this, it is unknown whether the gesture was shown meanwhile.
  private static let longestGapMs: UInt32 = 3000

  /// What is known of a gesture that is being shown.
  struct Shown {
    let zone: Zone
    /// How much the hand moved before it, in hand sizes per second.
    let activity: Double
    let since: UInt64
    var last: UInt64
    /// The sum of the times of its frames, in ns, each multiplied by the clarity of its frame.
    var evidence = 0.0

    /// The time since its first frame, in ns.
    var heldNs: UInt64 { elapsedNs(since: since, at: last) }
  }

  private var state: Shown?

  /// Takes a frame that shows the gesture.
  ///
  /// - Parameters:
  ///   - clarity: how much its time counts; below 0 if it more likely shows another pose, which takes evidence away.
  ///   - activity: how much the hand has been moving; kept from the frame in which the gesture begins.
  mutating func show(_ zone: Zone, clarity: Double, activity: Double, at ns: UInt64) -> Shown {
    var shown = Shown(zone: zone, activity: activity, since: ns, last: ns)
    if let state, state.zone == zone, !passed(Self.longestGapMs, since: state.last, at: ns) {
      shown = state
      shown.evidence = max(0, state.evidence + clarity * Double(elapsedNs(since: state.last, at: ns)))
      shown.last = ns
    }
    state = shown
    return shown
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
  /// The time over which the speed is smoothed before ``activity`` takes it, since landmarks tremble; and the time over which that is the
  /// mean. In seconds.
  private static let smoothing = 0.15, memory = 2.0
  /// No motion of a hand counts for more, in hand sizes per second.
  private static let highestActivity = 3.0
  /// What clasped hands count as, which may rest for a long time. Chosen on the people of `make bench-gestures`.
  private static let claspedActivity = 10.0

  private var last: (x: Double, y: Double, distance: Double, ns: UInt64)?
  /// The time of the last counting frame or, if that is later, of the first frame after an interruption; nil before the first frame.
  private(set) var lastCounted: UInt64?
  /// Whether it is the hand of the counting frame before.
  private(set) var isSameHand = false
  /// In hand sizes per second.
  private(set) var speed = 0.0
  /// The speed of the thumb tip above or below the wrist, in view pixels per second.
  private(set) var thumbSpeed = 0.0
  /// ``motion``, or more for a hand that touches another one, as those of people who talk do; in hand sizes per second.
  var activity: Double {
    switch contact {
    case .none: motion
    case .touching: Self.highestActivity
    case .clasped: Self.claspedActivity
    }
  }
  /// How much the hand has been moving in the last two seconds, in hand sizes per second. A hand that comes into view begins at 0.
  private var motion = 0.0
  private var contact = HandContact.none
  /// The contact in the last counting frame. For one frame, a tracker may find a hand that moved far twice, side by side or one in the other.
  private var lastContact = HandContact.none
  /// Of the wrist, smoothed; in hand sizes per second.
  private var velocity = SIMD2(0.0, 0.0)

  /// The first frame after an interruption, or the very first, whose hand may be any.
  mutating func resume(at ns: UInt64) {
    self = HandTrack()
    lastCounted = ns
  }

  /// - Parameters:
  ///   - distance: of the thumb tip below the wrist, in view pixels.
  ///   - contact: the hand's with others of the frame.
  mutating func note(_ hand: HumanHandPoseObservation, distance: Double, contact: HandContact, at ns: UInt64) {
    let wrist = hand.recognizedPoint(.wrist)
    let now = (x: Double(wrist.x), y: Double(wrist.y), distance: distance, ns: ns)
    (isSameHand, speed, thumbSpeed) = (false, 0, 0)
    if let last {
      let path = SIMD2(now.x - last.x, now.y - last.y) / max(hand.size, 1)
      let moved = (path * path).sum().squareRoot()
      let ns = elapsedNs(since: last.ns, at: ns)
      if !passed(Self.longestGapMs, since: last.ns, at: now.ns) {
        isSameHand = moved <= Self.farthest
        let seconds = Double(ns) / 1e9
        (speed, thumbSpeed) = ns > 0 ? (moved / seconds, abs(distance - last.distance) / seconds) : (0, 0)
        if isSameHand, ns > 0 { noteMotion(path, seconds) }
      } else {
        (velocity, motion, lastContact) = (.zero, 0, .none)
      }
    }
    self.contact = min(contact, lastContact)
    lastContact = contact
    last = now
    lastCounted = ns
  }

  private mutating func noteMotion(_ path: SIMD2<Double>, _ seconds: Double) {
    velocity += (path / seconds - velocity) * seconds / (seconds + Self.smoothing)
    let speed = min((velocity * velocity).sum().squareRoot(), Self.highestActivity)
    motion += (speed - motion) * seconds / (seconds + Self.memory)
  }
}

/// Where a hand is, by which it is known again.
struct HandPlace {
  /// A hand that comes back is the same one within this many hand sizes of its place, by its wrist. A person's other hand is farther away.
  private static let farthest = 2.0
  /// And if it is neither larger nor smaller by more than this factor, which is that of a hand that turns or leans back.
  private static let largestChange = 2.0

  private let x: Double, y: Double, size: Double
  let chirality: Chirality

  init(_ hand: HumanHandPoseObservation) {
    let wrist = hand.recognizedPoint(.wrist)
    (x, y, size, chirality) = (Double(wrist.x), Double(wrist.y), max(hand.size, 1), hand.chirality)
  }

  /// Whether the same hand may be at both places.
  func isNear(_ other: HandPlace) -> Bool { chirality == other.chirality && mayBe(other) }

  /// The same, whichever hand of the person it seems to be.
  func mayBe(_ other: HandPlace) -> Bool {
    max(size, other.size) <= Self.largestChange * min(size, other.size) && distance(to: other) <= Self.farthest
  }

  /// In sizes of the larger one.
  func distance(to other: HandPlace) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot() / max(size, other.size)
  }
}

/// The gesture that disarmed the latch, until it is over.
struct HeldGesture {
  /// A gesture that is shown again within this time has not been interrupted.
  private static let flickerMs: UInt32 = 300

  private(set) var zone: Zone
  /// Whether it is the gesture that has swiped: not one that was made during the cooldown, or that is held after an interruption.
  private(set) var hasSwiped: Bool
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
    (self.zone, lastShown, place, isItsHand, wasShown) = (zone, ns, HandPlace(hand), true, true)
  }

  /// The first frame after an interruption: it counts as held until then, and does not swipe again.
  mutating func resume(at ns: UInt64) { (hasSwiped, lastShown) = (false, ns) }

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

  /// Whether it is time to swipe again. Repetitions that were missed are not made up for.
  mutating func repeats(at ns: UInt64, _ settings: GestureSettings) -> Bool {
    guard settings.repeatMs > 0, hasSwiped, ns >= nextRepeat else { return false }
    nextRepeat = later(settings.repeatMs, than: nextRepeat)
    if nextRepeat <= ns { nextRepeat = later(settings.repeatMs, than: ns) }
    return true
  }
}
