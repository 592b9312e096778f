import Hands

/// A body found in one image: its 19 joints, and how certain the model is of each.
///
/// The joints are stored inline, so that creating an observation allocates nothing.
public struct HumanBodyPoseObservation: Sendable, Equatable {
  /// Probability that a body is present, 0…1.
  public var confidence: Float
  /// Size of the image in which the joints are measured, in pixels.
  public var imageWidth: Int, imageHeight: Int
  private var xs = SIMD32<Float>.zero, ys = SIMD32<Float>.zero, confidences = SIMD32<Float>.zero

  /// Creates an observation of a body. `points` returns the place of a joint and its confidence.
  public init(
    confidence: Float, imageWidth: Int, imageHeight: Int, points: (JointName) -> (place: PixelPoint, confidence: Float)
  ) {
    self.confidence = confidence
    self.imageWidth = imageWidth
    self.imageHeight = imageHeight
    for (index, name) in JointName.allCases.enumerated() {
      let (place, confidence) = points(name)
      (xs[index], ys[index], confidences[index]) = (place.x, place.y, confidence)
    }
  }

  /// The place of a joint in the image and its confidence.
  public func joint(for name: JointName) -> Joint {
    let i = name.index
    return Joint(at: PixelPoint(x: xs[i], y: ys[i]), confidence: confidences[i], width: imageWidth, height: imageHeight)
  }

  /// The joints of a group, or all of them.
  public func joints(in group: JointsGroupName? = nil) -> [JointName: Joint] {
    Dictionary(uniqueKeysWithValues: (group?.jointNames ?? JointName.allCases).map { ($0, joint(for: $0)) })
  }

  /// All joints, in the order of `JointName.allCases`.
  public var points: [Joint] { JointName.allCases.map(joint) }
}

extension HumanBodyPoseObservation {
  /// The 19 joints of a body, named as in Apple's Vision. Left and right are the person's.
  public enum JointName: String, Sendable, Codable, CaseIterable {
    case nose, leftEye, rightEye, leftEar, rightEar
    case neck, leftShoulder, rightShoulder
    case leftElbow, rightElbow, leftWrist, rightWrist
    case root, leftHip, rightHip
    case leftKnee, rightKnee, leftAnkle, rightAnkle

    fileprivate var index: Int { Self.allCases.firstIndex(of: self)! }
  }

  /// The groups of joints, named as in Apple's Vision. Left and right are the person's.
  public enum JointsGroupName: String, Sendable, Codable, CaseIterable {
    case face, torso, leftArm, rightArm, leftLeg, rightLeg

    /// The joints of the group. A limb begins with the joint that is closest to the torso.
    public var jointNames: [JointName] {
      switch self {
      case .face: [.nose, .leftEye, .rightEye, .leftEar, .rightEar]
      case .torso: [.neck, .leftShoulder, .rightShoulder, .root, .leftHip, .rightHip]
      case .leftArm: [.leftShoulder, .leftElbow, .leftWrist]
      case .rightArm: [.rightShoulder, .rightElbow, .rightWrist]
      case .leftLeg: [.leftHip, .leftKnee, .leftAnkle]
      case .rightLeg: [.rightHip, .rightKnee, .rightAnkle]
      }
    }
  }

  /// The joints of a body that the landmark model found.
  ///
  /// - Parameters:
  ///   - body: its landmarks.
  ///   - width: width of the image in pixels.
  ///   - height: height of the image in pixels.
  package init(_ body: BodyLandmarks, width: Int, height: Int) {
    self.init(confidence: body.presence, imageWidth: width, imageHeight: height) { name in
      let points = name.landmarks.map { body.points[$0] }
      let count = Float(points.count)
      return (
        PixelPoint(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count),
        points.map(\.visibility).min() ?? 0
      )
    }
  }
}

extension HumanBodyPoseObservation.JointName {
  /// The numbers of the model's landmarks of which the joint is the middle.
  fileprivate var landmarks: [Int] {
    switch self {
    case .nose: [0]
    case .leftEye: [2]
    case .rightEye: [5]
    case .leftEar: [7]
    case .rightEar: [8]
    case .neck: [11, 12]
    case .leftShoulder: [11]
    case .rightShoulder: [12]
    case .leftElbow: [13]
    case .rightElbow: [14]
    case .leftWrist: [15]
    case .rightWrist: [16]
    case .root: [23, 24]
    case .leftHip: [23]
    case .rightHip: [24]
    case .leftKnee: [25]
    case .rightKnee: [26]
    case .leftAnkle: [27]
    case .rightAnkle: [28]
    }
  }
}
