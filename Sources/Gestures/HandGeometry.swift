import Hands

/// The joints of a hand with their depth, in image pixels: x right, y down, z away from the camera.
struct HandGeometry {
  private static let others = JointName.allCases.filter { ![.thumbMP, .thumbIP, .thumbTip].contains($0) }

  private let hand: HumanHandPoseObservation
  private let sign: Float

  /// - Parameter turned: whether the picture is turned by 180°.
  init(_ hand: HumanHandPoseObservation, turned: Bool = false) {
    self.hand = hand
    sign = turned ? -1 : 1
  }

  subscript(_ joint: JointName) -> SIMD3<Float> {
    let point = hand.recognizedPoint(joint)
    return SIMD3(sign * point.x, sign * point.y, point.z)
  }

  /// The hand's size, in image pixels.
  var size: Float { Float(hand.size) }

  /// The largest ``reach(of:)`` of the four fingers. Below 1 in a fist.
  var reach: Float { Finger.withoutThumb.reduce(0) { max($0, reach(of: $1)) } }

  /// Wrist to fingertip over wrist to the finger's middle joint (PIP). Not for the thumb.
  func reach(of finger: Finger) -> Float { distance(.wrist, finger.joints.tip) / distance(.wrist, finger.joints.middle) }

  /// The cosine of the angle by which a finger is bent: 1 if it is straight. Not for the thumb.
  func straightness(of finger: Finger) -> Float {
    let joints = finger.joints
    return cosine(self[joints.middle] - self[joints.base], self[joints.tip] - self[joints.middle])
  }

  /// How far the thumb tip is above every joint outside the thumb, in hand sizes.
  var thumbProminence: Float {
    let highest = Self.others.reduce(Float.infinity) { min($0, self[$1].y) }
    return (highest - self[.thumbTip].y) / size
  }

  /// The cosine of the angle by which the thumb is off upright in the picture, without depth; negative if it points down.
  var thumbUprightness: Float {
    let thumb = self[.thumbTip] - self[.thumbMP]
    return -thumb.y / max((thumb.x * thumb.x + thumb.y * thumb.y).squareRoot(), .leastNormalMagnitude)
  }

  /// The cosine of the angle between the thumb and the line from the little finger's knuckle to the index finger's: 1 if the thumb points
  /// straight away from the other fingers, negative if it is folded over the palm.
  var thumbAcross: Float { cosine(self[.thumbTip] - self[.thumbMP], self[.indexMCP] - self[.littleMCP]) }

  private func distance(_ a: JointName, _ b: JointName) -> Float { (self[a] - self[b]).length }

  private func cosine(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { (a * b).sum() / (a.length * b.length) }
}

extension SIMD3<Float> {
  var length: Float { (self * self).sum().squareRoot() }
}
