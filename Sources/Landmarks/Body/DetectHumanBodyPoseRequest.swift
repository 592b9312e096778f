import Imaging
import Inference

/// A request that finds people in images and the joints of their bodies.
///
/// It keeps its models, so one request serves many images.
public struct DetectHumanBodyPoseRequest: ~Copyable {
  private var detector: BodyDetector
  /// Largest number of bodies that are looked for, at least 1. The time for an image grows with the number of bodies in it.
  public var maximumBodyCount: Int {
    didSet { Self.check(maximumBodyCount) }
  }

  /// Loads the models.
  ///
  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - threads: number of threads that one inference may use.
  ///   - maximumBodyCount: largest number of bodies that are looked for, at least 1.
  /// - Throws: `InferenceError` or `UserError`.
  public init(prefix: RuntimePrefix, threads: Int = 1, maximumBodyCount: Int = 4) throws {
    Self.check(maximumBodyCount)
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

  /// Finds the bodies in a still image.
  ///
  /// - Returns: the bodies, the one that the detector is most certain of first; empty if there is none.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func perform(on image: borrowing StillImage) throws -> [HumanBodyPoseObservation] {
    try image.withFrame { try perform(on: $0) }
  }

  private static func check(_ count: Int) { precondition(count >= 1, "a request looks for at least one body") }
}
