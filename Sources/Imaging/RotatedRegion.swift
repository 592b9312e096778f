/// A rectangle of an image, turned about its centre. The region of interest that a model is shown.
public struct RotatedRegion: Sendable, Equatable {
  /// Centre, in image pixels; pixel k of a row sits at coordinate k.
  public var centerX: Float, centerY: Float
  /// Size along its own axes, in image pixels.
  public var width: Float, height: Float
  /// Turn in radians, clockwise as seen (y points down).
  public var rotation: Float

  public init(centerX: Float, centerY: Float, width: Float, height: Float, rotation: Float = 0) {
    self.centerX = centerX
    self.centerY = centerY
    self.width = width
    self.height = height
    self.rotation = rotation
  }

  /// Whether it can be drawn: every number finite, and within a million pixels, far beyond any image.
  public var isSane: Bool {
    let numbers = SIMD8(centerX, centerY, width, height, rotation, 0, 0, 0)
    return all(numbers .> -1e6) && all(numbers .< 1e6)
  }

  /// The smallest upright square around an image, both centred: what a detector is shown.
  public static func letterbox(width: Int, height: Int) -> RotatedRegion {
    let side = Float(max(width, height))
    return RotatedRegion(centerX: Float(width) / 2, centerY: Float(height) / 2, width: side, height: side)
  }
}
