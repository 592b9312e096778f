import Imaging

extension JointName {
  /// What the skeleton of a hand joins.
  public static let bones: [(JointName, JointName)] =
    [
      [.thumbCMC, .thumbMP, .thumbIP, .thumbTip], [.indexMCP, .indexPIP, .indexDIP, .indexTip],
      [.middleMCP, .middlePIP, .middleDIP, .middleTip], [.ringMCP, .ringPIP, .ringDIP, .ringTip],
      [.littleMCP, .littlePIP, .littleDIP, .littleTip],
    ].flatMap { finger in zip([.wrist] + finger, finger) } + [(.indexMCP, .middleMCP), (.middleMCP, .ringMCP), (.ringMCP, .littleMCP)]
}

extension RGBPicture {
  /// Draws a hand's skeleton, thumb tip and wrist, which decide about swipes, larger than the rest. The picture may be smaller than the
  /// image that the hand was seen in.
  public mutating func draw(_ hand: HandObservation) {
    let scale = SIMD2(Float(width) / Float(hand.imageWidth), Float(height) / Float(hand.imageHeight))
    let edge = 2 * SIMD2(Float(width), Float(height))
    func place(_ joint: JointName) -> SIMD2<Float>? {
      let point = hand.recognizedPoint(joint)
      let place = SIMD2(point.x, point.y) * scale
      // Not a number compares as false.
      return all(place .> -edge) && all(place .< edge) ? place : nil
    }
    for (from, to) in JointName.bones {
      if let from = place(from), let to = place(to) { line(from: from, to: to, radius: 0, SIMD3(60, 220, 90)) }
    }
    for joint in JointName.allCases {
      guard let place = place(joint) else { continue }
      let decides = joint == .thumbTip || joint == .wrist
      dot(
        x: Int(place.x.rounded()), y: Int(place.y.rounded()), radius: decides ? 3 : 1,
        decides ? SIMD3(255, 70, 60) : SIMD3(255, 255, 255))
    }
  }
}
