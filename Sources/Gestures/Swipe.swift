import Landmarks

/// Which way a swipe goes.
public enum SwipeDirection: String, Sendable, Codable, CaseIterable {
  case left, right
}

/// The gesture that a swipe was made with.
public enum ThumbGesture: String, Sendable, Codable {
  case thumbUp = "thumb_up"
  case thumbDown = "thumb_down"
}

/// Where the thumb is, against the wrist.
public enum Zone: String, Sendable, Codable {
  case up, rest, down
}

/// One swipe, as the frame that made it saw it.
public struct Swipe: Sendable, Equatable {
  public let direction: SwipeDirection
  public let gesture: ThumbGesture
  /// Thumb tip below the wrist, in view pixels; negative for a thumb up.
  public let distance: Double
  public let chirality: Chirality
  /// The hand's presence, 0…1.
  public let confidence: Float
}

/// What one frame came to.
public struct Decision: Sendable, Equatable {
  /// Thumb tip below the wrist, in view pixels (smoothed, when smoothing is on); `nil` without a counting hand.
  public let distance: Double?
  /// `nil` without a counting hand.
  public let zone: Zone?
  /// Whether the latch is armed after this frame.
  public let armed: Bool
  public let swipe: Swipe?
}
