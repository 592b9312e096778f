import Hands
import Imaging
import Inference

/// A request that finds hands in images and their joints.
///
/// It keeps its models, so one request serves many images. It does not follow hands from one image to the next, as a ``HandTracker`` does.
public struct DetectHumanHandPoseRequest: ImageRequest, ~Copyable {
  private var tracker: HandTracker
  /// Largest number of hands that are looked for, at least 1. The time for an image grows with the number of hands in it.
  public var maximumHandCount: Int {
    get { tracker.maxHands }
    set {
      Self.check(maximumCount: newValue)
      tracker.maxHands = newValue
    }
  }

  /// Loads the models.
  ///
  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - precision: number format of most of the landmark model.
  ///   - threads: number of threads that one inference may use.
  ///   - maximumHandCount: largest number of hands that are looked for, at least 1.
  /// - Throws: `InferenceError` or `UserError`.
  public init(prefix: RuntimePrefix, precision: Precision = .f32, threads: Int = 1, maximumHandCount: Int = 2) throws {
    Self.check(maximumCount: maximumHandCount)
    tracker = try HandTracker(prefix: prefix, precision: precision, threads: threads, maxHands: maximumHandCount)
  }

  /// Finds the hands in a frame.
  ///
  /// - Returns: the hands, the one that the detector is most certain of first; empty if there is none.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func perform(on frame: borrowing Frame) throws -> [HumanHandPoseObservation] {
    tracker.reset()
    try tracker.track(frame)
    return tracker.hands
  }
}
