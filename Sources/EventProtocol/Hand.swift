/// A hand and its 21 joints, as a picture shows it.
///
/// On the wire each number is the shortest that reads back as the same `Float`, so that what is decided on it can be decided anew.
public struct Hand: Codable, Sendable, Equatable {
  /// A joint.
  public struct Point: Codable, Sendable, Equatable {
    /// Image pixels, origin top left, y down.
    public var x: Float, y: Float
    /// Depth relative to the wrist, in the unit of x; smaller is nearer to the camera.
    public var z: Float
    /// 0…1: the hand's presence, or 0 for a joint that lies outside the image.
    public var confidence: Float

    private enum CodingKeys: CodingKey { case x, y, z, confidence }

    public init(x: Float, y: Float, z: Float, confidence: Float) {
      self.x = x
      self.y = y
      self.z = z
      self.confidence = confidence
    }

    public init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: CodingKeys.self)
      x = try object.decodeFloat(forKey: .x)
      y = try object.decodeFloat(forKey: .y)
      z = try object.decodeFloat(forKey: .z)
      confidence = try object.decodeFloat(forKey: .confidence)
    }

    public func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(float: x, forKey: .x)
      try object.encode(float: y, forKey: .y)
      try object.encode(float: z, forKey: .z)
      try object.encode(float: confidence, forKey: .confidence)
    }
  }

  /// The hand's presence, 0…1.
  public var confidence: Float
  public var chirality: SwipeEvent.Chirality
  /// By the joints' names: `wrist`, `thumbTip`, ….
  public var points: [String: Point]

  private enum CodingKeys: CodingKey { case confidence, chirality, points }

  public init(confidence: Float, chirality: SwipeEvent.Chirality, points: [String: Point]) {
    self.confidence = confidence
    self.chirality = chirality
    self.points = points
  }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    confidence = try object.decodeFloat(forKey: .confidence)
    chirality = try object.decode(SwipeEvent.Chirality.self, forKey: .chirality)
    points = try object.decode([String: Point].self, forKey: .points)
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(float: confidence, forKey: .confidence)
    try object.encode(chirality, forKey: .chirality)
    try object.encode(points, forKey: .points)
  }
}
