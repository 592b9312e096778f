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
  package static let grey = FourCC("GREY")
  package static let mjpeg = FourCC("MJPG")
  package static let jpeg = FourCC("JPEG")

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
    switch format {
    case .yuyv: self = .raw(.yuyv)
    case .nv12: self = .raw(.nv12)
    case .yuv420: self = .raw(.yuv420)
    case .yuv422: self = .raw(.yuv422)
    case .rgb24: self = .raw(.rgb24)
    case .grey: self = .raw(.grey)
    case .mjpeg, .jpeg: self = .jpeg
    default: return nil
    }
  }

  /// nil for JPEG, where each picture has its own.
  var pixelFormat: PixelFormat? {
    if case .raw(let format) = self { format } else { nil }
  }
}

/// Where the planes of an uncompressed picture lie in a buffer.
package struct BufferLayout: Sendable {
  package let format: PixelFormat
  package let range: ColorRange
  /// Size in pixels.
  package let width: Int, height: Int
  /// Distance between rows in bytes; 0 for a plane that the format does not have.
  package let bytesPerRow: (Int, Int, Int)
  /// Start of each plane, in bytes from the start of the buffer.
  package let offsets: (Int, Int, Int)
  /// Bytes of the whole picture; a buffer with fewer is incomplete.
  package let byteCount: Int

  /// - Parameter bytesPerLine: the first plane's row distance as the driver reports it; 0 or too small means rows without padding.
  package init(format: PixelFormat, range: ColorRange, width: Int, height: Int, bytesPerLine: Int) {
    let packed =
      switch format {
      case .yuyv: (width + 1) / 2 * 4
      case .rgb24: width * 3
      case .nv12, .yuv420, .yuv422, .yuv444, .grey: width
      }
    let first = max(bytesPerLine, packed)
    // V4L2: the chroma rows of planar formats are half as long as the luma rows, padding included.
    let (chromaRow, chromaRows, chromaPlanes) =
      switch format {
      case .nv12: (first, (height + 1) / 2, 1)
      case .yuv420: ((first + 1) / 2, (height + 1) / 2, 2)
      case .yuv422: ((first + 1) / 2, height, 2)
      case .yuv444: (first, height, 2)
      case .yuyv, .rgb24, .grey: (0, 0, 0)
      }
    self.format = format
    self.range = range
    self.width = width
    self.height = height
    bytesPerRow = (first, chromaRow, chromaPlanes > 1 ? chromaRow : 0)
    let second = chromaPlanes > 0 ? first * height : 0
    offsets = (0, second, chromaPlanes > 1 ? second + chromaRow * chromaRows : 0)
    byteCount = first * height + chromaRow * chromaRows * chromaPlanes
  }

  /// The picture in `memory`, which holds at least ``byteCount`` bytes and outlives the frame.
  ///
  /// - Parameters:
  ///   - sequence: the driver's frame number.
  ///   - capturedNs: when it was captured, in ns of CLOCK_MONOTONIC.
  ///   - dequeuedNs: when its buffer was dequeued, in ns of CLOCK_MONOTONIC.
  package func frame(in memory: UnsafeRawPointer, sequence: UInt64, capturedNs: UInt64, dequeuedNs: UInt64) -> Frame {
    func plane(_ offset: Int, _ bytesPerRow: Int) -> Plane? {
      bytesPerRow == 0 ? nil : Plane(base: memory + offset, bytesPerRow: bytesPerRow)
    }
    return Frame(
      width: width, height: height, format: format, range: range,
      planes: (
        Plane(base: memory, bytesPerRow: bytesPerRow.0), plane(offsets.1, bytesPerRow.1), plane(offsets.2, bytesPerRow.2)
      ),
      sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs)
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
