import Hands
import Imaging

/// The region of a hand for the landmark model: a square, rotated so that the hand points up.
package enum HandRegion {
  /// The region of a palm, moved toward the fingers.
  package static func around(_ palm: Detection) -> RotatedRegion {
    // From the wrist to the knuckle of the middle finger.
    RegionScheme.palm.region(around: palm, from: 0, to: 2)
  }

  /// The region of a hand in the previous frame: around the box of palm and knuckles, rotated as the hand is, moved toward the fingers.
  package static func around(_ hand: HumanHandPoseObservation) -> RotatedRegion {
    func place(_ joint: JointName) -> SIMD2<Float> {
      let point = hand.recognizedPoint(joint)
      return SIMD2(point.x, point.y)
    }
    let knuckles = ((place(.indexMCP) + place(.ringMCP)) / 2 + place(.middleMCP)) / 2
    let rotation = RegionScheme.hand.rotation(from: place(.wrist), to: knuckles)
    var low = SIMD2(repeating: Float.infinity)
    var high = -low
    for joint in steady {
      let turned = place(joint).turned(by: -rotation)
      low = pointwiseMin(low, turned)
      high = pointwiseMax(high, turned)
    }
    return RegionScheme.hand.square(center: ((low + high) / 2).turned(by: rotation), size: high - low, rotation: rotation)
  }

  /// Joints that stay in place when fingers move: all but the two outer ones of each finger.
  private static let steady: [JointName] = [
    .wrist, .thumbCMC, .thumbMP, .thumbIP, .indexMCP, .indexPIP, .middleMCP, .middlePIP, .ringMCP, .ringPIP, .littleMCP, .littlePIP,
  ]
}
