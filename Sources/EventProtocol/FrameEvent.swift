/// One frame: what it shows, and what that came to.
public struct FrameEvent: Codable, Sendable, Equatable {
  /// Where the thumb is, against the wrist.
  public enum Zone: String, Codable, Sendable, CaseIterable {
    case up, rest, down
  }

  /// Number of the frame.
  public var frame: Int
  /// When it was captured, in ns of CLOCK_MONOTONIC.
  public var capturedNs: UInt64
  /// Its size, in pixels.
  public var width: Int, height: Int
  /// The first is the one that swipes.
  public var hands: [Hand]
  /// Thumb tip below wrist, in pixels of the view; nil without a hand that counts. Two decimals on the wire.
  public var distance: Double?
  /// Nil without a hand that counts.
  public var zone: Zone?
  /// Whether the next thumb gesture swipes.
  public var armed: Bool
  /// When it was noticed that the source was away, if it was since the frame before, in ns of CLOCK_MONOTONIC: a gesture that was being
  /// made then is over.
  public var interruptedNs: UInt64?

  public init(
    frame: Int, capturedNs: UInt64, width: Int, height: Int, hands: [Hand] = [], distance: Double? = nil, zone: Zone? = nil, armed: Bool,
    interruptedNs: UInt64? = nil
  ) {
    self.frame = frame
    self.capturedNs = capturedNs
    self.width = width
    self.height = height
    self.hands = hands
    self.distance = distance
    self.zone = zone
    self.armed = armed
    self.interruptedNs = interruptedNs
  }

  /// Every field is always written, null where there is no value, so that a reader need not ask for presence.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(frame, forKey: .frame)
    try object.encode(capturedNs, forKey: .capturedNs)
    try object.encode(width, forKey: .width)
    try object.encode(height, forKey: .height)
    try object.encode(hands, forKey: .hands)
    try object.encode(distance, decimals: 2, forKey: .distance)
    try object.encode(zone, forKey: .zone)
    try object.encode(armed, forKey: .armed)
    try object.encode(interruptedNs, forKey: .interruptedNs)
  }
}
