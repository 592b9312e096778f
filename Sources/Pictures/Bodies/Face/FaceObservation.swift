import Hands
import Landmarks

/// A face found in one image.
public struct FaceObservation: Sendable, Equatable {
  /// Probability that a face is present, 0…1.
  public var confidence: Float
  /// The face's box as Vision counts it: fractions of the image's size, origin at the lower left.
  public var boundingBox: NormalizedRect
  /// The face's box in pixels, origin at the upper left.
  public var pixelBoundingBox: PixelRect
  /// How far the head is tilted, in radians, −π…π; positive is counterclockwise in the image, toward the person's right shoulder.
  public var roll: Float
  /// How far the head is turned to a side, in radians, −π/2…π/2; positive is counterclockwise seen from above, to the person's left, which is
  /// the right in the image. Nil if only rectangles were asked for.
  public var yaw: Float?
  /// How far the head is nodded, in radians, −π…π; positive is down. Nil if only rectangles were asked for.
  public var pitch: Float?
  /// The face's regions and its mesh; nil if only rectangles were asked for.
  public var landmarks: FaceLandmarks?

  /// A detected face without landmarks.
  ///
  /// - Parameters:
  ///   - width: width of the image in pixels.
  ///   - height: height of the image in pixels.
  package init(_ face: Detection, width: Int, height: Int) {
    self.init(
      confidence: face.score, low: face.low, high: face.high, roll: FacePose.roll(rightEye: face.keyPoint(0), leftEye: face.keyPoint(1)),
      landmarks: nil, width: width, height: height)
  }

  /// A face with landmarks; its box is that of the mesh.
  ///
  /// - Parameters:
  ///   - width: width of the image in pixels.
  ///   - height: height of the image in pixels.
  package init(_ mesh: FaceMesh, width: Int, height: Int) {
    let (low, high) = mesh.box
    let pose = FacePose(mesh)
    self.init(
      confidence: mesh.presence, low: low, high: high, roll: pose.roll,
      landmarks: FaceLandmarks(mesh, width: width, height: height), width: width, height: height)
    (yaw, pitch) = (pose.yaw, pose.pitch)
  }

  private init(
    confidence: Float, low: SIMD2<Float>, high: SIMD2<Float>, roll: Float, landmarks: FaceLandmarks?, width: Int, height: Int
  ) {
    self.confidence = confidence
    self.roll = roll
    pixelBoundingBox = PixelRect(origin: PixelPoint(x: low.x, y: low.y), width: high.x - low.x, height: high.y - low.y)
    boundingBox = NormalizedRect(pixelBoundingBox, width: width, height: height)
    self.landmarks = landmarks
  }
}
