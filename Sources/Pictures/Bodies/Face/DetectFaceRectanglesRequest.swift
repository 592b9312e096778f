import Imaging
import Inference
import Landmarks

/// A request that finds faces in images.
///
/// It keeps its models, so one request serves many images.
public struct DetectFaceRectanglesRequest: ImageRequest, ~Copyable {
  private var detector: FaceDetector

  /// Loads the models.
  ///
  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - threads: number of threads that one inference may use.
  ///   - smallFaces: whether to search for faces smaller than an eighth of the picture's longer side too, with a detector of their own, which
  ///     takes three times as long as the one for large faces.
  /// - Throws: `InferenceError` or `UserError`.
  public init(prefix: RuntimePrefix, threads: Int = 1, smallFaces: Bool = true) throws {
    detector = try FaceDetector(.vision(prefix), smallFaces: smallFaces, threads: threads)
  }

  /// Finds the faces in a frame.
  ///
  /// - Returns: the faces without landmarks, large ones first; empty if there is none.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func perform(on frame: borrowing Frame) throws -> [FaceObservation] {
    let (width, height) = (frame.uprightWidth, frame.uprightHeight)
    return try detector.detect(frame).map { FaceObservation($0, width: width, height: height) }
  }
}
