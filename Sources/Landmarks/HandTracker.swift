import Hands
import Imaging
import Inference

/// Tracks hands from frame to frame. The palm detector runs only while fewer hands are tracked than asked for.
public struct HandTracker: ~Copyable {
  /// A hand is present above this probability: MediaPipe's tracking confidence.
  private static let minimumPresence: Float = 0.5
  /// A new palm whose region overlaps that of a tracked hand by more than this is the same hand.
  private static let sameHand: Float = 0.5

  private var detector: PalmDetector
  private var landmarker: HandLandmarker
  /// Number of hands to search for, at least 1. Of the hands that are tracked when it is lowered, those tracked for longest stay.
  public var maxHands: Int {
    didSet {
      precondition(maxHands >= 1, "a tracker searches for at least one hand")
      guard regions.count > maxHands else { return }
      regions.removeLast(regions.count - maxHands)
      // The result of the last frame has more hands than are asked for, so it is not to be reused.
      schedule.reset()
    }
  }
  private var regions: [RotatedRegion] = []
  private var schedule: InferenceSchedule

  /// Hands in the last frame, at most `maxHands`, the one tracked for longest first.
  public private(set) var hands: [HumanHandPoseObservation] = []
  /// Whether the models ran on the last frame; otherwise ``hands`` were reused from an earlier one.
  public private(set) var ranInference = false

  /// Time since which there has been neither a hand nor motion, on the frames' clock; nil while there is either, or without
  /// ``InferenceReuse/stillRoom``.
  public var idleSinceNs: UInt64? { schedule.idleSinceNs }

  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - precision: number format of most of the landmark model, and of a first search for palms.
  ///   - threads: number of threads that one inference may use.
  ///   - maxHands: number of hands to search for, at least 1.
  ///   - reuse: when results are reused instead of running the models. With any, frames must have capture times.
  /// - Throws: `InferenceError` or `UserError`.
  public init(
    prefix: RuntimePrefix, precision: Precision = .f32, threads: Int = 1, maxHands: Int = 1, reusing reuse: InferenceReuse = []
  ) throws {
    precondition(maxHands >= 1, "a tracker searches for at least one hand")
    let runtime = try Runtime(prefix, cache: .find())
    let detector = try PalmDetector(runtime, precision: precision, threads: threads)
    let landmarker = try HandLandmarker(runtime, precision: precision, threads: threads)
    self.detector = detector
    self.landmarker = landmarker
    self.maxHands = maxHands
    schedule = InferenceSchedule(reusing: reuse)
    hands.reserveCapacity(maxHands)
    regions.reserveCapacity(maxHands)
  }

  /// Finds the hands of the next frame and stores them in ``hands``.
  ///
  /// - Parameters:
  ///   - frame: the frame after the last one, or any frame after ``reset()``.
  ///   - evenIfStill: whether the models run on a tracked hand even if it does not move.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func track(_ frame: borrowing Frame, evenIfStill: Bool = false) throws {
    ranInference = schedule.needsInference(
      frame, around: regions, isSearching: regions.count < maxHands, evenIfStill: evenIfStill)
    guard ranInference else { return }
    try runInference(frame)
    schedule.didRunInference(found: hands, at: frame.capturedNs)
  }

  private mutating func runInference(_ frame: borrowing Frame) throws {
    if regions.count < maxHands {
      for palm in try detector.detect(frame).prefix(maxHands) where regions.count < maxHands {
        follow(HandRegion.around(palm))
      }
    }
    hands.removeAll(keepingCapacity: true)
    for region in regions {
      let hand = try landmarker.landmarks(frame, in: region)
      if hand.confidence > Self.minimumPresence && hand.isSane { hands.append(hand) }
    }
    regions.removeAll(keepingCapacity: true)
    for hand in hands { follow(HandRegion.around(hand)) }
  }

  /// Adds a region for the landmark model, unless it overlaps one that is already there.
  private mutating func follow(_ region: RotatedRegion) {
    if region.isSane && !regions.contains(where: { $0.intersectionOverUnion(region) > Self.sameHand }) { regions.append(region) }
  }

  /// Continues as if `hands` had been found in the previous frame.
  package mutating func resume(from hands: [HumanHandPoseObservation]) {
    schedule.reset()
    regions.removeAll(keepingCapacity: true)
    for hand in hands.prefix(maxHands) { follow(HandRegion.around(hand)) }
  }

  /// Forgets every hand, as before the first frame.
  public mutating func reset() {
    schedule.reset()
    hands.removeAll(keepingCapacity: true)
    regions.removeAll(keepingCapacity: true)
  }
}
