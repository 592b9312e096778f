/// V4L2's four-character code of a pixel format: `YUYV`, `MJPG`.
package struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The characters, first one in the lowest byte.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameter text: four ASCII characters.
  package init(_ text: StaticString) {
    precondition(text.utf8CodeUnitCount == 4, "a four-character code has four characters")
    rawValue = text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  package var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) & 0x7f }
    return String(decoding: bytes.map { $0 < 0x20 ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
  }

  package static let yuyv = FourCC("YUYV")
  package static let nv12 = FourCC("NV12")
  package static let yuv420 = FourCC("YU12")
  package static let yuv422 = FourCC("422P")
  package static let rgb24 = FourCC("RGB3")
  package static let grey = FourCC("GREY")
  package static let mjpeg = FourCC("MJPG")
  package static let jpeg = FourCC("JPEG")

  /// Luma of 8 to 16 bits, alone or interleaved: what an infrared camera delivers.
  package var isLuma: Bool { Self.lumaOnly.contains(self) }

  private static let lumaOnly: Set<FourCC> = [
    .grey, FourCC("Y8I "), FourCC("Y10 "), FourCC("Y12 "), FourCC("Y12I"), FourCC("Y16 "), FourCC("L8_I"),
  ]
}
