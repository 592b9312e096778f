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

  /// Decodes a file to planes, each with room for whole blocks.
  borrowing func decode(_ file: UnsafeRawBufferPointer, to planes: swiped_jpeg_planes) throws(UserError) -> swiped_jpeg_findings {
    var findings = swiped_jpeg_findings()
    try check(swiped_jpeg_decode_planes(handle, file.bytes, file.count, planes, &findings))
    return findings
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

  init() {}

  init(_ header: swiped_jpeg_header) {
    (width, height) = (Int(header.width), Int(header.height))
    let (first, second, third) = header.sampling
    planarFormat = Self.format(header.colors, first, second, third)
    let across = Int(max(first.across, second.across, third.across))
    let down = Int(max(first.down, second.down, third.down))
    func size(_ sampling: swiped_jpeg_sampling) -> PlaneSize {
      PlaneSize(
        bytesPerRow: (width + 8 * across - 1) / (8 * across) * 8 * Int(sampling.across),
        rows: (height + 8 * down - 1) / (8 * down) * 8 * Int(sampling.down))
    }
    (luma, chroma) = (size(first), size(second))
  }

  private static func format(
    _ colors: swiped_jpeg_colors, _ luma: swiped_jpeg_sampling, _ chroma: swiped_jpeg_sampling, _ other: swiped_jpeg_sampling
  ) -> PixelFormat? {
    if colors == SWIPED_JPEG_GRAY { return .grey }
    guard colors == SWIPED_JPEG_YCC, chroma.across > 0, chroma.down > 0, (chroma.across, chroma.down) == (other.across, other.down),
      luma.across % chroma.across == 0, luma.down % chroma.down == 0
    else { return nil }
    return switch (luma.across / chroma.across, luma.down / chroma.down) {
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
