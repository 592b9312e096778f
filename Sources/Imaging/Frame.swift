/// One plane of a frame: the start of its first row, and the distance between rows.
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

/// One picture in memory that its source owns, valid only during the call that it is passed to.
///
/// It cannot be copied and is always borrowed, so it cannot outlive the buffer that it points to.
public struct Frame: ~Copyable {
  /// Size in memory, in pixels.
  public let width: Int, height: Int
  /// How far the picture is turned to be upright.
  public let rotation: FrameRotation
  /// Whether left and right are exchanged after that: the source gives a mirror image.
  public let isMirrored: Bool
  /// The layout of its bytes.
  public let format: PixelFormat
  /// The range of its luma and chroma.
  public let range: ColorRange
  /// The planes of `format`; those that it does not have repeat the first. The first access decodes a compressed picture.
  public var planes: (Plane, Plane, Plane) { compressed?.pointee.planes() ?? raw }
  /// The luma of a compressed picture at an eighth of its size, a byte for each whole block of 8×8 pixels: faster to decode than the
  /// planes. Nil for other pictures, and for one smaller than a block.
  package var coarseLuma: Plane? { compressed?.pointee.coarseLuma() }
  /// Whether it is a large JPEG of a camera, whose coarse luma takes several times as long to decode as that of 640×480.
  package var isLargeJPEG: Bool { compressed?.pointee.isInParts ?? false }
  private let raw: (Plane, Plane, Plane)
  /// Columns and rows of the picture that a column and a row in memory are the mean of: 1 but for a part of a large picture.
  let reduction: Int
  /// The decoder of a compressed picture.
  private let compressed: UnsafeMutablePointer<JPEGDecoder>?
  /// Number of the frame in its source; dropped frames are counted too.
  public let sequence: UInt64
  /// Capture time, in ns of CLOCK_MONOTONIC; that of a stream follows the stream's frame rate.
  public let capturedNs: UInt64
  /// Time at which the source delivered the picture, in ns of CLOCK_MONOTONIC.
  public let dequeuedNs: UInt64

  /// - Parameters:
  ///   - width: pixels in a row, at least 1.
  ///   - height: rows, at least 1.
  ///   - planes: one to three planes, as `format` has.
  public init(
    width: Int, height: Int, format: PixelFormat, range: ColorRange, planes: (Plane, Plane?, Plane?),
    sequence: UInt64 = 0, capturedNs: UInt64 = 0, dequeuedNs: UInt64 = 0
  ) {
    precondition(width > 0 && height > 0, "a frame has at least one pixel")
    self.width = width
    self.height = height
    (rotation, isMirrored) = (.degrees0, false)
    self.format = format
    self.range = range
    raw = (planes.0, planes.1 ?? planes.0, planes.2 ?? planes.0)
    compressed = nil
    reduction = 1
    self.sequence = sequence
    self.capturedNs = capturedNs
    self.dequeuedNs = dequeuedNs
  }

  /// A compressed picture, decoded when its planes or its coarse luma are accessed.
  init(
    width: Int, height: Int, format: PixelFormat, compressed: UnsafeMutablePointer<JPEGDecoder>, sequence: UInt64, capturedNs: UInt64,
    dequeuedNs: UInt64
  ) {
    (self.width, self.height, rotation, isMirrored, self.format, range) = (width, height, .degrees0, false, format, .full)
    let nowhere = Plane(base: UnsafeRawPointer(compressed), bytesPerRow: 0)
    raw = (nowhere, nowhere, nowhere)
    self.compressed = compressed
    reduction = 1
    (self.sequence, self.capturedNs, self.dequeuedNs) = (sequence, capturedNs, dequeuedNs)
  }

  private init(_ other: borrowing Frame, _ rotation: FrameRotation, isMirrored: Bool) {
    (width, height, format, range) = (other.width, other.height, other.format, other.range)
    (self.rotation, self.isMirrored) = (rotation, isMirrored)
    (raw, compressed, reduction) = (other.raw, other.compressed, other.reduction)
    (sequence, capturedNs, dequeuedNs) = (other.sequence, other.capturedNs, other.dequeuedNs)
  }

  private init(_ part: JPEGPart, of other: borrowing Frame) {
    (width, height) = ((other.width - 1) / part.reduction + 1, (other.height - 1) / part.reduction + 1)
    (rotation, isMirrored, format, range) = (other.rotation, other.isMirrored, part.format, other.range)
    (raw, compressed, reduction) = (part.planes, nil, part.reduction)
    (sequence, capturedNs, dequeuedNs) = (other.sequence, other.capturedNs, other.dequeuedNs)
  }

  /// The pixels of this picture that a crop needs, which may be fewer. They are valid for as long as this frame.
  func part(for need: CropNeed) -> Frame {
    guard let compressed else { return Frame(self, rotation, isMirrored: isMirrored) }
    return Frame(compressed.pointee.part(for: need), of: self)
  }

  /// The same picture, which is turned by `rotation` to be upright. It is valid for as long as this one.
  public func rotated(by rotation: FrameRotation) -> Frame {
    // A mirror image is turned before it is mirrored, which reverses the direction.
    Frame(self, isMirrored ? self.rotation - rotation : self.rotation + rotation, isMirrored: isMirrored)
  }

  /// The same picture, with left and right exchanged to be right. It is valid for as long as this one.
  public func mirrored() -> Frame { Frame(self, rotation, isMirrored: !isMirrored) }
}

/// A copy of a frame in memory of its own, which is reused for the next copy.
public struct FrameCopy: Sendable {
  private var bytes: [UInt8] = []
  private var description = FrameDescription()

  /// Without a picture, until ``copy(_:)``.
  public init() {}

  /// Replaces the previous copy. The rows are stored without gaps.
  public mutating func copy(_ frame: borrowing Frame) {
    description = FrameDescription(frame)
    bytes.removeAll(keepingCapacity: true)
    let (p, q, r) = frame.planes
    for (plane, size) in zip([p, q, r], frame.format.planes(width: frame.width, height: frame.height)) {
      for row in 0..<size.rows {
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: plane.base + row * plane.bytesPerRow, count: size.bytesPerRow))
      }
    }
  }

  /// Calls `body` with the copied frame.
  ///
  /// - Precondition: a frame has been copied.
  public func withFrame<R>(_ body: (borrowing Frame) throws -> R) rethrows -> R {
    try description.withFrame(in: bytes, body)
  }
}

/// What a frame says of its picture, beside the pixels.
struct FrameDescription: Sendable {
  var width = 0, height = 0
  var format = PixelFormat.grey
  var range = ColorRange.full
  private var rotation = FrameRotation.degrees0, isMirrored = false
  private var sequence: UInt64 = 0, dequeuedNs: UInt64 = 0
  private(set) var capturedNs: UInt64 = 0

  /// Of no picture.
  init() {}

  init(_ frame: borrowing Frame) {
    (width, height, format, range) = (frame.width, frame.height, frame.format, frame.range)
    (rotation, isMirrored) = (frame.rotation, frame.isMirrored)
    (sequence, capturedNs, dequeuedNs) = (frame.sequence, frame.capturedNs, frame.dequeuedNs)
  }

  /// Calls `body` with the frame whose pixels are these bytes, the rows without gaps.
  func withFrame<R>(in bytes: [UInt8], _ body: (borrowing Frame) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes { bytes in
      let layout = BufferLayout(format: format, range: range, width: width, height: height)
      let frame = layout.frame(in: bytes.baseAddress!, sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs)
      return try body(isMirrored ? frame.rotated(by: rotation).mirrored() : frame.rotated(by: rotation))
    }
  }
}
