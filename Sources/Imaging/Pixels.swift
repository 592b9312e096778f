/// A frame taken apart into three channels, whatever its layout.
struct Pixels {
  let width: Int, height: Int
  let first: Channel, second: Channel, third: Channel
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
