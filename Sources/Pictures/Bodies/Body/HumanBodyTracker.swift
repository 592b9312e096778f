import Imaging
import Inference
import Landmarks

/// Tracks bodies from frame to frame, and smooths the places of their joints over time. The body detector runs only while fewer bodies
/// are tracked than asked for.
public struct HumanBodyTracker: ~Copyable {
  private var tracker: LandmarkTracker<BodyDetector>
  /// Largest number of bodies to search for, at least 1. Of the bodies that are tracked when it is lowered, those tracked for longest stay.
  public var maximumBodyCount: Int {
    get { tracker.maximumCount }
    set { tracker.maximumCount = newValue }
  }

  /// Bodies in the last frame, at most as many as ``maximumBodyCount`` was then, the one tracked for longest first.
  public private(set) var bodies: [HumanBodyPoseObservation] = []
  /// The smoothed landmarks of these bodies.
  package var landmarks: [BodyLandmarks] { tracker.landmarks }
  /// Whether the detector ran on the last frame.
  package var ranDetector: Bool { tracker.ranDetector }

  /// Loads the models.
  ///
  /// - Parameters:
  ///   - prefix: folder of runtime and models.
  ///   - threads: number of threads that one inference may use.
  ///   - maximumBodyCount: largest number of bodies to search for, at least 1.
  /// - Throws: `InferenceError` or `UserError`.
  public init(prefix: RuntimePrefix, threads: Int = 1, maximumBodyCount: Int = 1) throws {
    tracker = LandmarkTracker(try BodyDetector(prefix: prefix, threads: threads), maximumCount: maximumBodyCount)
  }

  /// Finds the bodies of the next frame and stores them in ``bodies``.
  ///
  /// - Parameter frame: the frame after the last one, or any frame after ``reset()``. Its capture time is the clock of the smoothing: a body
  ///   in a frame that has the same time as the one before is not smoothed.
  /// - Throws: `InferenceError` or `UserError`.
  public mutating func track(_ frame: borrowing Frame) throws {
    bodies.removeAll(keepingCapacity: true)
    try tracker.track(frame)
    for body in tracker.landmarks {
      bodies.append(HumanBodyPoseObservation(body, width: frame.uprightWidth, height: frame.uprightHeight))
    }
  }

  /// Continues as if the first body were in `region` in the next frame. Without a body, one is searched for there.
  package mutating func resume(in region: RotatedRegion) {
    var body = tracker.things.first ?? TrackedBody(region: region)
    body.region = region
    tracker.reset()
    tracker.track(body)
  }

  /// Forgets every body, as before the first frame.
  public mutating func reset() {
    bodies.removeAll(keepingCapacity: true)
    tracker.reset()
  }
}

extension BodyDetector: TrackerModels {
  package mutating func detect(_ frame: borrowing Frame) throws -> [Detection] { try detector.detect(frame) }

  package func tracked(_ detection: Detection) -> TrackedBody { TrackedBody(region: Self.region(around: detection)) }

  package mutating func update(_ tracked: inout TrackedBody, in frame: borrowing Frame) throws -> BodyLandmarks? {
    guard let found = try body(frame, in: tracked.region) else { return nil }
    let body = tracked.smoother.smooth(found, at: Double(frame.capturedNs) / 1e9)
    tracked.region = RegionScheme.body.region(aroundCircle: body.center, to: body.radiusEnd)
    return body
  }
}

/// What is kept of a body from frame to frame.
package struct TrackedBody: TrackedThing {
  package var region: RotatedRegion
  var smoother = BodySmoother()
}
