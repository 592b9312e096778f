import CPipeWire
import CV4L2
import Imaging

/// V4L2's four-character code of a pixel format: `YUYV`, `MJPG`.
package struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The characters, the first in the lowest byte.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameter text: four ASCII characters.
  package init(_ text: StaticString) {
    precondition(text.utf8CodeUnitCount == 4, "a four-character code has four characters")
    rawValue = text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// The characters, with `?` for each control character. The highest bit, V4L2's mark of big-endian formats, is left out.
  package var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) & 0x7f }
    return String(decoding: bytes.map { $0 < 0x20 ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
  }

  package static let yuyv = FourCC("YUYV")
  package static let nv12 = FourCC("NV12")
  package static let yuv420 = FourCC("YU12")
  package static let yuv422 = FourCC("422P")
  package static let rgb24 = FourCC("RGB3")
  package static let bgrx = FourCC("XR24")
  package static let grey = FourCC("GREY")
  package static let mjpeg = FourCC("MJPG")
  package static let jpeg = FourCC("JPEG")

  /// The uncompressed formats that can be read, with their codes of V4L2 and of PipeWire. A stream of PipeWire asks for them in this order.
  static let uncompressed: [(code: FourCC, pixels: PixelFormat, spa: spa_video_format)] = [
    (.yuyv, .yuyv, SPA_VIDEO_FORMAT_YUY2), (.nv12, .nv12, SPA_VIDEO_FORMAT_NV12), (.yuv420, .yuv420, SPA_VIDEO_FORMAT_I420),
    (.bgrx, .bgrx, SPA_VIDEO_FORMAT_BGRx), (.rgb24, .rgb24, SPA_VIDEO_FORMAT_RGB), (.yuv422, .yuv422, SPA_VIDEO_FORMAT_Y42B),
    (.grey, .grey, SPA_VIDEO_FORMAT_GRAY8),
  ]

  /// Whether it is what a sensor gives, one color for each pixel (Bayer).
  package var isRaw: Bool { Self.raw.contains(self) }

  private static let raw: Set<FourCC> = Set(
    """
    BA81 GBRG GRBG RGGB BG10 GB10 BA10 RG10 pBAA pGAA pgAA pRAA aBA8 aGA8 agA8 aRA8 bBA8 bGA8 BD10 bRA8 BG12 GB12 BA12 RG12 pBCC pGCC pgCC \
    pRCC BG14 GB14 GR14 RG14 pBEE pGEE pgEE pREE BYR2 GB16 GR16 RG16 ip3b ip3g ip3G ip3r
    """.split(separator: " ").map { FourCC(rawValue: $0.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }) })

  /// Whether it has luma alone, of 8 to 16 bits: the formats of infrared cameras.
  package var isLumaOnly: Bool { Self.lumaOnly.contains(self) }

  private static let lumaOnly: Set<FourCC> = [
    .grey, FourCC("Y8I "), FourCC("Y10 "), FourCC("Y12 "), FourCC("Y12I"), FourCC("Y16 "), FourCC("L8_I"),
  ]
}

/// How to read the pictures of a V4L2 format.
package enum PixelEncoding: Equatable, Sendable {
  /// As uncompressed pixels.
  case raw(PixelFormat)
  /// As one JPEG file per frame.
  case jpeg

  /// Returns nil for a format that is not supported.
  package init?(_ format: FourCC) {
    if [.mjpeg, .jpeg].contains(format) {
      self = .jpeg
    } else if let pixels = FourCC.uncompressed.first(where: { $0.code == format })?.pixels {
      self = .raw(pixels)
    } else {
      return nil
    }
  }

  /// nil for JPEG, where each picture has its own.
  var pixelFormat: PixelFormat? {
    if case .raw(let format) = self { format } else { nil }
  }
}

extension ColorRange {
  /// V4L2's rule for YUV: limited, unless the driver reports full range, or JPEG's color space without a range.
  init(_ pix: v4l2_pix_format) {
    let isFull =
      pix.quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue
      || pix.quantization == V4L2_QUANTIZATION_DEFAULT.rawValue && pix.colorspace == V4L2_COLORSPACE_JPEG.rawValue
    self = isFull ? .full : .limited
  }
}
