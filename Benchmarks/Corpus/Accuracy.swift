import Foundation
import Hands
import Imaging
import Inference
import Landmarks

/// The distances of points from MediaPipe's, in pixels of a 640×480 view. Of hands, the points are thumb tip and wrist.
package struct Distances: Sendable {
  private var sorted: [Double]

  package init(_ values: [Double]) { sorted = values.sorted() }

  package var count: Int { sorted.count }
  package var median: Double { quantile(0.5) }
  package var p95: Double { quantile(0.95) }
  package var p99: Double { quantile(0.99) }
  package var worst: Double { sorted.last ?? .nan }

  private func quantile(_ part: Double) -> Double {
    sorted.isEmpty ? .nan : sorted[min(Int((part * Double(sorted.count)).rounded(.down)), sorted.count - 1)]
  }
}

/// The accuracy on the stills of the corpus.
package struct StillAccuracy: Sendable {
  /// Number of stills in which MediaPipe found a hand, and of those in which one was also found here.
  package var stillsWithHand = 0, stillsFound = 0
  /// Pictures without a hand in which one was found.
  package var falseStills: [String] = []
  /// Number of hands matched to MediaPipe's, and of those with the same chirality.
  package var handsMatched = 0, chiralityAgrees = 0
  package var distances = Distances([])

  /// Compares every still of the corpus. Hands are matched by the distance of their wrists.
  package init(_ corpus: Corpus, prefix: RuntimePrefix, precision: Precision) throws {
    var tracker = try HandTracker(prefix: prefix, precision: precision, maxHands: 2)
    var distances: [Double] = []
    for (file, expected) in try corpus.stills() {
      let image = try StillImage(path: corpus.folder.appendingPathComponent(file).path)
      tracker.reset()
      try image.withFrame { try tracker.track($0) }
      if file.hasPrefix("negative/") && !tracker.hands.isEmpty { falseStills.append(file) }
      guard !expected.hands.isEmpty else { continue }
      stillsWithHand += 1
      guard !tracker.hands.isEmpty else { continue }
      stillsFound += 1
      let scale = viewScale(expected.width, expected.height)
      for hand in expected.hands {
        func distance(_ joint: JointName, _ other: HumanHandPoseObservation) -> Double {
          scale * offset(other.recognizedPoint(joint), hand.points[joint.name]!)
        }
        let best = tracker.hands.min { distance(.wrist, $0) < distance(.wrist, $1) }!
        // A second hand that was not found here must not be compared with the first.
        guard distance(.wrist, best) < 100 else { continue }
        handsMatched += 1
        if best.chirality == hand.chirality { chiralityAgrees += 1 }
        distances += [distance(.thumbTip, best), distance(.wrist, best)]
      }
    }
    self.distances = Distances(distances)
  }
}

/// The distances in each frame of a clip, tracked from MediaPipe's hand in the previous frame.
package func trackingAccuracy(_ clip: Clip, prefix: RuntimePrefix, precision: Precision) throws -> Distances {
  var tracker = try HandTracker(prefix: prefix, precision: precision)
  var distances: [Double] = []
  let scale = viewScale(clip.expected.width, clip.expected.height)
  try clip.forEachFrame { index, frame in
    guard index > 0, let before = clip.expected.observation(index - 1), let hand = clip.expected.frames[index].first else { return }
    tracker.resume(from: [before])
    try tracker.track(frame)
    guard let found = tracker.hands.first else { return distances.append(.infinity) }
    for joint in [JointName.thumbTip, .wrist] {
      distances.append(scale * offset(found.recognizedPoint(joint), hand.points[joint.rawValue]))
    }
  }
  return Distances(distances)
}

func viewScale(_ width: Int, _ height: Int) -> Double { max(640 / Double(width), 480 / Double(height)) }

private func offset(_ point: RecognizedPoint, _ expected: [Double]) -> Double {
  hypot(Double(point.x) - expected[0], Double(point.y) - expected[1])
}
