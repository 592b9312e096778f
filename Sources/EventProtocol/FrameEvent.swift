import Gestures
import Hands

/// `frame`: one frame, the hands in it, and what the gesture recognition made of them.
public struct FrameEvent: Codable, Sendable, Equatable {
  /// The number of the frame.
  public var frame: Int
  /// The time at which it was captured, in ns of CLOCK_MONOTONIC.
  public var capturedNs: UInt64
  /// The size of the image, in pixels.
  public var width: Int, height: Int
  /// The hands in the image; the first one is the one that ``distance``, ``zone`` and ``reason`` are about: the one that swipes, or is nearest
  /// to it.
  public var hands: [Hand]
  /// The number of fingers that all hands show together; nil without a hand.
  @WritesNull public var fingers: Int?
  /// The distance of the thumb tip below the wrist, in pixels of the view; nil without a usable hand. Two decimals on the wire.
  @Rounded<2, Double?> public var distance: Double?
  /// How far above the wrist a thumb is up, in pixels of the view; nil without a hand, and from a daemon that does not send it. Two
  /// decimals on the wire.
  @Rounded<2, Double?> public var threshold: Double?
  /// How far below the wrist a thumb is down, likewise.
  @Rounded<2, Double?> public var downThreshold: Double?
  /// Nil without a usable hand.
  @WritesNull public var zone: Zone?
  /// Whether the next thumb gesture swipes.
  public var armed: Bool
  /// The time at which an interruption of the source was noticed, in ns of CLOCK_MONOTONIC, if there was one since the previous frame:
  /// it ends a gesture that was in progress.
  @WritesNull public var interruptedNs: UInt64?
  /// Why the hand does not swipe although it is near one, as one human-readable line. Nil if it swipes, rests or is not usable.
  @WritesNull public var reason: String?
  /// The stable code of ``reason``. More codes may be added at any time.
  @WritesNull public var reasonCode: String?

  /// Creates one; for units see the members.
  public init(
    frame: Int, capturedNs: UInt64, width: Int, height: Int, hands: [Hand] = [], distance: Double? = nil, threshold: Double? = nil,
    downThreshold: Double? = nil, zone: Zone? = nil, armed: Bool, interruptedNs: UInt64? = nil, reason: String? = nil,
    reasonCode: String? = nil
  ) {
    (self.frame, self.capturedNs, self.width, self.height, self.hands) = (frame, capturedNs, width, height, hands)
    fingers = hands.isEmpty ? nil : hands.reduce(0) { $0 + $1.fingers.count }
    (self.distance, self.threshold, self.downThreshold) = (distance, threshold, downThreshold)
    (self.zone, self.armed) = (zone, armed)
    (self.interruptedNs, self.reason, self.reasonCode) = (interruptedNs, reason, reasonCode)
  }

}

extension FrameEvent {
  /// The largest number of a frame: far beyond any trace.
  package static let largestNumber = 1 << 53

  /// Checks a frame that another program sent for what no camera's frame can have.
  package func checkRange() throws(EventProblem) {
    // Times far from overflow.
    guard (0...Self.largestNumber).contains(frame), capturedNs <= 1 << 62, interruptedNs ?? 0 <= 1 << 62 else {
      throw EventProblem("the frame's number or time is out of range")
    }
    guard (1...65_536).contains(width), (1...65_536).contains(height) else {
      throw EventProblem("the frame is \(width)×\(height) pixels, which is out of range")
    }
  }
}

/// A hand and its 21 joints.
///
/// On the wire each number is the shortest that reads back as the same `Float`, so that a recorded frame gives the same decision again.
public struct Hand: Codable, Sendable, Equatable {
  /// A joint.
  public struct Point: Codable, Sendable, Equatable {
    /// Image pixels, origin top left, y down.
    public var x: Float, y: Float
    /// The depth relative to the wrist, in the unit of x; smaller is nearer to the camera. 0 in old traces that lack it.
    public var z: Float
    /// The probability that the hand is present, 0…1; 0 for a joint outside the image.
    public var confidence: Float

    private enum CodingKeys: CodingKey { case x, y, z, confidence }

    /// Creates a point. For units see the members.
    public init(x: Float, y: Float, z: Float, confidence: Float) {
      (self.x, self.y, self.z, self.confidence) = (x, y, z, confidence)
    }

    public init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: CodingKeys.self)
      x = try object.decodeFloat(forKey: .x)
      y = try object.decodeFloat(forKey: .y)
      z = object.contains(.z) ? try object.decodeFloat(forKey: .z) : 0
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

  /// The probability that the hand is present, 0…1.
  public var confidence: Float
  /// Which of the person's hands it is.
  public var chirality: Chirality
  /// What the hand is known again by in the next frames, as long as it is followed; nil where nothing follows hands, as in old traces.
  public var id: Int?
  /// Whether it is the hand of somebody in the background, since somebody else's face is much nearer. False in traces that lack it.
  public var isInBackground: Bool
  /// The fingers that the hand shows: stretched, with the tip in the image. Empty in old traces that lack it.
  public var fingers: [Finger]
  /// The joints by name: `wrist`, `thumbTip`, ….
  public var points: [String: Point]

  private enum CodingKeys: CodingKey { case confidence, chirality, id, inBackground, fingers, points }

  /// Creates a hand; see the members.
  public init(
    confidence: Float, chirality: Chirality, id: Int? = nil, isInBackground: Bool = false, fingers: [Finger] = [], points: [String: Point]
  ) {
    (self.confidence, self.chirality, self.id, self.isInBackground) = (confidence, chirality, id, isInBackground)
    (self.fingers, self.points) = (fingers, points)
  }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    confidence = try object.decodeFloat(forKey: .confidence)
    chirality = try object.decode(Chirality.self, forKey: .chirality)
    id = try object.decodeIfPresent(Int.self, forKey: .id)
    isInBackground = try object.decodeIfPresent(Bool.self, forKey: .inBackground) ?? false
    fingers = try object.decodeIfPresent([Finger].self, forKey: .fingers) ?? []
    points = try object.decode([String: Point].self, forKey: .points)
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(float: confidence, forKey: .confidence)
    try object.encode(chirality, forKey: .chirality)
    try object.encodeIfPresent(id, forKey: .id)
    if isInBackground { try object.encode(true, forKey: .inBackground) }
    try object.encode(fingers, forKey: .fingers)
    try object.encode(points, forKey: .points)
  }
}

/// The joints with their names, which are slow to make.
private let namedJoints = JointName.allCases.map { ($0, $0.name) }

extension Hand {
  package init(_ observation: HumanHandPoseObservation, fingers: [Finger]) {
    let points = namedJoints.map { joint, name in
      let point = observation.recognizedPoint(joint)
      return (name, Point(x: point.x, y: point.y, z: point.z, confidence: point.confidence))
    }
    self.init(
      confidence: observation.confidence, chirality: observation.chirality, id: observation.id,
      isInBackground: observation.isInBackground, fingers: fingers,
      points: Dictionary(uniqueKeysWithValues: points))
  }
}

extension HumanHandPoseObservation {
  /// Creates the observation that a `Hand` was made of, except for the confidence of its chirality, which is not on the wire.
  ///
  /// - Throws: ``EventProblem`` if it lacks a joint.
  package init(_ hand: Hand, imageWidth: Int, imageHeight: Int) throws(EventProblem) {
    for (_, name) in namedJoints where hand.points[name] == nil { throw EventProblem("the hand has no \(name)") }
    self.init(confidence: hand.confidence, chirality: hand.chirality, imageWidth: imageWidth, imageHeight: imageHeight) { joint in
      let point = hand.points[namedJoints[joint.rawValue].1]!
      return (point.x, point.y, point.z)
    }
    (id, isInBackground) = (hand.id, hand.isInBackground)
  }
}
