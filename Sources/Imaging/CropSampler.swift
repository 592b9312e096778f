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
    frame.read(with: Crop(region, side: side, border: border, tensor: tensor.baseAddress!))
  }
}
