import Glibc

/// What lies outside of the image.
public enum Border: Sendable {
  /// The outermost pixel, repeated.
  case replicate
  /// Black.
  case zero
}

/// Draws a region of a frame into a model's input: bilinear, from the camera's own layout, without a picture in between.
public enum CropSampler {
  /// Fills `tensor` with R, G, B in 0…1, row by row (NHWC, N = 1, C = 3).
  ///
  /// Column i of n samples the region at i/n − ½ of its width from the centre: no half-pixel offset, as MediaPipe has it.
  ///
  /// - Parameters:
  ///   - side: columns and rows of the tensor; it holds side × side × 3 floats.
  public static func sample(
    _ frame: borrowing Frame, _ region: RotatedRegion, side: Int, border: Border, into tensor: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(tensor.count >= side * side * 3, "the tensor is too small for the crop")
    precondition(region.isSane, "the region is not a place in an image")
    let pixels = Pixels(of: frame)
    switch (pixels.colors, border) {
    case (.rgb, .replicate): draw(pixels, region, side, tensor, Replicated.self, RGB.self)
    case (.rgb, .zero): draw(pixels, region, side, tensor, Zero.self, RGB.self)
    case (.yuv, .replicate): draw(pixels, region, side, tensor, Replicated.self, YUV.self)
    case (.yuv, .zero): draw(pixels, region, side, tensor, Zero.self, YUV.self)
    }
  }

  @inline(__always)
  private static func draw<Edge: BorderRule, Colors: ColorRule>(
    _ pixels: Pixels, _ region: RotatedRegion, _ side: Int, _ tensor: UnsafeMutableBufferPointer<Float>, _: Edge.Type, _: Colors.Type
  ) {
    let across = SIMD2(cos(region.rotation), sin(region.rotation)) * (region.width / Float(side))
    let down = SIMD2(-sin(region.rotation), cos(region.rotation)) * (region.height / Float(side))
    let half = Float(side) / 2
    let origin = SIMD2(region.centerX, region.centerY) - half * across - half * down
    var out = tensor.baseAddress!
    for row in 0..<side {
      let start = origin + Float(row) * down
      for column in 0..<side {
        let at = start + Float(column) * across
        let rgb = Colors.rgb(
          pixels.first.value(at, Edge.self), pixels.second.value(at, Edge.self), pixels.third.value(at, Edge.self), pixels.conversion)
        out[0] = rgb.x
        out[1] = rgb.y
        out[2] = rgb.z
        out += 3
      }
    }
  }
}

/// How three channels become R, G, B in 0…1.
protocol ColorRule {
  static func rgb(_ a: Float, _ b: Float, _ c: Float, _ conversion: YUVConversion) -> SIMD3<Float>
}

enum RGB: ColorRule {
  @inline(__always)
  static func rgb(_ a: Float, _ b: Float, _ c: Float, _ conversion: YUVConversion) -> SIMD3<Float> { SIMD3(a, b, c) * (1 / 255) }
}

enum YUV: ColorRule {
  @inline(__always)
  static func rgb(_ a: Float, _ b: Float, _ c: Float, _ conversion: YUVConversion) -> SIMD3<Float> { conversion.rgb(a, b, c) }
}
