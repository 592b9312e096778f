import Hands
import Imaging
import Inference

/// Tracks hands from frame to frame, as MediaPipe does. The palm detector runs only while fewer hands are tracked than asked for.
public struct HandTracker: ~Copyable {
  private var tracker: LandmarkTracker<HandTrackerModels>
  /// Number of hands to search for, at least 1. Of the hands that are tracked when it is lowered, those tracked for longest stay.
  public var maxHands: Int {
    get { tracker.maximumCount }
    set { tracker.maximumCount = newValue }
  }

  /// Hands in the last frame, at most as many as `maxHands` was then, the one tracked for longest first.
  public var hands: [HumanHandPoseObservation] { tracker.landmarks }

  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - precision: number format of most of the landmark model, and of a first search for palms.
  ///   - threads: number of threads that one inference may use.
  ///   - maxHands: number of hands to search for, at least 1.
  /// - Throws: `InferenceError` or `UserError`.
  public init(prefix: RuntimePrefix, precision: Precision = .f32, threads: Int = 1, maxHands: Int = 1) throws {
    let runtime = try Runtime(prefix, cache: .find())
    let detector = try PalmDetector(runtime, precision: precision, threads: threads)
    let landmarker = try HandLandmarker(runtime, precision: precision, threads: threads)
    tracker = LandmarkTracker(HandTrackerModels(detector: detector, landmarker: landmarker), maximumCount: maxHands)
  }

  /// Finds the hands of the next frame and stores them in ``hands``.
  ///
  /// - Parameter frame: the frame after the last one, or any frame after ``reset()``.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func track(_ frame: borrowing Frame) throws { try tracker.track(frame) }

  /// Continues as if `hands` had been found in the previous frame.
  package mutating func resume(from hands: [HumanHandPoseObservation]) {
    tracker.reset()
    for hand in hands.prefix(maxHands) { tracker.track(HandRegion.around(hand)) }
  }

  /// Forgets every hand, as before the first frame.
  public mutating func reset() { tracker.reset() }
}

/// The palm detector and the hand landmark model.
private struct HandTrackerModels: TrackerModels, ~Copyable {
  /// A hand is present above this probability: MediaPipe's tracking confidence.
  private static let minimumPresence: Float = 0.5

  var detector: PalmDetector
  var landmarker: HandLandmarker

  mutating func detect(_ frame: borrowing Frame) throws -> [Detection] { try detector.detect(frame) }

  func tracked(_ palm: Detection) -> RotatedRegion { HandRegion.around(palm) }

  mutating func update(_ region: inout RotatedRegion, in frame: borrowing Frame) throws -> HumanHandPoseObservation? {
    let hand = try landmarker.landmarks(frame, in: region)
    guard hand.confidence > Self.minimumPresence && hand.isSane else { return nil }
    region = HandRegion.around(hand)
    return hand
  }
}
