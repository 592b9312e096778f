import Hands

extension HumanHandPoseObservation {
  /// The fingers that the hand shows, as a person would count them: those that are stretched, with the tip in the picture.
  ///
  /// Decided on the joints in three dimensions. The limits were chosen on 3,445 labeled hands: fists, open hands, thumbs up and down.
  public var shownFingers: [Finger] {
    let geometry = HandGeometry(self)
    let stretched = Finger.withoutThumb.filter { geometry.reach(of: $0) > 1.2 && geometry.straightness(of: $0) > 0.75 }
    // The thumb of an open hand is shown even if it lies beside the palm; beside a fist it must stand out.
    let limit: Float =
      switch stretched.count {
      case 0: 0.45
      case 1...3: 0.3
      default: -0.2
      }
    return ((geometry.thumbAcross > limit ? [.thumb] : []) + stretched).filter {
      // A joint outside the picture has confidence 0.
      recognizedPoint($0.tip).confidence > 0
    }
  }
}
