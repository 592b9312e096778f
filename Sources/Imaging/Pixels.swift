/// A frame taken apart into three channels, whatever its layout.
struct Pixels {
  let width: Int, height: Int
  let first: Channel, second: Channel, third: Channel

  /// - Parameter format: the frame's own. Where it is a constant, so are the steps in the caller's innermost loop.
  @inline(__always)
  init(of frame: borrowing Frame, as format: PixelFormat) {
    (width, height) = (frame.width, frame.height)
    let (p, q, r) = frame.planes
    let (black, neutral) = (YUVConversion(frame.range).black, YUVConversion.neutral)
    (first, second, third) =
      switch format {
      case .rgb24: (.full(p, step: 3, black: 0), .full(p, first: 1, step: 3, black: 0), .full(p, first: 2, step: 3, black: 0))
      case .yuyv: (.full(p, step: 2, black: black), .halved(p, first: 1, step: 4, rows: false), .halved(p, first: 3, step: 4, rows: false))
      case .nv12: (.full(p, black: black), .halved(q, step: 2, rows: true), .halved(q, first: 1, step: 2, rows: true))
      case .yuv420: (.full(p, black: black), .halved(q, rows: true), .halved(r, rows: true))
      case .yuv422: (.full(p, black: black), .halved(q, rows: false), .halved(r, rows: false))
      case .yuv444: (.full(p, black: black), .full(q, black: neutral), .full(r, black: neutral))
      case .grey: (.full(p, black: black), .colorless, .colorless)
      }
  }
}

extension Channel {
  /// A channel with a value for every pixel.
  @inline(__always)
  static func full(_ plane: Plane, first: Int = 0, step: Int = 1, black: Int16) -> Channel {
    Channel(base: plane.base + first, step: step, bytesPerRow: plane.bytesPerRow, shiftX: 0, shiftY: 0, black: black)
  }

  /// Chroma with a value for two pixels of a row, or for four of two rows.
  @inline(__always)
  static func halved(_ plane: Plane, first: Int = 0, step: Int = 1, rows: Bool) -> Channel {
    Channel(
      base: plane.base + first, step: step, bytesPerRow: plane.bytesPerRow, shiftX: 1, shiftY: rows ? 1 : 0, black: YUVConversion.neutral)
  }

  /// The chroma that a grey picture has not: one neutral value, for every place.
  static var colorless: Channel {
    Channel(base: neutral, step: 0, bytesPerRow: 0, shiftX: 0, shiftY: 0, black: YUVConversion.neutral)
  }

  // Written once, before anyone can see it; a raw pointer does not say so.
  nonisolated(unsafe) private static let neutral: UnsafeRawPointer = {
    let byte = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    byte.storeBytes(of: UInt8(YUVConversion.neutral), as: UInt8.self)
    return UnsafeRawPointer(byte)
  }()
}
