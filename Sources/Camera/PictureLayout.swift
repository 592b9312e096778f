import CV4L2
import Imaging

/// How the pixels of a V4L2 format are to be read.
package enum PixelEncoding: Equatable, Sendable {
  /// As they lie.
  case raw(PixelFormat)
  /// Each frame is a JPEG file.
  case jpeg

  /// nil for a format that is not read here.
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

  /// nil for JPEG, where each picture says it itself.
  var pixelFormat: PixelFormat? {
    if case .raw(let format) = self { format } else { nil }
  }
}

/// Where the planes of an uncompressed picture lie in a buffer.
package struct PictureLayout: Sendable {
  package let format: PixelFormat
  package let range: ColorRange
  package let width: Int, height: Int
  /// Row distances in bytes; 0 for a plane that the format has not.
  package let bytesPerRow: (Int, Int, Int)
  /// Where planes begin, in bytes from the start of the buffer.
  package let offsets: (Int, Int, Int)
  /// A buffer with fewer bytes does not hold the picture.
  package let byteCount: Int

  /// - Parameter bytesPerLine: the first plane's row distance as the driver has it; 0 or too small means rows without a gap.
  package init(format: PixelFormat, range: ColorRange, width: Int, height: Int, bytesPerLine: Int) {
    let packed =
      switch format {
      case .yuyv: (width + 1) / 2 * 4
      case .rgb24: width * 3
      case .nv12, .yuv420, .yuv422, .yuv444, .grey: width
      }
    let first = max(bytesPerLine, packed)
    // V4L2: the chroma rows of planar formats are as long as half a luma row, padding included.
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

  /// The picture in `memory`, which holds at least `byteCount` bytes and outlives the frame.
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
  /// V4L2's rule for YUV: limited, unless the driver says otherwise or the pictures come from JPEG.
  init(_ pix: v4l2_pix_format) {
    let isFull =
      pix.quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue
      || pix.quantization == V4L2_QUANTIZATION_DEFAULT.rawValue && pix.colorspace == V4L2_COLORSPACE_JPEG.rawValue
    self = isFull ? .full : .limited
  }
}
