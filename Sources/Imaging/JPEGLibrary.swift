import CJPEG
import Product

/// The owner of libjpeg's decoder and encoder.
struct JPEGLibrary: ~Copyable {
  let handle: OpaquePointer

  /// - Throws: ``UserError`` without memory.
  init() throws(UserError) {
    guard let handle = swiped_jpeg_new() else { throw .tooLarge("cannot be decoded without more memory") }
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
  borrowing func decode(
    _ file: UnsafeRawBufferPointer, to planes: [(start: UnsafeMutablePointer<UInt8>, bytesPerRow: Int)]
  ) throws(UserError) -> swiped_jpeg_findings {
    var findings = swiped_jpeg_findings()
    var starts = planes.map { Optional($0.start) } + [nil, nil]
    let rows = planes.map(\.bytesPerRow) + [0, 0]
    try check(swiped_jpeg_decode_planes(handle, file.bytes, file.count, &starts, rows, &findings))
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

  borrowing func check(_ result: CInt) throws(UserError) {
    guard result != 0 else { return }
    let words = String(cString: swiped_jpeg_message(handle))
    throw result == SWIPED_JPEG_UNSUPPORTED.rawValue ? .unsupportedJPEG(words) : .damaged("JPEG", words)
  }
}

/// The header of a JPEG file.
struct JPEGHeader: Equatable {
  /// Size in pixels.
  var width = 0, height = 0
  /// The pixel format that the file decodes to without conversion; nil if it must be converted to RGB.
  var planarFormat: PixelFormat?
  private var samplings: [Sampling] = []

  /// How many samples a component has, in proportion to the others.
  private struct Sampling: Equatable { var across: Int, down: Int }

  init() {}

  init(_ header: swiped_jpeg_header) {
    (width, height) = (Int(header.width), Int(header.height))
    samplings = [header.sampling.0, header.sampling.1, header.sampling.2].map { Sampling(across: Int($0.across), down: Int($0.down)) }
      .filter { $0.across > 0 && $0.down > 0 }
    planarFormat = format(header.colors)
  }

  private func format(_ colors: swiped_jpeg_colors) -> PixelFormat? {
    if colors == SWIPED_JPEG_GRAY { return .grey }
    guard colors == SWIPED_JPEG_YCC, samplings.count == 3, samplings[1] == samplings[2] else { return nil }
    let (luma, chroma) = (samplings[0], samplings[1])
    guard luma.across % chroma.across == 0, luma.down % chroma.down == 0 else { return nil }
    return switch (luma.across / chroma.across, luma.down / chroma.down) {
    case (1, 1): .yuv444
    case (2, 1): .yuv422
    case (2, 2): .yuv420
    default: nil
    }
  }

  /// Bytes of a row and rows of each plane, in whole blocks of all components.
  var planes: [(bytesPerRow: Int, rows: Int)] {
    let across = samplings.map(\.across).max() ?? 1
    let down = samplings.map(\.down).max() ?? 1
    return samplings.map { ((width + 8 * across - 1) / (8 * across) * 8 * $0.across, (height + 8 * down - 1) / (8 * down) * 8 * $0.down) }
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
    if has_fill { return "zeros are in place of its data" }
    // Zeros may be valid codes. Then only those at the end are known to be none.
    let zeros = file.reversed().prefix { $0 == 0 }.count
    return lacks_end && data_end > file.count - zeros + Self.mostZeros ? "its data ends with zeros" : nil
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
