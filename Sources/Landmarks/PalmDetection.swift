/// A palm found by the detector. Places are in image pixels, origin top left.
package struct PalmDetection: Equatable {
  /// Probability, 0…1.
  package var score: Float
  /// Corners of the box.
  package var low: SIMD2<Float>, high: SIMD2<Float>
  /// Centre of the wrist (the detector's key point 0), and knuckle of the middle finger (key point 2).
  package var wrist: SIMD2<Float>, middleKnuckle: SIMD2<Float>

  package init(score: Float, low: SIMD2<Float>, high: SIMD2<Float>, wrist: SIMD2<Float>, middleKnuckle: SIMD2<Float>) {
    self.score = score
    self.low = low
    self.high = high
    self.wrist = wrist
    self.middleKnuckle = middleKnuckle
  }

  /// Area of the overlap divided by the area of both together.
  func intersectionOverUnion(_ other: PalmDetection) -> Float {
    overlap(low, high, other.low, other.high)
  }

  /// Non-maximum suppression, weighted: each best box takes in those that overlap it, and becomes their mean, each
  /// weighted by its score. It keeps the score that it had.
  ///
  /// - Parameter threshold: overlap above which two boxes are one palm; MediaPipe's is 0.3.
  package static func merged(_ detections: [PalmDetection], threshold: Float = 0.3) -> [PalmDetection] {
    var rest = detections.sorted { $0.score > $1.score }
    var merged: [PalmDetection] = []
    while let best = rest.first {
      let same = rest.filter { $0.intersectionOverUnion(best) > threshold }
      // A box without area overlaps nothing, not even itself.
      guard !same.isEmpty else {
        merged.append(best)
        rest.removeFirst()
        continue
      }
      rest.removeAll { $0.intersectionOverUnion(best) > threshold }
      let total = same.reduce(0) { $0 + $1.score }
      func mean(_ place: KeyPath<PalmDetection, SIMD2<Float>>) -> SIMD2<Float> {
        same.reduce(.zero) { $0 + $1[keyPath: place] * $1.score } / total
      }
      merged.append(
        PalmDetection(
          score: best.score, low: mean(\.low), high: mean(\.high), wrist: mean(\.wrist), middleKnuckle: mean(\.middleKnuckle)))
    }
    return merged
  }
}

/// Intersection over union of two upright boxes.
func overlap(_ lowA: SIMD2<Float>, _ highA: SIMD2<Float>, _ lowB: SIMD2<Float>, _ highB: SIMD2<Float>) -> Float {
  let shared = pointwiseMax(pointwiseMin(highA, highB) - pointwiseMax(lowA, lowB), .zero)
  let intersection = shared.x * shared.y
  let a = highA - lowA
  let b = highB - lowB
  let union = a.x * a.y + b.x * b.y - intersection
  return union > 0 ? intersection / union : 0
}
