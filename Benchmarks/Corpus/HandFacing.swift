import Hands

/// Which face of a hand the camera sees.
package enum HandFacing: String, Sendable, CaseIterable {
  case palm, back
  /// The palm is turned away from the camera by 60° to 120°.
  case edge

  package init(_ hand: HumanHandPoseObservation) {
    let normal = hand.palmNormal
    // z points away from the camera.
    let toward = (hand.chirality == .right ? -normal.z : normal.z) / max((normal * normal).sum().squareRoot(), .leastNormalMagnitude)
    // The cosine of 60° is 0.5.
    self = toward > 0.5 ? .palm : toward < -0.5 ? .back : .edge
  }
}

extension HumanHandPoseObservation {
  /// The side of the hand by its joints alone: fingers bend toward the palm. Of the labeled hands whose side is known, 96 of 100 are right.
  package var chiralityByJoints: Chirality {
    let bend = Finger.withoutThumb.reduce(SIMD3<Float>.zero) { $0 + place($1.joints.middle) - place($1.joints.base) }
    return (palmNormal * bend).sum() < 0 ? .left : .right
  }

  /// At right angles to the palm: out of the palm of a right hand, out of the back of a left one.
  fileprivate var palmNormal: SIMD3<Float> {
    let (index, little) = (place(.indexMCP) - place(.wrist), place(.littleMCP) - place(.wrist))
    return SIMD3(index.y * little.z - index.z * little.y, index.z * little.x - index.x * little.z, index.x * little.y - index.y * little.x)
  }

  private func place(_ joint: JointName) -> SIMD3<Float> {
    let point = recognizedPoint(joint)
    return SIMD3(point.x, point.y, point.z)
  }
}
