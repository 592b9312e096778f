import Glibc
import Imaging

/// The numbers with which MediaPipe turns a box and a direction into the region for a landmark model: a square, rotated so that the
/// direction is always the same in it.
package struct RegionScheme: Sendable {
  /// Angle that the direction has in the region: π/2 is up, 0 is right.
  let direction: Float
  /// Distance that the center moves along the region's y axis, as a fraction of the box's height.
  let shift: Float
  /// Side of the square as a multiple of the box's longer side.
  let scale: Float

  package init(direction: Float, shift: Float, scale: Float) { (self.direction, self.shift, self.scale) = (direction, shift, scale) }

  /// From a detected palm.
  static let palm = RegionScheme(direction: .pi / 2, shift: -0.5, scale: 2.6)
  /// From the hand in the previous frame.
  static let hand = RegionScheme(direction: .pi / 2, shift: -0.1, scale: 2)

  /// The rotation, in −π…π, of a region in which the line from `start` to `end` has the direction.
  package func rotation(from start: SIMD2<Float>, to end: SIMD2<Float>) -> Float {
    let turn = direction - atan2(start.y - end.y, end.x - start.x)
    return turn - 2 * .pi * ((turn + .pi) / (2 * .pi)).rounded(.down)
  }

  /// The region of a box.
  ///
  /// - Parameters:
  ///   - size: width and height of the box along the region's axes.
  package func square(center: SIMD2<Float>, size: SIMD2<Float>, rotation: Float) -> RotatedRegion {
    let moved = center + SIMD2(0, shift * size.y).turned(by: rotation)
    let side = max(size.x, size.y) * scale
    return RotatedRegion(centerX: moved.x, centerY: moved.y, width: side, height: side, rotation: rotation)
  }

  /// The region of a detected box, rotated so that the line between two of its key points has the direction.
  ///
  /// - Parameters:
  ///   - start: number of the key point at which the line starts.
  ///   - end: number of the key point at which it ends.
  package func region(around detection: Detection, from start: Int, to end: Int) -> RotatedRegion {
    square(
      center: (detection.low + detection.high) / 2, size: detection.high - detection.low,
      rotation: rotation(from: detection.keyPoint(start), to: detection.keyPoint(end)))
  }

  /// The region of a circle, rotated so that the radius that ends at `end` has the direction.
  package func region(aroundCircle center: SIMD2<Float>, to end: SIMD2<Float>) -> RotatedRegion {
    square(center: center, size: SIMD2(repeating: 2 * center.distance(to: end)), rotation: rotation(from: center, to: end))
  }
}

extension SIMD2<Float> {
  /// The length of the way to another place.
  package func distance(to other: Self) -> Float { ((self - other) * (self - other)).sum().squareRoot() }

  /// Turned clockwise about the origin, since y points down.
  package func turned(by angle: Float) -> SIMD2<Float> { SIMD2(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) }
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
