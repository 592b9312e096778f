import CJPEG
import Platform
import UserErrors

/// Decodes JPEG pictures one after another into the same memory: to planes of Y, U and V if the layout allows it, else to RGB. A picture
/// of which only the coarse luma is needed is not decoded further. A large picture of a camera is decoded as far as it is looked at: at a
/// quarter of its size where that is enough, else the rows of a crop.
public struct JPEGDecoder: ~Copyable {
  /// The longer side, in pixels, from which on a camera's pictures are decoded in parts: larger than 640×480 and 800×600.
  package static let cameraPartsSide = 1000

  private let limit: PictureLimit
  /// The height of a camera's pictures. Some capture devices send both fields of such a picture, of half the height, one after the other.
  private let promisedHeight: Int?
  private let leastPartsSide: Int
  private let library: JPEGLibrary
  private var pixels = PixelMemory()
  private var coarse = PixelMemory()
  /// A copy of the file: another program may write to a camera's buffers, and so change the layout after memory was reserved for it.
  private var file = PixelMemory()
  /// The bytes of the current picture, and whether they are still those in the camera's buffer: most that nobody needs are never copied.
  private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  private var isInBuffer = false
  private var header = JPEGHeader()
  /// The second field of the current picture, if it is interlaced.
  private var secondField: UnsafeRawBufferPointer?
  /// What the current picture has been decoded to.
  private var hasPlanes = false, hasCoarse = false
  /// Whether the planes of the previous picture were needed. Then those of the next one probably are too, so they are decoded at once, and
  /// the coarse luma is computed from them.
  private var needsPlanes = true
  /// Of a picture in parts: the quarter; whether that of the previous picture was needed; and the groups of rows that a crop asked for first.
  private var quarter = JPEGQuarter()
  private var needsQuarter = false
  private var window: Range<Int>?

  /// - Parameters:
  ///   - limit: size above which a picture is refused.
  ///   - promisedHeight: the height in pixels that a camera has promised. Two pictures of half this height in one file are the fields of one
  ///     picture: the first has its even rows.
  ///   - leastPartsSide: the longer side, in pixels, from which on crops are taken of parts of the picture: of the picture at a quarter of its
  ///     size, if that has as many pixels as the crop, or of its rows.
  /// - Throws: ``UserError`` if there is no memory for a decoder.
  public init(limit: PictureLimit = .standard, promisedHeight: Int? = nil, leastPartsSide: Int = .max) throws(UserError) {
    library = try JPEGLibrary()
    (self.limit, self.promisedHeight, self.leastPartsSide) = (limit, promisedHeight, leastPartsSide)
  }

  /// Decodes one picture and passes it to `body`.
  ///
  /// - Parameters:
  ///   - bytes: the whole JPEG file.
  ///   - isNeeded: whether `body` will read pixels. If not, they are decoded only if it does, and damage is not reported.
  ///   - body: called with the frame, which is valid only during the call. Its color range is full.
  /// - Throws: ``UserError`` if the file is not a JPEG, damaged, truncated or too large; or what `body` throws.
  public mutating func withFrame<R: ~Copyable>(
    decoding bytes: UnsafeRawBufferPointer, isNeeded: Bool = true, sequence: UInt64 = 0, capturedNs: UInt64 = 0, dequeuedNs: UInt64 = 0,
    _ body: (borrowing Frame) throws -> R
  ) throws -> R {
    isInBuffer = !isNeeded
    var bytes = isNeeded ? try copy(bytes) : bytes
    header = try header(of: bytes)
    guard let format = header.planarFormat else {
      if !isNeeded {
        bytes = try copy(bytes)
        header = try header(of: bytes)
      }
      return try withRGBFrame(decoding: bytes, header, sequence, capturedNs, dequeuedNs, body)
    }
    self.bytes = bytes
    secondField = field(after: bytes)
    (hasPlanes, hasCoarse, window) = (false, false, nil)
    try reserve()
    if isNeeded {
      // Each reads the whole file, so that damage is found here and not when the rest is decoded.
      if needsPlanes || !header.hasBlocks || secondField != nil {
        try decodePlanes()
      } else if needsQuarter, isInParts {
        try quarter.decode(bytes, header, by: library)
      } else {
        try decodeCoarse()
      }
      (needsPlanes, needsQuarter) = (false, false)
    }
    let (width, height) = (header.width, secondField == nil ? header.height : 2 * header.height)
    return try withUnsafeMutablePointer(to: &self) { decoder in
      try body(
        Frame(
          width: width, height: height, format: format, compressed: decoder, sequence: sequence, capturedNs: capturedNs,
          dequeuedNs: dequeuedNs))
    }
  }

  /// The second field in the file of a picture of which this is the first; nil if the picture is whole.
  private func field(after file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let height = promisedHeight, header.height <= height * 3 / 4, header.height * 2 >= height,
      let start = JPEGMarkers.nextPicture(in: file)
    else { return nil }
    let second = UnsafeRawBufferPointer(rebasing: file[start...])
    return (try? library.header(of: second)) == header ? second : nil
  }

  // MARK: Access by the frame

  /// The planes of Y, U and V, decoded on the first call.
  mutating func planes() -> (Plane, Plane, Plane) {
    takeFromBuffer()
    needsPlanes = true
    // Damage was found before, or nobody needs the picture.
    if !hasPlanes { try? decodePlanes() }
    return planes(at: targets)
  }

  private func planes(at targets: swiped_jpeg_planes) -> (Plane, Plane, Plane) {
    let luma = Plane(base: targets.start.0!, bytesPerRow: targets.bytes_per_row.0)
    guard let first = targets.start.1, let second = targets.start.2 else { return (luma, luma, luma) }
    return (luma, Plane(base: first, bytesPerRow: targets.bytes_per_row.1), Plane(base: second, bytesPerRow: targets.bytes_per_row.2))
  }

  /// The pixels that a crop needs. What crops of the same picture need is decoded once; at most, the picture is decoded in all of its parts
  /// and then whole.
  mutating func part(for need: CropNeed) -> JPEGPart {
    takeFromBuffer()
    if isInParts, need.isQuarterEnough {
      needsQuarter = true
      if !hasPlanes, quarter.format == nil { try? quarter.decode(bytes, header, by: library) }
      if let format = quarter.format {
        return JPEGPart(planes: quarter.planes, format: format, reduction: JPEGQuarter.reduction)
      }
    }
    return JPEGPart(planes: isInParts ? planes(rows: need.rows) : planes(), format: header.planarFormat!, reduction: 1)
  }

  /// The planes, of which these rows are decoded.
  private mutating func planes(rows: Range<Int>) -> (Plane, Plane, Plane) {
    let (first, end) = (rows.lowerBound / header.rowsPerGroup, (rows.upperBound - 1) / header.rowsPerGroup + 1)
    if let window {
      // Several hands are apart: one pass for all of the picture costs less than one for each.
      guard window.lowerBound <= first, end <= window.upperBound else { return planes() }
    } else {
      window = first..<end
      if !hasPlanes { try? library.decode(bytes, groups: first..<end, to: targets) }
    }
    return planes(at: targets)
  }

  /// Whether crops are taken of parts of the current picture.
  var isInParts: Bool {
    secondField == nil && header.hasBlocks && max(header.width, header.height) >= leastPartsSide
  }

  /// A byte for each block of the picture, of which those of incomplete blocks at the edges are undefined; nil without a whole block.
  mutating func coarseLuma() -> Plane? {
    guard header.hasBlocks else { return nil }
    takeFromBuffer()
    if secondField != nil, !hasPlanes { try? decodePlanes() }
    if !hasCoarse, hasPlanes { averageBlocks() }
    if !hasCoarse, quarter.format != nil {
      quarter.averageBlocks(of: header, into: coarse.start, across: header.blocks.across)
      hasCoarse = true
    }
    if !hasCoarse { try? decodeCoarse() }
    return Plane(base: coarse.start, bytesPerRow: header.blocks.across)
  }

  /// Copies the file from the camera's buffer, if that was put off. One with another layout by now has no pixels.
  private mutating func takeFromBuffer() {
    guard isInBuffer else { return }
    isInBuffer = false
    let isInterlaced = secondField != nil
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    let copied = try? copy(bytes)
    bytes = copied.map { (try? library.header(of: $0)) == header ? $0 : nothing } ?? nothing
    secondField = isInterlaced ? field(after: bytes) ?? nothing : nil
  }

  private mutating func copy(_ bytes: UnsafeRawBufferPointer) throws(UserError) -> UnsafeRawBufferPointer {
    try file.reserve(bytes.count)
    let copy = UnsafeMutableRawBufferPointer(start: file.start, count: bytes.count)
    copy.copyMemory(from: bytes)
    return UnsafeRawBufferPointer(copy)
  }

  /// Reserves memory for everything that the frame may need, so that accessing it cannot fail.
  private mutating func reserve() throws(UserError) {
    try pixels.reserve((header.luma.bytes + 2 * header.chroma.bytes) * fields)
    try coarse.reserve(header.blocks.across * header.blocks.down * fields)
    if isInParts { try quarter.reserve(header) } else { quarter.removePicture() }
  }

  private var fields: Int { secondField == nil ? 1 : 2 }

  /// Where each plane lies in memory.
  private var targets: swiped_jpeg_planes {
    let (luma, chroma) = (header.luma, header.chroma)
    let first = pixels.start + luma.bytes * fields
    let isGrey = header.planarFormat == .grey
    return swiped_jpeg_planes(
      start: (pixels.start, isGrey ? nil : first, isGrey ? nil : first + chroma.bytes * fields),
      bytes_per_row: (luma.bytesPerRow, chroma.bytesPerRow, chroma.bytesPerRow))
  }

  private mutating func decodePlanes() throws(UserError) {
    hasPlanes = true
    guard let secondField else { return try check(library.decode(bytes, to: targets), bytes) }
    // The rows of one field are between those of the other.
    var (first, second) = (targets, targets)
    let (luma, chroma) = (header.luma.bytesPerRow, header.chroma.bytesPerRow)
    (first.bytes_per_row, second.bytes_per_row) = ((2 * luma, 2 * chroma, 2 * chroma), (2 * luma, 2 * chroma, 2 * chroma))
    second.start = (first.start.0.map { $0 + luma }, first.start.1.map { $0 + chroma }, first.start.2.map { $0 + chroma })
    try check(library.decode(bytes, to: first), bytes)
    try check(library.decode(secondField, to: second), secondField)
  }

  private mutating func decodeCoarse() throws(UserError) {
    hasCoarse = true
    try check(library.decode(bytes, toGray: true, eighths: 1, into: coarse.start), bytes)
  }

  /// Computes the coarse luma from the planes: the same as `decodeCoarse` but for rounding. Only whole blocks are computed, since
  /// the others depend on pixels outside the picture.
  private mutating func averageBlocks() {
    let across = header.blocks.across
    hasCoarse = true
    let (luma, bytesPerRow) = (UnsafeRawPointer(pixels.start), header.luma.bytesPerRow)
    for row in 0..<header.height * fields / 8 {
      for column in 0..<header.width / 8 {
        var sums = SIMD4<UInt16>()
        for y in 8 * row..<8 * row + 8 {
          let pairs = luma.loadUnaligned(fromByteOffset: y * bytesPerRow + 8 * column, as: SIMD4<UInt16>.self)
          sums &+= (pairs & 0xff) &+ (pairs &>> 8)
        }
        coarse.start[row * across + column] = UInt8((sums.wrappedSum() + 32) / 64)
      }
    }
  }

  /// Decodes one picture to RGB and passes it to `body`.
  ///
  /// - Throws: the errors of ``withFrame(decoding:sequence:capturedNs:dequeuedNs:_:)``.
  public mutating func withRGBFrame<R: ~Copyable>(decoding bytes: UnsafeRawBufferPointer, _ body: (borrowing Frame) throws -> R) throws -> R
  {
    let header = try header(of: bytes)
    return try withRGBFrame(decoding: bytes, header, 0, 0, 0, body)
  }

  private mutating func withRGBFrame<R: ~Copyable>(
    decoding bytes: UnsafeRawBufferPointer, _ header: JPEGHeader, _ sequence: UInt64, _ capturedNs: UInt64, _ dequeuedNs: UInt64,
    _ body: (borrowing Frame) throws -> R
  ) throws -> R {
    _ = try decodeRGB(bytes, header)
    let plane = Plane(base: pixels.start, bytesPerRow: header.width * 3)
    return try body(
      Frame(
        width: header.width, height: header.height, format: .rgb24, range: .full, planes: (plane, nil, nil),
        sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs))
  }

  /// Decodes one picture to RGB in memory of its own, upright as its Exif data says.
  ///
  /// - Parameter side: the most pixels on a side; see `JPEGHeader.eighths`. Nil for the picture's own size.
  mutating func still(decoding bytes: UnsafeRawBufferPointer, fitting side: Int? = nil) throws(UserError) -> StillImage {
    let header = try header(of: bytes)
    let (width, height) = try decodeRGB(bytes, header, fitting: side)
    let orientation = ImageOrientation(jpeg: bytes)
    guard orientation == .up else {
      let raw = try RawPixels(.rgb, width: width, height: height, orientation, count: pixels.bytes.count)
      return try StillImage(raw, in: UnsafeRawBufferPointer(pixels.bytes))
    }
    var rgb = PixelMemory()
    swap(&rgb, &pixels)
    return StillImage(width: width, height: height, takingOver: rgb)
  }

  private mutating func decodeRGB(
    _ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader, fitting side: Int? = nil
  ) throws(UserError) -> (width: Int, height: Int) {
    let eighths = header.eighths(fitting: side)
    let (width, height) = ((header.width * eighths + 7) / 8, (header.height * eighths + 7) / 8)
    try pixels.reserve(width * height * 3)
    try check(library.decode(bytes, toGray: false, eighths: eighths, into: pixels.start), bytes)
    return (width, height)
  }

  private func header(of bytes: UnsafeRawBufferPointer) throws(UserError) -> JPEGHeader {
    let header = try library.header(of: bytes)
    guard limit.allows(width: header.width, height: header.height) else {
      throw .tooLarge(limit.excess(width: header.width, height: header.height))
    }
    return header
  }

  /// Throws if pixels of a decoded picture are missing.
  private func check(_ findings: swiped_jpeg_findings, _ file: UnsafeRawBufferPointer) throws(UserError) {
    if let damage = findings.damage(in: file) { throw .damaged("JPEG", damage) }
  }
}
