import Imaging
import Inference
import Landmarks

/// A request that finds people in images and the joints of their bodies.
///
/// It keeps its models, so one request serves many images.
public struct DetectHumanBodyPoseRequest: ImageRequest, ~Copyable {
  private var detector: BodyDetector
  /// Largest number of bodies that are looked for, at least 1. The time for an image grows with the number of bodies in it.
  public var maximumBodyCount: Int {
    didSet { Self.check(maximumCount: maximumBodyCount) }
  }

  /// Loads the models.
  ///
  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - threads: number of threads that one inference may use.
  ///   - maximumBodyCount: largest number of bodies that are looked for, at least 1.
  /// - Throws: `InferenceError` or `UserError`.
  public init(prefix: RuntimePrefix, threads: Int = 1, maximumBodyCount: Int = 4) throws {
    Self.check(maximumCount: maximumBodyCount)
    detector = try BodyDetector(prefix: prefix, threads: threads)
    self.maximumBodyCount = maximumBodyCount
  }

  /// Finds the bodies in a frame.
  ///
  /// - Returns: the bodies, the one that the detector is most certain of first; empty if there is none.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func perform(on frame: borrowing Frame) throws -> [HumanBodyPoseObservation] {
    let (width, height) = (frame.uprightWidth, frame.uprightHeight)
    return try detector.detect(frame, atMost: maximumBodyCount).map { HumanBodyPoseObservation($0, width: width, height: height) }
  }
}
