/// One plane of a frame: where its first row begins, and how far apart rows are.
public struct Plane {
  /// First byte of the top row.
  public let base: UnsafeRawPointer
  /// Distance between the starts of two rows, in bytes.
  public let bytesPerRow: Int

  /// - Parameters:
  ///   - base: first byte of the top row.
  ///   - bytesPerRow: distance between the starts of two rows, in bytes.
  public init(base: UnsafeRawPointer, bytesPerRow: Int) {
    self.base = base
    self.bytesPerRow = bytesPerRow
  }
}

/// One picture, lent by whoever owns its memory for as long as a call lasts.
///
/// It cannot be copied and is always borrowed, so it cannot outlive the buffer that it points into.
public struct Frame: ~Copyable {
  /// Size in pixels.
  public let width: Int, height: Int
  public let format: PixelFormat
  public let range: ColorRange
  /// The planes that `format` has; those it has not repeat the first.
  public let planes: (Plane, Plane, Plane)
  /// Counts the frames of a source, dropped ones included.
  public let sequence: UInt64
  /// When the picture was taken, in ns of CLOCK_MONOTONIC; a stream's frames follow its own frame rate.
  public let capturedNs: UInt64
  /// When the picture came out of its source, in ns of CLOCK_MONOTONIC.
  public let dequeuedNs: UInt64

  /// - Parameters:
  ///   - width: pixels in a row, at least 1.
  ///   - height: rows, at least 1.
  ///   - planes: one to three, as many as `format` has.
  public init(
    width: Int, height: Int, format: PixelFormat, range: ColorRange, planes: (Plane, Plane?, Plane?),
    sequence: UInt64 = 0, capturedNs: UInt64 = 0, dequeuedNs: UInt64 = 0
  ) {
    precondition(width > 0 && height > 0, "a frame has at least one pixel")
    self.width = width
    self.height = height
    self.format = format
    self.range = range
    self.planes = (planes.0, planes.1 ?? planes.0, planes.2 ?? planes.0)
    self.sequence = sequence
    self.capturedNs = capturedNs
    self.dequeuedNs = dequeuedNs
  }
}
