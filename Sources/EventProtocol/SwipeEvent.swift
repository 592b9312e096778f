/// One swipe, as subscribers see it.
public struct SwipeEvent: Codable, Sendable, Equatable {
  public enum Direction: String, Codable, Sendable, CaseIterable {
    case left, right
  }

  public enum Gesture: String, Codable, Sendable, CaseIterable {
    case thumbUp = "thumb_up"
    case thumbDown = "thumb_down"
  }

  /// Which of the person's hands made it.
  public enum Chirality: String, Codable, Sendable, CaseIterable {
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

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(seq, forKey: .seq)
    try object.encode(direction, forKey: .direction)
    try object.encode(gesture, forKey: .gesture)
    try object.encode(distance, decimals: 2, forKey: .distance)
    try object.encode(chirality, forKey: .chirality)
    try object.encode(confidence, decimals: 3, forKey: .confidence)
    try object.encode(frame, forKey: .frame)
    try object.encode(capturedNs, forKey: .capturedNs)
    try object.encode(emittedNs, forKey: .emittedNs)
  }
}
