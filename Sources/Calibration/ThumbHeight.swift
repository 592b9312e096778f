import Gestures
import Hands

extension HumanHandPoseObservation {
  /// How far the thumb tip is above the wrist, in hand sizes (wrist to middle knuckle in the picture); negative if it is below. Nil for
  /// a hand without a size.
  package var thumbHeight: Double? {
    guard let size = handSize else { return nil }
    return (Double(recognizedPoint(.wrist).y) - Double(recognizedPoint(.thumbTip).y)) / size
  }

  /// The size in the picture; nil for a hand without one.
  fileprivate var handSize: Double? {
    flatSize > 0 && flatSize.isFinite ? flatSize : nil
  }
}

extension GestureSettings {
  /// How far above the wrist of a hand its thumb is up, and how far below it is down, in hand sizes; nil for a hand without a size.
  package func thresholdsInHandSizes(for hand: HumanHandPoseObservation) -> (up: Double, down: Double)? {
    switch threshold {
    case .handSizes: return threshold.numbers
    case .pixels(let pixels):
      guard let size = hand.handSize else { return nil }
      let sizes = pixels / view.length(size, imageWidth: hand.imageWidth, imageHeight: hand.imageHeight)
      return (sizes, sizes)
    }
  }
}
