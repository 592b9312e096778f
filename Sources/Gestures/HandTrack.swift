import Hands

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
  /// What hands that touch count as at least, and what clasped hands count as, which may rest for a long time. Chosen on the people of
  /// `make bench-gestures`.
  private static let touchingActivity = 2.0, claspedActivity = 10.0

  private var last: (x: Double, y: Double, distance: Double, ns: UInt64)?
  /// The time of the last frame in which the hand counted or held its gesture or, if that is later, of the first frame after an interruption;
  /// nil before the first frame.
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
    case .touching: max(motion, Self.touchingActivity)
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

  /// A frame whose hand does not count, but goes on holding its gesture: it is not away.
  mutating func stay(at ns: UInt64) { lastCounted = ns }

  /// - Parameters:
  ///   - distance: of the thumb tip below the wrist, in view pixels.
  ///   - contact: the hand's with others of the frame.
  mutating func update(_ hand: HumanHandPoseObservation, distance: Double, contact: HandContact, at ns: UInt64) {
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
        if isSameHand, ns > 0 { updateMotion(path, seconds) }
      } else {
        (velocity, motion, lastContact) = (.zero, 0, .none)
      }
    }
    self.contact = min(contact, lastContact)
    lastContact = contact
    last = now
    lastCounted = ns
  }

  private mutating func updateMotion(_ path: SIMD2<Double>, _ seconds: Double) {
    velocity += (path / seconds - velocity) * seconds / (seconds + Self.smoothing)
    let speed = min((velocity * velocity).sum().squareRoot(), Self.highestActivity)
    motion += (speed - motion) * seconds / (seconds + Self.memory)
  }
}
