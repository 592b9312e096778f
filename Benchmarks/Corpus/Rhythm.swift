import Gestures
import Hands

/// How a person shows a thumb again and again, and takes the hand away in between, as with one card after another.
package struct Rhythm: Sendable {
  package enum Rest: String, Sendable, CaseIterable {
    case never, first, last, both
  }

  /// How long the thumb is shown, and how long no hand is in view before it is shown again, in seconds.
  package let shown: Double, away: Double
  /// Whether the hand rests for 0.15 s as it comes into view, or before it leaves.
  package let rest: Rest
  /// How far from its last place the hand comes back, in hand sizes.
  package let shift: (x: Double, y: Double)

  package init(shown: Double, away: Double, rest: Rest, shift: (x: Double, y: Double) = (0, 0)) {
    (self.shown, self.away, self.rest, self.shift) = (shown, away, rest, shift)
  }

  private static let framesPerSecond = 30.0
  private static let restSeconds = 0.15
  /// How often the thumb is shown.
  private static let showings = 3

  /// How many of the showings after the first make just one swipe, that of the labeled thumb.
  package func repeated(_ thumb: LabeledHand, _ settings: GestureSettings) -> Int {
    let hand = thumb.hand
    let (dx, dy) = (Float(shift.x * hand.size), Float(shift.y * hand.size))
    let other = hand.mapped { _, point in (point.x + dx, point.y + dy, point.z) }
    var classifier = SwipeClassifier(settings)
    var frame = 0
    func show(_ hand: HumanHandPoseObservation?, _ seconds: Double) -> [SwipeDirection] {
      (0..<Int((seconds * Self.framesPerSecond).rounded())).compactMap { _ in
        defer { frame += 1 }
        return classifier.classify(hand, at: UInt64(Double(frame) * 1e9 / Self.framesPerSecond)).action?.direction
      }
    }
    return (0..<Self.showings).count { index in
      let hand = index.isMultiple(of: 2) ? hand : other
      let resting = hand.mapped { joint, point in
        (point.x, joint == .thumbTip ? hand.recognizedPoint(.wrist).y : point.y, point.z)
      }
      var swipes = show(rest == .first || rest == .both ? resting : nil, Self.restSeconds)
      swipes += show(hand, shown)
      if rest == .last || rest == .both { swipes += show(resting, Self.restSeconds) }
      _ = show(nil, away)
      return index > 0 && swipes == [thumb.gesture]
    }
  }

  /// Of the showings after the first, the share that swipes; 0…1.
  package func share(of thumbs: [LabeledHand], _ settings: GestureSettings) -> Double {
    let kept = thumbs.reduce(0) { $0 + repeated($1, settings) }
    return thumbs.isEmpty ? 1 : Double(kept) / Double(thumbs.count * (Self.showings - 1))
  }
}

extension HumanHandPoseObservation {
  /// The hand with other places of its joints, in image pixels.
  func mapped(
    chirality: Chirality? = nil, _ place: (JointName, RecognizedPoint) -> (x: Float, y: Float, z: Float)
  ) -> HumanHandPoseObservation {
    HumanHandPoseObservation(
      confidence: confidence, chirality: chirality ?? self.chirality, imageWidth: imageWidth, imageHeight: imageHeight
    ) { place($0, recognizedPoint($0)) }
  }
}
