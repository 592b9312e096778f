/// A PNG file made for a test.
struct PNGFile {
  enum Color: UInt8 {
    case gray = 0
    case rgb = 2
    case grayAlpha = 4
    case rgba = 6
  }

  let bytes: [UInt8]

  /// - Parameters:
  ///   - depth: bits of each channel.
  ///   - rows: the bytes of each row; without any, the picture ends before its first pixel.
  ///   - exif: Exif data, before the pixels or behind them.
  init(
    width: Int, height: Int, depth: UInt8 = 8, color: Color = .gray, rows: [[UInt8]] = [], exif: [UInt8]? = nil, exifIsLast: Bool = false
  ) {
    let exif = exif.map { Self.chunk("eXIf", $0) } ?? []
    let header = Self.bytes(width) + Self.bytes(height) + [depth, color.rawValue, 0, 0, 0]
    bytes =
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Self.chunk("IHDR", header)
      + (exifIsLast ? [] : exif) + Self.chunk("IDAT", rows.isEmpty ? [] : Self.stored(rows.flatMap { [0] + $0 })) + (exifIsLast ? exif : [])
      + Self.chunk("IEND", [])
  }

  private static func bytes(_ number: some BinaryInteger) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * (3 - $0))) }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    // CRC-32 as ISO 3309 has it, bit by bit.
    let checksum = content.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return bytes(data.count) + content + bytes(~checksum)
  }

  /// A zlib stream of blocks that are stored as they are.
  private static func stored(_ content: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: content.count, by: 65_535) {
      let block = content[start..<min(start + 65_535, content.count)]
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      stream += [block.endIndex == content.count ? 1 : 0, low, high, ~low, ~high] + block
    }
    var (a, b) = (1, 0)
    for byte in content {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + bytes(b << 16 | a)
  }
}
