import Bodies
import Foundation
import Imaging
import Inference
import Landmarks

/// MediaPipe's results for a body that it follows through the first frames of a clip, smoothed.
package struct ExpectedFollowing: Decodable, Sendable {
  struct Frame: Decodable, Sendable {
    /// Center, side and rotation of the region in which the landmarks were found.
    let roi: [Float]
    /// x, y and visibility of the 33 smoothed landmarks.
    let points: [[Double]]
  }

  let width: Int, height: Int
  /// Time from frame to frame in ms.
  let interval: Double
  let frames: [Frame]

  private enum CodingKeys: String, CodingKey {
    case width, height, frames
    case interval = "interval_ms"
  }
}

/// The distances of MediaPipe's landmarks of a clip from its own, after a change of one code of one pixel: the largest of several changes,
/// in pixels of a 640×480 view.
package struct ChangedFollowing: Sendable {
  package let median: Double, p95: Double, p99: Double, worst: Double

  /// - Parameter changes: these four distances for each change.
  init(_ changes: [[Double]]) {
    func most(_ index: Int) -> Double { changes.map { $0[index] }.max() ?? 0 }
    (median, p95, p99, worst) = (most(0), most(1), most(2), most(3))
  }
}

/// The accuracy of a body that is followed through a clip.
package struct BodyFollowing: Sendable {
  /// Of all smoothed landmarks, found in MediaPipe's region of each frame.
  package var givenRegion = Distances([])
  /// Of all smoothed landmarks, followed without help.
  package var free = Distances([])
  /// Largest difference of a smoothed visibility, in MediaPipe's regions.
  package var visibilityError = 0.0
  /// Number of frames in which the detector ran, without help.
  package var detections = 0

  package init(_ clip: Clip, _ expected: ExpectedFollowing, prefix: RuntimePrefix) throws {
    var guided = try HumanBodyTracker(prefix: prefix)
    var tracker = try HumanBodyTracker(prefix: prefix)
    let scale = viewScale(expected.width, expected.height)
    func distances(_ bodies: [BodyLandmarks], _ expected: [[Double]]) -> [Double] {
      guard let body = bodies.first else { return expected.map { _ in .infinity } }
      return zip(body.points, expected).map { scale * hypot(Double($0.x) - $1[0], Double($0.y) - $1[1]) }
    }
    var givenRegion: [Double] = []
    var free: [Double] = []
    try clip.forEachFrame(most: expected.frames.count, every: expected.interval / 1000) { index, frame in
      let result = expected.frames[index]
      guided.resume(in: RotatedRegion(roi: result.roi))
      try guided.track(frame)
      try tracker.track(frame)
      givenRegion += distances(guided.landmarks, result.points)
      free += distances(tracker.landmarks, result.points)
      for (found, point) in zip(guided.landmarks.first?.points ?? [], result.points) {
        visibilityError = max(visibilityError, abs(Double(found.visibility) - point[2]))
      }
      if tracker.ranDetector { detections += 1 }
    }
    (self.givenRegion, self.free) = (Distances(givenRegion), Distances(free))
  }
}
