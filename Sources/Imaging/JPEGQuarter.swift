import CJPEG
import UserErrors

/// A JPEG picture at a quarter of its width and height: each pixel is the mean of 4×4 pixels.
struct JPEGQuarter: ~Copyable {
  /// Columns and rows of the picture for each column and row of the quarter.
  static let reduction = 4
  private static let eighths = 2

  private var pixels = PixelMemory()
  private var luma = JPEGHeader.PlaneSize()
  /// The format that the last picture was decoded to; nil if it was not.
  private(set) var format: PixelFormat?

  /// Reserves memory for a picture, which is not decoded yet.
  mutating func reserve(_ header: JPEGHeader) throws(UserError) {
    luma = JPEGHeader.PlaneSize(bytesPerRow: header.luma.bytesPerRow / Self.reduction, rows: header.luma.rows / Self.reduction)
    // Chroma has at most as many pixels as luma.
    try pixels.reserve(3 * luma.bytes)
    format = nil
  }

  /// Forgets the last picture.
  mutating func removePicture() { format = nil }

  /// Decodes the picture that memory was reserved for.
  mutating func decode(_ file: UnsafeRawBufferPointer, _ header: JPEGHeader, by library: borrowing JPEGLibrary) throws(UserError) {
    let (first, size) = (pixels.start, luma.bytes)
    let isGrey = header.planarFormat == .grey
    let targets = swiped_jpeg_planes(
      start: (first, isGrey ? nil : first + size, isGrey ? nil : first + 2 * size),
      bytes_per_row: (luma.bytesPerRow, luma.bytesPerRow, luma.bytesPerRow))
    let findings = try library.decode(file, eighths: Self.eighths, to: targets)
    if let damage = findings.damage(in: file) { throw .damaged("JPEG", damage) }
    format = header.format(blockSides: findings.block_sides)
  }

  /// The planes of the picture; without chroma, luma three times.
  var planes: (Plane, Plane, Plane) {
    func plane(_ number: Int) -> Plane { Plane(base: pixels.start + number * luma.bytes, bytesPerRow: luma.bytesPerRow) }
    return format == .grey ? (plane(0), plane(0), plane(0)) : (plane(0), plane(1), plane(2))
  }

  /// Computes the mean of each whole block of 8×8 pixels of the picture.
  ///
  /// - Parameter across: blocks in a row of `blocks`.
  func averageBlocks(of header: JPEGHeader, into blocks: UnsafeMutablePointer<UInt8>, across: Int) {
    let base = UnsafeRawPointer(pixels.start)
    for row in 0..<header.height / 8 {
      for column in 0..<header.width / 8 {
        func pair(_ line: Int) -> UInt32 {
          let place = (2 * row + line) * luma.bytesPerRow + 2 * column
          let pixels = UInt32(base.loadUnaligned(fromByteOffset: place, as: UInt16.self))
          return (pixels & 0xff) + (pixels >> 8)
        }
        blocks[row * across + column] = UInt8((pair(0) + pair(1) + 2) / 4)
      }
    }
  }
}
