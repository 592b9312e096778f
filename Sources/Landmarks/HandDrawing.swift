import Hands
import Imaging

extension RGBPicture {
  /// Draws a hand's skeleton, with the thumb tip and the wrist, which decide about swipes, larger than the other joints.
  ///
  /// - Parameter hand: a hand observed in the same image, which may be larger than this picture.
  public mutating func draw(_ hand: HumanHandPoseObservation) {
    let scale = SIMD2(Float(width) / Float(hand.imageWidth), Float(height) / Float(hand.imageHeight))
    let edge = 2 * SIMD2(Float(width), Float(height))
    func place(_ joint: JointName) -> SIMD2<Float>? {
      let point = hand.recognizedPoint(joint)
      let place = SIMD2(point.x, point.y) * scale
      // False for NaN too.
      return all(place .> -edge) && all(place .< edge) ? place : nil
    }
    let isLarge = width > 480
    for (from, to) in JointName.bones {
      if let from = place(from), let to = place(to) { line(from: from, to: to, radius: isLarge ? 1 : 0, SIMD3(60, 220, 90)) }
    }
    for joint in JointName.allCases {
      guard let place = place(joint) else { continue }
      let decides = joint == .thumbTip || joint == .wrist
      dot(
        x: Int(place.x.rounded()), y: Int(place.y.rounded()), radius: (decides ? 3 : 1) * (isLarge ? 2 : 1),
        decides ? SIMD3(255, 70, 60) : SIMD3(255, 255, 255))
    }
  }
}
