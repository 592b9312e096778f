import Gestures
import Hands

/// `miss`: a thumb that makes no swipe, or makes one that presses no key.
public struct MissEvent: Codable, Sendable, Equatable {
  /// Whether this reason keeps the thumb from swiping from now on, or no longer does.
  public var phase: Miss.Phase
  /// The stable code of ``reason``. More codes may be added at any time.
  public var reasonCode: String
  /// Why the thumb does not swipe, as one human-readable line.
  public var reason: String
  /// The numbers in ``reason``.
  public var values: MissValues
  /// Which gesture the thumb would be; nil where none is seen.
  @WritesNull public var gesture: Gesture?
  /// Which of the person's hands it is; nil where none is seen.
  @WritesNull public var chirality: Chirality?
  /// The number of hands in the picture.
  public var hands: Int
  /// The number of the frame in which it began or ended.
  public var frame: Int
  /// The time of the first frame that showed the thumb, in ns of CLOCK_MONOTONIC.
  public var startedNs: UInt64
  /// The time at which the frame of ``frame`` was captured, in ns of CLOCK_MONOTONIC.
  public var capturedNs: UInt64

  /// Creates one; for units see the members.
  public init(
    phase: Miss.Phase, reasonCode: String, reason: String, values: MissValues = MissValues(), gesture: Gesture? = nil,
    chirality: Chirality? = nil, hands: Int = 1, frame: Int, startedNs: UInt64, capturedNs: UInt64
  ) {
    (self.phase, self.reasonCode, self.reason, self.values) = (phase, reasonCode, reason, values)
    (self.gesture, self.chirality, self.hands) = (gesture, chirality, hands)
    (self.frame, self.startedNs, self.capturedNs) = (frame, startedNs, capturedNs)
  }

  /// - Parameters:
  ///   - hands: the number of hands in the frame.
  ///   - frame: the number of the frame.
  package init(_ miss: Miss, hands: Int, frame: Int, capturedNs: UInt64) {
    self.init(
      phase: miss.phase, reasonCode: miss.reason.code.rawValue, reason: miss.sentence, values: MissValues(miss.reason),
      gesture: miss.gesture, chirality: miss.chirality, hands: hands, frame: frame, startedNs: miss.startNs, capturedNs: capturedNs)
  }
}

/// The numbers of the reason of a miss. Each reason has some of them.
public struct MissValues: Codable, Sendable, Equatable {
  /// What is measured, and what it must reach; in the unit of the reason. Two decimals on the wire.
  public var now: Double?, needed: Double?
  /// The unit of a threshold: "px" or "hand sizes".
  public var unit: String?
  /// How many times as near a hand that is too small must come.
  public var factor: Double?
  /// Whether a thumb must be held for longer since the hand has been moving; nil if it need not be.
  public var moving: Bool?
  /// How many times a thumb was shown that must be shown twice.
  public var shown: Int?

  /// Those of a reason without numbers.
  public init() {}

  init(_ reason: NoSwipeReason) {
    switch reason {
    case .tooDark(let now, let needed): set(now, needed)
    case .lowConfidence(let now, let needed): set(Double(now), Double(needed))
    case .tooSmall(let now, let needed):
      set(now, needed)
      factor = reason.nearer
    case .threshold(let now, let needed, let unit):
      set(now, needed)
      self.unit = unit
    case .dwell(let now, let needed), .cooldown(let now, let needed): set(Double(now), Double(needed))
    case .uncertain(let now, let needed, let isMoving):
      set(Double(now), Double(needed))
      moving = isMoving
    case .notRested(let awayMs): needed = Double(awayMs)
    case .asleep(let isShownOnce): shown = isShownOnce ? 1 : 0
    case .outsideImage, .otherHand, .notNearest, .pose, .unclear, .woke, .held, .keysSuspended: break
    }
  }

  private mutating func set(_ now: Double, _ needed: Double) {
    // JSON has no infinity, which numbers of another program's trace may give.
    func rounded(_ value: Double) -> Double? { value.isFinite ? (value * 100).rounded() / 100 : nil }
    (self.now, self.needed) = (rounded(now), rounded(needed))
  }
}
