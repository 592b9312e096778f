/// A palm found by the detector, in image pixels, origin top left.
package struct PalmDetection: Equatable {
  /// Probability, 0…1.
  package var score: Float
  /// Corners of the box.
  package var low: SIMD2<Float>, high: SIMD2<Float>
  /// Center of the wrist (the detector's key point 0), and knuckle of the middle finger (key point 2).
  package var wrist: SIMD2<Float>, middleKnuckle: SIMD2<Float>

  package init(score: Float, low: SIMD2<Float>, high: SIMD2<Float>, wrist: SIMD2<Float>, middleKnuckle: SIMD2<Float>) {
    self.score = score
    self.low = low
    self.high = high
    self.wrist = wrist
    self.middleKnuckle = middleKnuckle
  }

  /// Intersection over union of the boxes.
  func intersectionOverUnion(_ other: PalmDetection) -> Float {
    overlap(low, high, other.low, other.high)
  }

  /// Merges boxes of the same palm by weighted non-maximum suppression: the best box and those that overlap it become their mean,
  /// weighted by score, with the best score.
  ///
  /// - Parameters:
  ///   - detections: palms in any order; afterward one for each palm, the best first.
  ///   - threshold: overlap above which two boxes are one palm, 0.3 in MediaPipe.
  package static func merge(_ detections: inout [PalmDetection], threshold: Float = 0.3) {
    detections.sort { $0.score > $1.score }
    var done = 0
    while done < detections.count {
      let best = detections[done]
      var sum = PalmDetection(score: 0, low: .zero, high: .zero, wrist: .zero, middleKnuckle: .zero)
      var others = done + 1
      for index in done..<detections.count {
        let detection = detections[index]
        if detection.intersectionOverUnion(best) > threshold {
          sum.add(detection)
        } else if index > done {
          detections[others] = detection
          others += 1
        }
      }
      detections.removeSubrange(others...)
      // A box without area does not even overlap itself.
      if sum.score > 0 { detections[done] = sum.mean(score: best.score) }
      done += 1
    }
  }

  /// Adds another detection's places, weighted by its score.
  private mutating func add(_ other: PalmDetection) {
    score += other.score
    low += other.low * other.score
    high += other.high * other.score
    wrist += other.wrist * other.score
    middleKnuckle += other.middleKnuckle * other.score
  }

  private func mean(score best: Float) -> PalmDetection {
    PalmDetection(score: best, low: low / score, high: high / score, wrist: wrist / score, middleKnuckle: middleKnuckle / score)
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
