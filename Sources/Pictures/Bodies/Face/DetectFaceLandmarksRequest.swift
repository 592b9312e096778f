import Imaging
import Inference
import Landmarks

/// A request that finds faces in images and their landmarks.
///
/// It keeps its models, so one request serves many images.
public struct DetectFaceLandmarksRequest: ImageRequest, ~Copyable {
  private var detector: FaceDetector
  private var landmarker: FaceLandmarker
  /// Largest number of faces that are looked for, at least 1. The time for an image grows with the number of faces in it, and small faces
  /// are searched for only if there are fewer large ones.
  public var maximumFaceCount: Int {
    didSet { Self.check(maximumCount: maximumFaceCount) }
  }

  /// Loads the models.
  ///
  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - threads: number of threads that one inference may use.
  ///   - refined: whether to find lips and eyes more exactly, and the irises, which takes about 40 % more time; otherwise the mesh has 468
  ///     points instead of 478.
  ///   - smallFaces: whether to search for faces smaller than an eighth of the picture's longer side too, with a detector of their own,
  ///     which runs where there are fewer large faces than are looked for and takes three times as long as the one for large faces.
  ///   - maximumFaceCount: largest number of faces that are looked for, at least 1.
  /// - Throws: `InferenceError` or `UserError`.
  public init(
    prefix: RuntimePrefix, threads: Int = 1, refined: Bool = true, smallFaces: Bool = true, maximumFaceCount: Int = 16
  ) throws {
    Self.check(maximumCount: maximumFaceCount)
    let runtime = try Runtime.vision(prefix)
    let detector = try FaceDetector(runtime, smallFaces: smallFaces, threads: threads)
    let landmarker = try FaceLandmarker(runtime, refined: refined, threads: threads)
    self.detector = detector
    self.landmarker = landmarker
    self.maximumFaceCount = maximumFaceCount
  }

  /// Finds the faces in a frame.
  ///
  /// - Returns: the faces, large ones first; empty if there is none.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func perform(on frame: borrowing Frame) throws -> [FaceObservation] {
    let (width, height) = (frame.uprightWidth, frame.uprightHeight)
    return try meshes(frame).map { FaceObservation($0, width: width, height: height) }
  }

  private mutating func meshes(_ frame: borrowing Frame) throws -> [FaceMesh] {
    let near = try detector.shortRange.detect(frame)
    var faces: [FaceMesh] = []
    try add(near, in: frame, to: &faces)
    // Faces of the full range would come after those of the short range, and so be left out.
    guard faces.count < maximumFaceCount else { return faces }
    try add(detector.far(frame, besides: near), in: frame, to: &faces)
    return faces
  }

  /// Adds the faces of detections until there are as many as are looked for.
  private mutating func add(_ detections: [Detection], in frame: borrowing Frame, to faces: inout [FaceMesh]) throws {
    for detection in detections where faces.count < maximumFaceCount {
      if let face = try landmarker.face(frame, around: detection) { faces.append(face) }
    }
  }
}
