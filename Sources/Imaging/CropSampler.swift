import Glibc

/// What lies outside of the image.
public enum Border: Sendable {
  /// The outermost pixel, repeated.
  case replicate
  /// Black.
  case zero
}

/// Draws a region of a frame into a model's input: bilinear, from the camera's own layout, without a picture in between.
///
/// It follows OpenCV's `warpPerspective`, which MediaPipe crops with, to the last bit on RGB: places are rounded to 1/32 of
/// a pixel and values to whole codes. Landmarks shift by a tenth of a pixel where either is left out.
public enum CropSampler {
  /// Fills `tensor` with R, G, B in 0…1, row by row (NHWC, N = 1, C = 3).
  ///
  /// Column i of n samples the region at i/n − ½ of its width from the centre: no half-pixel offset, as MediaPipe has it.
  ///
  /// - Parameters:
  ///   - region: must be sane (``RotatedRegion/isSane``).
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
    // All in 1/32 of a pixel.
    let angle = Double(region.rotation)
    let across = SIMD2(cos(angle), sin(angle)) * (Double(region.width) / Double(side) * 32)
    let down = SIMD2(-sin(angle), cos(angle)) * (Double(region.height) / Double(side) * 32)
    let center = SIMD2(Double(region.centerX), Double(region.centerY)) * 32
    let origin = center - (across + down) * (Double(side) / 2)
    var out = tensor.baseAddress!
    for row in 0..<side {
      let start = origin + Double(row) * down
      for column in 0..<side {
        let at = GridPlace(nearest: start + Double(column) * across)
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

/// A place in a frame, in 1/32 of a pixel.
struct GridPlace {
  let x: Int, y: Int

  /// Rounds to the nearest, ties to even. Adding 1.5 · 2⁵² leaves the whole number in a double's low bits: this is the
  /// frame line's innermost loop, and a processor without SSE4.1 would call a function for it.
  @inline(__always)
  init(nearest place: SIMD2<Double>) {
    let shifted = place + 6_755_399_441_055_744
    x = Int(Int32(truncatingIfNeeded: shifted.x.bitPattern))
    y = Int(Int32(truncatingIfNeeded: shifted.y.bitPattern))
  }
}

/// How three channels' codes become R, G, B in 0…1.
protocol ColorRule {
  static func rgb(_ a: Int, _ b: Int, _ c: Int, _ conversion: YUVConversion) -> SIMD3<Float>
}

enum RGB: ColorRule {
  @inline(__always)
  static func rgb(_ a: Int, _ b: Int, _ c: Int, _ conversion: YUVConversion) -> SIMD3<Float> {
    SIMD3(Float(a), Float(b), Float(c)) * (1 / 255)
  }
}

enum YUV: ColorRule {
  @inline(__always)
  static func rgb(_ a: Int, _ b: Int, _ c: Int, _ conversion: YUVConversion) -> SIMD3<Float> {
    conversion.rgb(Float(a), Float(b), Float(c))
  }
}
