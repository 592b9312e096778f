import Hands

/// Which way a swipe goes.
public enum SwipeDirection: String, Sendable, Codable, CaseIterable {
  case left, right
}

/// The gesture that a swipe was made with.
public enum ThumbGesture: String, Sendable, Codable, CaseIterable {
  case thumbUp = "thumb_up"
  case thumbDown = "thumb_down"
}

/// Where the thumb is, relative to the wrist.
public enum Zone: String, Sendable, Codable, CaseIterable {
  case up, rest, down

  /// Which way a thumb in it swipes.
  var direction: SwipeDirection? {
    switch self {
    case .up: .right
    case .rest: nil
    case .down: .left
    }
  }
}

/// One swipe, with what the frame that made it showed.
public struct Swipe: Sendable, Equatable {
  public let direction: SwipeDirection
  public let gesture: ThumbGesture
  /// Thumb tip below the wrist, in view pixels; negative for a thumb up.
  public let distance: Double
  public let chirality: Chirality
  /// The hand's presence, 0…1.
  public let confidence: Float

  init(_ direction: SwipeDirection, _ distance: Double, _ hand: HumanHandPoseObservation) {
    (self.direction, self.distance) = (direction, distance)
    gesture = direction == .left ? .thumbDown : .thumbUp
    (chirality, confidence) = (hand.chirality, hand.confidence)
  }
}

/// What the classifier made of one frame.
public struct Decision: Sendable, Equatable {
  /// Thumb tip below the wrist, in view pixels (smoothed, when smoothing is on); `nil` without a counting hand.
  public let distance: Double?
  /// `nil` without a counting hand.
  public let zone: Zone?
  /// Whether the latch is armed after this frame.
  public let armed: Bool
  public let swipe: Swipe?
  /// Whether the thumb is so near to a threshold that the next frame may swipe, or arm, without a visible motion.
  public let isClose: Bool
  /// Whether every second frame would show what comes next early enough, as the hand moves slowly: no gesture is shown, and one must be
  /// shown for several frames to swipe; or one is held, far from rest.
  public let isCalm: Bool
  /// How soon the tracker must see the next change of the hand.
  public var need: TrackingNeed { isClose ? .always : isCalm ? .soon : .whenMoved }
  /// Why a hand that is near a gesture does not swipe; `nil` if it swipes, is near none, or still holds the gesture that swiped.
  public let reason: NoSwipeReason?
  /// Whether the thumb tip is above the wrist.
  public let isUp: Bool

  /// The reason for people.
  public var reasonSentence: String? { reason?.sentence(isUp: isUp) }
}
