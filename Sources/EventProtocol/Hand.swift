/// A hand and its 21 joints, as a picture shows it.
public struct Hand: Codable, Sendable, Equatable {
  /// A joint; each number has three decimals on the wire.
  public struct Point: Codable, Sendable, Equatable {
    /// Image pixels, origin top left, y down.
    public var x: Double, y: Double
    /// Depth relative to the wrist, in the unit of x; smaller is nearer to the camera.
    public var z: Double
    /// 0…1: the hand's presence, or 0 for a joint that lies outside the image.
    public var confidence: Double

    public init(x: Double, y: Double, z: Double, confidence: Double) {
      self.x = x
      self.y = y
      self.z = z
      self.confidence = confidence
    }

    public func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(x, decimals: 3, forKey: .x)
      try object.encode(y, decimals: 3, forKey: .y)
      try object.encode(z, decimals: 3, forKey: .z)
      try object.encode(confidence, decimals: 3, forKey: .confidence)
    }
  }

  /// The hand's presence, 0…1. Three decimals on the wire.
  public var confidence: Double
  public var chirality: SwipeEvent.Chirality
  /// By the joints' names: `wrist`, `thumbTip`, ….
  public var points: [String: Point]

  public init(confidence: Double, chirality: SwipeEvent.Chirality, points: [String: Point]) {
    self.confidence = confidence
    self.chirality = chirality
    self.points = points
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(confidence, decimals: 3, forKey: .confidence)
    try object.encode(chirality, forKey: .chirality)
    try object.encode(points, forKey: .points)
  }
}
