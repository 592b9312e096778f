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
  /// The planes that `format` has; those it has not repeat the first. A compressed picture is decoded when they are asked for.
  public var planes: (Plane, Plane, Plane) { compressed?.pointee.planes() ?? raw }
  /// Of a compressed picture, its luma at an eighth of the size, a byte for each whole block of eight by eight pixels: sooner had
  /// than the planes. Nil of any other, and of one that is smaller than that.
  package var coarseLuma: Plane? { compressed?.pointee.coarseLuma() }
  private let raw: (Plane, Plane, Plane)
  /// Its decoder, while it lends the frame.
  private let compressed: UnsafeMutablePointer<JPEGDecoder>?
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
    raw = (planes.0, planes.1 ?? planes.0, planes.2 ?? planes.0)
    compressed = nil
    self.sequence = sequence
    self.capturedNs = capturedNs
    self.dequeuedNs = dequeuedNs
  }

  /// A picture that is decoded as far as it is looked at.
  init(
    width: Int, height: Int, format: PixelFormat, compressed: UnsafeMutablePointer<JPEGDecoder>, sequence: UInt64, capturedNs: UInt64,
    dequeuedNs: UInt64
  ) {
    (self.width, self.height, self.format, range) = (width, height, format, .full)
    let nowhere = Plane(base: UnsafeRawPointer(compressed), bytesPerRow: 0)
    raw = (nowhere, nowhere, nowhere)
    self.compressed = compressed
    (self.sequence, self.capturedNs, self.dequeuedNs) = (sequence, capturedNs, dequeuedNs)
  }
}
