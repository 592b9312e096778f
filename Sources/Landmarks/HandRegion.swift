import Glibc
import Hands
import Imaging

/// The region of a hand for the landmark model: a square, rotated so that the hand points up.
package enum HandRegion {
  /// The region of a palm: its box, moved half its height toward the fingers, 2.6 times as large (MediaPipe's numbers).
  package static func around(_ palm: PalmDetection) -> RotatedRegion {
    let size = palm.high - palm.low
    return square(
      center: (palm.low + palm.high) / 2, width: size.x, height: size.y, rotation: uprightTurn(from: palm.wrist, to: palm.middleKnuckle),
      shift: -0.5, scale: 2.6)
  }

  /// The region of a hand in the previous frame: the box of palm and knuckles, rotated as the hand is, moved a tenth of its height
  /// toward the fingers, twice as large (MediaPipe's numbers).
  package static func around(_ hand: HumanHandPoseObservation) -> RotatedRegion {
    func place(_ joint: JointName) -> SIMD2<Float> {
      let point = hand.recognizedPoint(joint)
      return SIMD2(point.x, point.y)
    }
    let knuckles = ((place(.indexMCP) + place(.ringMCP)) / 2 + place(.middleMCP)) / 2
    let rotation = uprightTurn(from: place(.wrist), to: knuckles)
    var low = SIMD2(repeating: Float.infinity)
    var high = -low
    for joint in steady {
      let turned = turn(place(joint), by: -rotation)
      low = pointwiseMin(low, turned)
      high = pointwiseMax(high, turned)
    }
    let size = high - low
    return square(
      center: turn((low + high) / 2, by: rotation), width: size.x, height: size.y, rotation: rotation, shift: -0.1, scale: 2)
  }

  /// Joints that stay in place when fingers move: all but the two outer ones of each finger.
  private static let steady: [JointName] = [
    .wrist, .thumbCMC, .thumbMP, .thumbIP, .indexMCP, .indexPIP, .middleMCP, .middlePIP, .ringMCP, .ringPIP, .littleMCP, .littlePIP,
  ]

  /// The rotation, in −π…π, of the line from `start` to `end` relative to up.
  private static func uprightTurn(from start: SIMD2<Float>, to end: SIMD2<Float>) -> Float {
    let turn = .pi / 2 - atan2(start.y - end.y, end.x - start.x)
    return turn - 2 * .pi * ((turn + .pi) / (2 * .pi)).rounded(.down)
  }

  private static func turn(_ place: SIMD2<Float>, by angle: Float) -> SIMD2<Float> {
    SIMD2(place.x * cos(angle) - place.y * sin(angle), place.x * sin(angle) + place.y * cos(angle))
  }

  /// - Parameters:
  ///   - shift: distance that the center moves along the region's y axis, as a fraction of `height`.
  ///   - scale: side of the square as a multiple of the longer side.
  private static func square(
    center: SIMD2<Float>, width: Float, height: Float, rotation: Float, shift: Float, scale: Float
  ) -> RotatedRegion {
    let moved = center + turn(SIMD2(0, shift * height), by: rotation)
    let side = max(width, height) * scale
    return RotatedRegion(centerX: moved.x, centerY: moved.y, width: side, height: side, rotation: rotation)
  }
}

extension RotatedRegion {
  /// Intersection over union of two regions, as in MediaPipe: their rotation is ignored.
  func intersectionOverUnion(_ other: RotatedRegion) -> Float {
    func corners(_ region: RotatedRegion) -> (low: SIMD2<Float>, high: SIMD2<Float>) {
      let center = SIMD2(region.centerX, region.centerY)
      let half = SIMD2(region.width, region.height) / 2
      return (center - half, center + half)
    }
    let (a, b) = (corners(self), corners(other))
    return overlap(a.low, a.high, b.low, b.high)
  }
}
