/// Which of a person's hands is seen.
public enum Chirality: String, Sendable, Codable {
  case left, right
}

/// One joint of an observed hand.
public struct RecognizedPoint: Sendable, Equatable {
  /// Image pixels, origin top left, y down; pixel k of a row sits at coordinate k.
  public var x: Float, y: Float
  /// Depth relative to the wrist, in the unit of x; smaller is nearer to the camera.
  public var z: Float
  /// 0…1: the hand's presence, or 0 for a joint that lies outside the image.
  public var confidence: Float

  public init(x: Float, y: Float, z: Float, confidence: Float) {
    self.x = x
    self.y = y
    self.z = z
    self.confidence = confidence
  }
}

/// A hand found in one image: 21 joints, how sure the model is, and which hand it is.
///
/// A plain value without heap storage, so that one a frame costs no allocation.
public struct HandObservation: Sendable, Equatable {
  /// Probability that a hand is there, 0…1.
  public var confidence: Float
  public var chirality: Chirality
  /// Probability that `chirality` is right, 0.5…1.
  public var chiralityConfidence: Float
  /// Size of the image that the joints are measured in, in pixels.
  public var imageWidth: Int, imageHeight: Int
  private var xs: SIMD32<Float>, ys: SIMD32<Float>, zs: SIMD32<Float>

  /// - Parameter points: gives x, y (image pixels) and z of each joint.
  public init(
    confidence: Float, chirality: Chirality, chiralityConfidence: Float = 1, imageWidth: Int, imageHeight: Int,
    points: (JointName) -> (x: Float, y: Float, z: Float)
  ) {
    self.confidence = confidence
    self.chirality = chirality
    self.chiralityConfidence = chiralityConfidence
    self.imageWidth = imageWidth
    self.imageHeight = imageHeight
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

  /// The joint's place in the image, and how far it can be trusted.
  public func recognizedPoint(_ joint: JointName) -> RecognizedPoint {
    let i = joint.rawValue
    let inside = xs[i] >= 0 && xs[i] <= Float(imageWidth) && ys[i] >= 0 && ys[i] <= Float(imageHeight)
    return RecognizedPoint(x: xs[i], y: ys[i], z: zs[i], confidence: inside ? confidence : 0)
  }
}
