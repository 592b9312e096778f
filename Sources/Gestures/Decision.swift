import Hands

/// Where the thumb is, relative to the wrist.
public enum Zone: String, Sendable, Codable, CaseIterable {
  case up, rest, down

  /// The gesture of a thumb in it.
  var gesture: Gesture? {
    switch self {
    case .up: .thumbUp
    case .rest: nil
    case .down: .thumbDown
    }
  }
}

/// What a gesture does in a frame, and the hand that makes it.
public struct GestureAction: Sendable, Equatable {
  /// Which gesture it is.
  public let gesture: Gesture
  /// How far the gesture is.
  public let phase: GesturePhase
  /// Thumb tip below the wrist, in view pixels; negative for a thumb up.
  public let distance: Double
  /// Which of the person's hands makes it.
  public let chirality: Chirality
  /// The hand's presence, 0…1.
  public let confidence: Float

  init(_ gesture: Gesture, _ distance: Double, _ hand: HumanHandPoseObservation, phase: GesturePhase = .made) {
    (self.gesture, self.phase, self.distance) = (gesture, phase, distance)
    (chirality, confidence) = (hand.chirality, hand.confidence)
  }

  /// Which way it swipes; nil if it is no swipe.
  public var direction: SwipeDirection? { gesture.direction }
}

/// What the classifier made of one frame.
public struct Decision: Sendable, Equatable {
  /// The index, in the frame, of the hand that it is about: the one that swipes, or else is nearest to a swipe. Nil if the frame has none.
  public internal(set) var hand: Int?
  /// Thumb tip below the wrist, in view pixels; `nil` without a counting hand.
  public let distance: Double?
  /// How far above the wrist a thumb is up, and how far below it a thumb is down, in view pixels; `nil` without a hand whose size they
  /// depend on.
  public let threshold: Double?, downThreshold: Double?
  /// `nil` without a counting hand.
  public let zone: Zone?
  /// Whether the latch is armed after this frame.
  public let armed: Bool
  /// What the gesture of the hand does in this frame; nil if nothing.
  public internal(set) var action: GestureAction?
  /// Whether the thumb is so near to a threshold that the next frame may swipe, or arm, without a visible motion.
  public internal(set) var isClose: Bool
  /// Whether every second frame would show what comes next early enough, as the hand moves slowly: no gesture is shown, and one must be
  /// shown for several frames to swipe; or one is held, far from rest.
  public internal(set) var isCalm: Bool
  /// How soon the tracker must see the next change of the hand.
  public var need: TrackingNeed { isClose ? .always : isCalm ? .soon : .whenMoved }
  /// Why a hand that is near a gesture does not swipe; `nil` if it swipes or is near none. A thumb that is up or down without a swipe always
  /// has one.
  public let reason: NoSwipeReason?
  /// Whether the thumb tip is above the wrist.
  public let isUp: Bool

  /// The reason for people.
  public var reasonSentence: String? { reason?.sentence(isUp: isUp) }
}
