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
    let (width, height) = (frame.width, frame.height)
    let (p, q, r) = frame.planes
    let crop = Crop(region, side: side, border: border, tensor: tensor.baseAddress!)
    let yuv = YUVConversion(frame.range)
    @inline(__always)
    func draw(_ first: Channel, _ second: Channel, _ third: Channel, _ colors: some ColorConversion) {
      crop.draw(Pixels(width: width, height: height, first: first, second: second, third: third), colors)
    }
    // One call for each layout: what steps it has is then a constant in its innermost loop.
    switch frame.format {
    case .rgb24:
      draw(.full(p, step: 3, black: 0), .full(p, first: 1, step: 3, black: 0), .full(p, first: 2, step: 3, black: 0), RGBConversion())
    case .yuyv:
      draw(.full(p, step: 2, black: yuv.black), .halved(p, first: 1, step: 4, rows: false), .halved(p, first: 3, step: 4, rows: false), yuv)
    case .nv12:
      draw(.full(p, black: yuv.black), .halved(q, step: 2, rows: true), .halved(q, first: 1, step: 2, rows: true), yuv)
    case .yuv420: draw(.full(p, black: yuv.black), .halved(q, rows: true), .halved(r, rows: true), yuv)
    case .yuv422: draw(.full(p, black: yuv.black), .halved(q, rows: false), .halved(r, rows: false), yuv)
    case .yuv444: draw(.full(p, black: yuv.black), .full(q, black: YUVConversion.neutral), .full(r, black: YUVConversion.neutral), yuv)
    case .grey: draw(.full(p, black: yuv.black), .colorless, .colorless, yuv)
    }
  }
}
