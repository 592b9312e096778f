/// How far the thumb tip must be above or below the wrist to be up or down.
public enum Threshold: Sendable, Equatable {
  /// View pixels.
  case pixels(Double)
  /// A multiple of the hand's size, wrist to middle knuckle in the view: the same gesture at every distance from the camera. A thumb down
  /// must reach ``downShare`` of it.
  case handSizes(Double)

  /// How far a thumb down must be below the wrist, as a part of how far a thumb up must be above it. A hand that points its thumb down is
  /// held at a slant: of the thumbs that people show to their webcam, those of two of six people who show one down are less than 1 hand
  /// size below the wrist, and those of all 17 people who show one up more than 1 above it.
  public static let downShare = 0.6

  /// What a threshold is measured in.
  public enum Unit: String, Sendable, CaseIterable, Decodable {
    case pixels = "px"
    case handSizes = "hand"

    /// The threshold in this unit where no number is given. Pixels are the product's definition; with `PoseRule.thumb`, 0.8 hand sizes
    /// would lose 2 more of 100 labeled thumbs.
    public var defaultThreshold: Threshold {
      switch self {
      case .pixels: .pixels(50)
      case .handSizes: .handSizes(0.6)
      }
    }
  }

  /// Another unit comes with its default.
  public var unit: Unit {
    get {
      switch self {
      case .pixels: .pixels
      case .handSizes: .handSizes
      }
    }
    set { if newValue != unit { self = newValue.defaultThreshold } }
  }

  /// In its unit; what a thumb up must reach.
  public var number: Double {
    get {
      switch self {
      case .pixels(let number), .handSizes(let number): number
      }
    }
    set {
      switch self {
      case .pixels: self = .pixels(newValue)
      case .handSizes: self = .handSizes(newValue)
      }
    }
  }

  /// What a thumb up and a thumb down must reach, in its unit.
  package var numbers: (up: Double, down: Double) {
    switch self {
    case .pixels(let number): (number, number)
    case .handSizes(let number): (number, Self.downShare * number)
    }
  }
}

/// Which hands can swipe, by their pose.
public enum PoseRule: String, Sendable, CaseIterable {
  case any
  /// Only a closed hand whose thumb stands out of it; see ``ThumbPose``.
  ///
  /// A thumb zone reached in another pose changes nothing, as if no hand counted: it neither swipes nor disarms. The resting zone
  /// arms the latch in every pose.
  case thumb
}

/// Which hands count, by the side they are on. Frames with only the other hand are frames without a counting hand.
public enum HandRule: String, Sendable, CaseIterable {
  case any, left, right
}

/// Whose hands count.
public enum PeopleRule: String, Sendable, CaseIterable {
  case all
  /// Hands of people in the background do not count: those that are far away while somebody's face is near.
  case foreground
  /// Hands that look much smaller than the largest one in view are those of people farther away, and do not count either.
  case nearest
}

/// The options of a gesture. The defaults are the product's definition; each option is off. Each has an entry in ``GestureOption/all``,
/// by which files and messages name it. BuiltInProfiles.swift has the values of the built-in profiles.
public struct GestureSettings: Sendable, Equatable {
  // MARK: Which hands count

  /// What view pixels are pixels of.
  public var view = View()
  /// A hand counts when wrist and all five fingertips are more certain than this, 0…1.
  public var minConfidence: Float = 0.3
  /// Whether a hand counts only if wrist and fingertips are inside the image; otherwise its presence alone decides.
  public var wholeHand = true
  /// Which hands may swipe, by their side.
  public var hand = HandRule.any
  /// Whose hands may swipe.
  public var people = PeopleRule.all
  /// A hand counts only if it is at least this large, wrist to knuckles, in view pixels; 0: any.
  public var minHandSize = 0.0

  // MARK: What is a gesture

  /// How far up or down the thumb must be.
  public var threshold = Threshold.Unit.pixels.defaultThreshold
  /// A thumb zone is left only below this much less than the threshold, as a fraction of it; 0…<1.
  public var hysteresis = 0.0
  /// Which hands may swipe, by their pose.
  public var pose = PoseRule.any
  /// A thumb zone swipes when counting frames have shown it, and nothing else, for this long; 0: at its first frame. Rest needs no
  /// dwell to arm. A frame without a counting hand, or in a pose that `pose` excludes, starts the time again.
  public var dwellMs: UInt32 = 0
  /// The dwell time goes on over frames that do not show the gesture, for this long.
  public var bridgeMs: UInt32 = 0

  // MARK: When the next gesture can swipe

  /// No second swipe within this time after a swipe. The latch goes on meanwhile: rest arms it, and a thumb disarms it without a
  /// swipe, so a gesture made too early is spent and does not fire late.
  public var cooldownMs: UInt32 = 0
  /// The latch is armed when no hand has counted for this long, seen at a frame without one; 0: never.
  public var rearmAfterLostMs: UInt32 = 0
  /// Binds a gesture to its hand: only the rest of that hand arms the latch, not that of another one which the tracker took for it. While
  /// another hand is taken for it, the gesture counts as held for this long, if that is longer than `rearmAfterLostMs`; 0: off.
  public var lostGestureMs: UInt32 = 0
  /// With `lostGestureMs`, the latch is also armed when the hand of the gesture has shown another pose for this long; 0: never.
  public var releaseMs: UInt32 = 0
  /// A gesture that is held swipes again each time this has passed; 0: never.
  public var repeatMs: UInt32 = 0
  /// The time from a swipe to its first repetition.
  public var repeatDelayMs: UInt32 = 500

  // MARK: When swipes are awake

  /// Whether the swipes are asleep until a thumb is shown twice.
  public var unlock = UnlockRule.off
  /// With `unlock`, how long the swipes stay awake after the showing that woke them, and after each swipe, in s.
  public var awakeS: UInt32 = 30

  /// The product's definition: each option is off.
  public init() {}
}
