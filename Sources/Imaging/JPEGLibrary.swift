import CJPEG
import UserErrors

/// The owner of libjpeg's decoder and encoder.
struct JPEGLibrary: ~Copyable {
  let handle: OpaquePointer

  /// - Throws: ``UserError`` without memory.
  init() throws(UserError) {
    guard let handle = swiped_jpeg_new() else {
      throw UserError("libjpeg cannot start: not enough memory", fix: "close other programs", exitStatus: .unavailable)
    }
    self.handle = handle
  }

  deinit { swiped_jpeg_free(handle) }

  /// Reads the header of a file.
  ///
  /// - Throws: ``UserError`` if it is damaged, or of a kind that is not supported.
  borrowing func header(of file: UnsafeRawBufferPointer) throws(UserError) -> JPEGHeader {
    var header = swiped_jpeg_header()
    try check(swiped_jpeg_read_header(handle, file.bytes, file.count, &header))
    switch header.colors {
    // Their colors depend on a printer's inks.
    case SWIPED_JPEG_CMYK: throw UserError("is a JPEG with CMYK colors", fix: "convert it to RGB", exitStatus: .noInput)
    case SWIPED_JPEG_OTHER: throw .unsupportedJPEG("its colors are neither RGB nor gray")
    default: return JPEGHeader(header)
    }
  }

  /// Decodes a file to planes, each with room for whole blocks, in some eighths of its size.
  ///
  /// - Throws: ``UserError`` if it is damaged, or of a kind that is not supported.
  borrowing func decode(
    _ file: UnsafeRawBufferPointer, eighths: Int = 8, to planes: swiped_jpeg_planes
  ) throws(UserError) -> swiped_jpeg_findings {
    var findings = swiped_jpeg_findings()
    try check(swiped_jpeg_decode_planes(handle, file.bytes, file.count, planes, CInt(eighths), &findings))
    return findings
  }

  /// Decodes some groups of rows of a file to planes; see ``JPEGHeader/rowsPerGroup``.
  borrowing func decode(_ file: UnsafeRawBufferPointer, groups: Range<Int>, to planes: swiped_jpeg_planes) throws(UserError) {
    try check(swiped_jpeg_decode_rows(handle, file.bytes, file.count, planes, groups.lowerBound, groups.upperBound))
  }

  /// Decodes a file to rows without gaps, of gray or RGB, in some eighths of its size.
  borrowing func decode(
    _ file: UnsafeRawBufferPointer, toGray isGray: Bool, eighths: Int, into pixels: UnsafeMutablePointer<UInt8>
  ) throws(UserError) -> swiped_jpeg_findings {
    var findings = swiped_jpeg_findings()
    try check(swiped_jpeg_decode(handle, file.bytes, file.count, isGray, CInt(eighths), pixels, &findings))
    return findings
  }

  /// Throws the error of a call; nothing for 0.
  borrowing func check(_ result: CInt) throws(UserError) {
    guard result != 0 else { return }
    let words = String(cString: swiped_jpeg_message(handle))
    switch UInt32(result) {
    case SWIPED_JPEG_UNSUPPORTED.rawValue: throw .unsupportedJPEG(words)
    case SWIPED_JPEG_NO_MEMORY.rawValue: throw .tooLarge("there is not enough memory for it")
    default: throw .damaged("JPEG", words)
    }
  }
}

/// The header of a JPEG file.
struct JPEGHeader: Equatable {
  /// Bytes of a row and rows of a plane, in whole blocks of all components.
  struct PlaneSize: Equatable {
    var bytesPerRow = 0, rows = 0

    var bytes: Int { bytesPerRow * rows }
  }

  /// Size in pixels.
  var width = 0, height = 0
  /// The pixel format that the file decodes to without conversion; nil if it must be converted to RGB.
  var planarFormat: PixelFormat?
  /// The planes of luma and of both chroma; those that the file does not have are empty.
  private(set) var luma = PlaneSize(), chroma = PlaneSize()
  /// Rows of pixels that are decoded at once: those of a block of the component with the fewest samples.
  private(set) var rowsPerGroup = 8
  private var colors = SWIPED_JPEG_OTHER
  /// Samples of each component in a row and in a column, in proportion to the others.
  private var across = SIMD3<Int>(), down = SIMD3<Int>()

  init() {}

  init(_ header: swiped_jpeg_header) {
    (width, height, colors) = (Int(header.width), Int(header.height), header.colors)
    let (first, second, third) = header.sampling
    across = SIMD3(Int(first.across), Int(second.across), Int(third.across))
    down = SIMD3(Int(first.down), Int(second.down), Int(third.down))
    planarFormat = format(blockSides: (8, 8, 8))
    rowsPerGroup = 8 * down.max()
    let (columns, rows) = ((width + 8 * across.max() - 1) / (8 * across.max()), (height + rowsPerGroup - 1) / rowsPerGroup)
    luma = PlaneSize(bytesPerRow: columns * 8 * across.x, rows: rows * 8 * down.x)
    chroma = PlaneSize(bytesPerRow: columns * 8 * across.y, rows: rows * 8 * down.y)
  }

  /// The pixel format of planes whose blocks have these sides; nil if there is none.
  func format(blockSides sides: (CInt, CInt, CInt)) -> PixelFormat? {
    if colors == SWIPED_JPEG_GRAY { return .grey }
    let sides = SIMD3(Int(sides.0), Int(sides.1), Int(sides.2))
    let (across, down) = (across &* sides, down &* sides)
    guard colors == SWIPED_JPEG_YCC, across.y > 0, down.y > 0, across.y == across.z, down.y == down.z, across.x % across.y == 0,
      down.x % down.y == 0
    else { return nil }
    return switch (across.x / across.y, down.x / down.y) {
    case (1, 1): .yuv444
    case (2, 1): .yuv422
    case (2, 2): .yuv420
    default: nil
    }
  }

  /// Blocks of 8×8 pixels, including incomplete ones at the edges.
  var blocks: (across: Int, down: Int) { ((width + 7) / 8, (height + 7) / 8) }

  /// Whether there is a whole block.
  var hasBlocks: Bool { width >= 8 && height >= 8 }

  /// The most eighths of the picture's size, from 1 to 8, that fit into a square of `side` pixels.
  func eighths(fitting side: Int?) -> Int { side.map { min(max(8 * $0 / max(width, height), 1), 8) } ?? 8 }
}

extension swiped_jpeg_findings {
  /// Zeros at a file's end without an end marker, at which a decoder has read past the data: it reads eight bytes ahead.
  private static let mostZeros = 16

  /// What is missing in a picture that was decoded; nil if all pixels are there. Most of what libjpeg warns of changes no pixel.
  func damage(in file: UnsafeRawBufferPointer) -> String? {
    if lacks_data { return "its data ends early" }
    if has_invalid_codes { return "its data has invalid codes" }
    if has_wrong_restart { return "a part of its data is missing" }
    if lacks_components { return "one of its colors is missing" }
    if lacks_scans { return "some of its scans are missing" }
    if has_zero_run { return "zeros are in place of its data" }
    guard lacks_end else { return nil }
    // Zeros may be valid codes. Then only those at the end are known to be none.
    let zeros = file.reversed().prefix { $0 == 0 }.count
    return data_end > file.count - zeros + Self.mostZeros ? "its data ends with zeros" : nil
  }
}

extension UserError {
  fileprivate static func unsupportedJPEG(_ kind: String) -> UserError {
    UserError(
      "is a JPEG of a kind that is not supported (\(kind))", fix: "save it as a baseline JPEG, or as a PNG", exitStatus: .noInput)
  }
}

extension UnsafeRawBufferPointer {
  var bytes: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
