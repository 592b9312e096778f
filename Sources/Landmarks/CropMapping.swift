import Glibc
import Imaging

/// The mapping of places in a landmark model's input to the image.
package struct CropMapping {
  private let center: SIMD2<Float>, across: SIMD2<Float>, down: SIMD2<Float>
  private let width: Float, height: Float
  private let side: Float, depthScale: Float

  /// - Parameters:
  ///   - region: the region that the input shows.
  ///   - side: side of the input in pixels.
  ///   - depthScale: number by which depths are divided, in addition to scaling them like x.
  package init(_ region: RotatedRegion, side: Int, depthScale: Float = 1) {
    across = SIMD2(cos(region.rotation), sin(region.rotation))
    down = SIMD2(-across.y, across.x)
    center = SIMD2(region.centerX, region.centerY)
    (width, height) = (region.width, region.height)
    (self.side, self.depthScale) = (Float(side), depthScale)
  }

  /// - Parameters:
  ///   - x: place in pixels of the input, like `y`.
  /// - Returns: the place in image pixels.
  package func place(_ x: Float, _ y: Float) -> SIMD2<Float> {
    center + across * ((x / side - 0.5) * width) + down * ((y / side - 0.5) * height)
  }

  /// - Returns: the depth in image pixels.
  package func depth(_ z: Float) -> Float { z / side / depthScale * width }
}
