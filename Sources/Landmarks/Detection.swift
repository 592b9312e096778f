/// What a detector found: a box and key points, in pixels of the upright picture, origin top left.
package struct Detection: Equatable {
  /// Probability, 0…1.
  package var score: Float
  /// Corners of the box.
  package var low: SIMD2<Float>, high: SIMD2<Float>
  /// Key points, stored inline so that a detection allocates nothing; no detector has more than eight.
  private var xs = SIMD8<Float>.zero, ys = SIMD8<Float>.zero

  /// - Parameters:
  ///   - keyPoints: number of key points, at most eight.
  ///   - place: place of a key point.
  package init(score: Float, low: SIMD2<Float>, high: SIMD2<Float>, keyPoints: Int, place: (Int) -> SIMD2<Float>) {
    self.score = score
    self.low = low
    self.high = high
    for index in 0..<keyPoints { (xs[index], ys[index]) = (place(index).x, place(index).y) }
  }

  /// The place of a key point; its meaning depends on the detector.
  package func keyPoint(_ index: Int) -> SIMD2<Float> { SIMD2(xs[index], ys[index]) }

  /// Intersection over union of the boxes.
  package func intersectionOverUnion(_ other: Detection) -> Float {
    overlap(low, high, other.low, other.high)
  }

  /// Merges boxes of the same thing by weighted non-maximum suppression: the best box and those that overlap it become their mean,
  /// weighted by score, with the best score.
  ///
  /// - Parameters:
  ///   - detections: boxes in any order; afterward one for each thing, the best first.
  ///   - threshold: overlap above which two boxes are of the same thing, 0.3 in MediaPipe.
  package static func merge(_ detections: inout [Detection], threshold: Float = 0.3) {
    detections.sort { $0.score > $1.score }
    var done = 0
    while done < detections.count {
      let best = detections[done]
      var sum = Detection(score: 0, low: .zero, high: .zero, keyPoints: 0) { _ in .zero }
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
  private mutating func add(_ other: Detection) {
    score += other.score
    low += other.low * other.score
    high += other.high * other.score
    xs += other.xs * other.score
    ys += other.ys * other.score
  }

  private func mean(score best: Float) -> Detection {
    var mean = self
    mean.score = best
    mean.low /= score
    mean.high /= score
    mean.xs /= score
    mean.ys /= score
    return mean
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
