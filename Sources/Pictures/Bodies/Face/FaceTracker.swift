import Imaging
import Inference
import Landmarks

/// Tracks faces from frame to frame. The face detectors run only while fewer faces are tracked than asked for.
public struct FaceTracker: ~Copyable {
  private var tracker: LandmarkTracker<FaceTrackerModels>
  /// Largest number of faces to search for, at least 1. Of the faces that are tracked when it is lowered, those tracked for longest stay.
  public var maximumFaceCount: Int {
    get { tracker.maximumCount }
    set { tracker.maximumCount = newValue }
  }

  /// Faces in the last frame, at most as many as ``maximumFaceCount`` was then, the one tracked for longest first.
  public private(set) var faces: [FaceObservation] = []
  /// Whether the detectors ran on the last frame.
  package var ranDetector: Bool { tracker.ranDetector }

  /// Loads the models.
  ///
  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - threads: number of threads that one inference may use.
  ///   - refined: whether to find lips and eyes more exactly, and the irises, which takes about 40 % more time; otherwise the mesh has 468
  ///     points instead of 478.
  ///   - smallFaces: whether to search for faces smaller than an eighth of the frame's longer side too, with a detector of their own, which
  ///     takes three times as long as the one for large faces.
  ///   - maximumFaceCount: largest number of faces to search for, at least 1.
  /// - Throws: `InferenceError` or `UserError`.
  public init(
    prefix: RuntimePrefix, threads: Int = 1, refined: Bool = true, smallFaces: Bool = true, maximumFaceCount: Int = 1
  ) throws {
    let runtime = try Runtime.vision(prefix)
    let detector = try FaceDetector(runtime, smallFaces: smallFaces, threads: threads)
    let landmarker = try FaceLandmarker(runtime, refined: refined, threads: threads)
    tracker = LandmarkTracker(FaceTrackerModels(detector: detector, landmarker: landmarker), maximumCount: maximumFaceCount)
  }

  /// Finds the faces of the next frame and stores them in ``faces``.
  ///
  /// - Parameter frame: the frame after the last one, or any frame after ``reset()``.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func track(_ frame: borrowing Frame) throws {
    faces.removeAll(keepingCapacity: true)
    try tracker.track(frame)
    for face in tracker.landmarks { faces.append(FaceObservation(face, width: frame.uprightWidth, height: frame.uprightHeight)) }
  }

  /// Forgets every face, as before the first frame.
  public mutating func reset() {
    faces.removeAll(keepingCapacity: true)
    tracker.reset()
  }
}

/// The face detectors and the face landmark model.
private struct FaceTrackerModels: TrackerModels, ~Copyable {
  var detector: FaceDetector
  var landmarker: FaceLandmarker

  mutating func detect(_ frame: borrowing Frame) throws -> [Detection] { try detector.detect(frame) }

  func tracked(_ face: Detection) -> RotatedRegion { FaceLandmarker.region(around: face) }

  mutating func update(_ region: inout RotatedRegion, in frame: borrowing Frame) throws -> FaceMesh? {
    guard let face = try landmarker.face(frame, in: region) else { return nil }
    region = FaceLandmarker.region(around: face)
    return face
  }
}
