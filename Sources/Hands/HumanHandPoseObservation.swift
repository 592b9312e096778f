/// Which of a person's hands it is.
public enum Chirality: String, Sendable, Codable, CaseIterable {
  case left, right
}

/// One joint of an observed hand.
public struct RecognizedPoint: Sendable, Equatable {
  /// Image pixels, origin top left, y down; pixel k of a row is at coordinate k.
  public var x: Float, y: Float
  /// Depth relative to the wrist, in the unit of x; smaller is closer to the camera.
  public var z: Float
  /// The hand's confidence, or 0 for a joint outside the image; 0…1.
  public var confidence: Float

  /// Creates a point. For units see the members.
  public init(x: Float, y: Float, z: Float, confidence: Float) {
    self.x = x
    self.y = y
    self.z = z
    self.confidence = confidence
  }
}

/// A hand found in one image: its 21 joints, its chirality, and how certain the model is of both.
///
/// The joints are stored inline, so that creating an observation for each frame allocates nothing.
public struct HumanHandPoseObservation: Sendable, Equatable {
  /// Probability that a hand is present, 0…1.
  public var confidence: Float
  /// Which of the person's hands it is.
  public var chirality: Chirality
  /// What it is known again by in the next frames, as long as it is followed; nil where nothing follows hands.
  public var id: Int?
  /// Probability that `chirality` is correct, 0.5…1.
  public var chiralityConfidence: Float
  /// Whether it is the hand of somebody in the background, since somebody else's face is much nearer to the camera.
  public var isInBackground = false
  /// Size of the image in which the joints are measured, in pixels.
  public var imageWidth: Int, imageHeight: Int
  private var xs: SIMD32<Float>, ys: SIMD32<Float>, zs: SIMD32<Float>

  /// Creates an observation of a hand. `points` returns x and y (image pixels) and z of a joint.
  public init(
    confidence: Float, chirality: Chirality, chiralityConfidence: Float = 1, imageWidth: Int, imageHeight: Int,
    points: (JointName) -> (x: Float, y: Float, z: Float)
  ) {
    self.confidence = confidence
    self.chirality = chirality
    self.chiralityConfidence = chiralityConfidence
    self.imageWidth = imageWidth
    self.imageHeight = imageHeight
    id = nil
    xs = .zero
    ys = .zero
    zs = .zero
    for joint in JointName.allCases {
      let point = points(joint)
      xs[joint.rawValue] = point.x
      ys[joint.rawValue] = point.y
      zs[joint.rawValue] = point.z
    }
  }

  /// Whether every number is finite and every joint within a million pixels, far more than any image has.
  package var isSane: Bool {
    func areSane(_ values: SIMD32<Float>) -> Bool { all(values .> -1e6) && all(values .< 1e6) }
    return confidence.isFinite && chiralityConfidence.isFinite && areSane(xs) && areSane(ys) && areSane(zs)
  }

  /// The mean distance from the wrist to the four knuckles (MCP), with depth, in image pixels. Unlike lengths in the picture, it does not
  /// shrink when the hand is seen from the front.
  package var size: Double {
    func place(_ joint: JointName) -> SIMD3<Float> { SIMD3(xs[joint.rawValue], ys[joint.rawValue], zs[joint.rawValue]) }
    let wrist = place(.wrist)
    func distance(_ joint: JointName) -> Float {
      let way = wrist - place(joint)
      return (way * way).sum().squareRoot()
    }
    return Double((distance(.indexMCP) + distance(.middleMCP) + distance(.ringMCP) + distance(.littleMCP)) / 4)
  }

  /// Where the palm is, in image pixels, and its length from the wrist to the middle knuckle.
  private var palm: (center: SIMD2<Float>, length: Float) {
    func place(_ joint: JointName) -> SIMD2<Float> { SIMD2(xs[joint.rawValue], ys[joint.rawValue]) }
    let way = place(.middleMCP) - place(.wrist)
    return ((place(.wrist) + place(.indexMCP) + place(.littleMCP)) / 3, (way * way).sum().squareRoot())
  }

  /// Whether both may be the same hand, found twice: the palms are nearer to each other than 0.6 of the longer one. Those of clasped hands are,
  /// too.
  package func isSameHand(as other: HumanHandPoseObservation) -> Bool { palmDistance(to: other) < 0.6 }

  /// Whether the hands are clasped: the palms are that near, but not the same. Those of a hand that is found twice are nearer than 0.1, and as
  /// long; those of clasped hands, which hide each other, are hardly ever.
  package func isClasped(with other: HumanHandPoseObservation) -> Bool {
    let (distance, one, two) = (palmDistance(to: other), palm.length, other.palm.length)
    return distance < 0.6 && (distance > 0.1 || max(one, two) > 1.3 * min(one, two))
  }

  /// The distance of the palms, in lengths of the longer one.
  private func palmDistance(to other: HumanHandPoseObservation) -> Float {
    let (one, two) = (palm, other.palm)
    let way = one.center - two.center
    return (way * way).sum().squareRoot() / max(one.length, two.length, .leastNormalMagnitude)
  }

  /// Whether the joints have depths: at least one z is not 0.
  public var hasDepth: Bool { zs != .zero }

  /// The place of a joint in image pixels, its depth and its confidence.
  public func recognizedPoint(_ joint: JointName) -> RecognizedPoint {
    let i = joint.rawValue
    let isInside = PixelPoint(x: xs[i], y: ys[i]).isInside(width: imageWidth, height: imageHeight)
    return RecognizedPoint(x: xs[i], y: ys[i], z: zs[i], confidence: isInside ? confidence : 0)
  }

  /// The place of a joint in the image, in both coordinate systems, and its confidence.
  public func joint(for name: JointName) -> Joint {
    let place = PixelPoint(x: xs[name.rawValue], y: ys[name.rawValue])
    return Joint(at: place, confidence: confidence, width: imageWidth, height: imageHeight)
  }

  /// The joints of a group, or all of them.
  public func joints(in group: JointsGroupName? = nil) -> [JointName: Joint] {
    Dictionary(uniqueKeysWithValues: (group?.jointNames ?? JointName.allCases).map { ($0, joint(for: $0)) })
  }

  /// All joints, in the order of `JointName.allCases`.
  public var points: [Joint] { JointName.allCases.map(joint) }
}
