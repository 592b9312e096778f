/// One swipe, as subscribers see it.
public struct SwipeEvent: Decodable, Sendable, Equatable {
  public enum Direction: String, Decodable, Sendable {
    case left, right
  }

  public enum Gesture: String, Decodable, Sendable {
    case thumbUp = "thumb_up"
    case thumbDown = "thumb_down"
  }

  /// Which of the person's hands made it.
  public enum Chirality: String, Decodable, Sendable {
    case left, right
  }

  /// Counts swipes from 1 without a gap since the daemon's start.
  public var seq: Int
  public var direction: Direction
  public var gesture: Gesture
  /// Thumb tip below wrist, in pixels of the view; negative when the thumb is up. Two decimals on the wire.
  public var distance: Double
  public var chirality: Chirality
  /// The hand's presence, 0…1. Three decimals on the wire.
  public var confidence: Double
  /// Number of the frame that decided it.
  public var frame: Int
  /// When that frame was captured, in ns of CLOCK_MONOTONIC.
  public var capturedNs: UInt64
  /// When the swipe left the frame line, in ns of CLOCK_MONOTONIC.
  public var emittedNs: UInt64

  public init(
    seq: Int, direction: Direction, gesture: Gesture, distance: Double, chirality: Chirality, confidence: Double,
    frame: Int, capturedNs: UInt64, emittedNs: UInt64
  ) {
    self.seq = seq
    self.direction = direction
    self.gesture = gesture
    self.distance = distance
    self.chirality = chirality
    self.confidence = confidence
    self.frame = frame
    self.capturedNs = capturedNs
    self.emittedNs = emittedNs
  }

  var json: JSON {
    [
      "seq": .integer(seq), "direction": .string(direction.rawValue), "gesture": .string(gesture.rawValue),
      "distance": .rounded(distance, places: 2), "chirality": .string(chirality.rawValue),
      "confidence": .rounded(confidence, places: 3), "frame": .integer(frame),
      "captured_ns": .nanoseconds(capturedNs), "emitted_ns": .nanoseconds(emittedNs),
    ]
  }
}
