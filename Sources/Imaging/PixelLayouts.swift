/// R G B R G B.
struct RGBLayout: PixelLayout {
  private let plane: BoundedPlane

  @inline(__always)
  init(_ frame: borrowing Frame) {
    plane = BoundedPlane(frame.planes.0, rows: frame.height, rowBytes: 3 &* frame.width)
  }

  @inline(__always)
  func load(_ x: Int, _ rows: (upper: Int, lower: Int)) -> (upper: UInt64, lower: UInt64) { plane.load(UInt64.self, 3 &* x, rows) }

  @inline(__always)
  static func codes(_ bytes: EightBytes, odd: UInt32) -> (Neighbors, Neighbors, Neighbors) {
    (Neighbors(bytes.byte0, bytes.byte3), Neighbors(bytes.byte1, bytes.byte4), Neighbors(bytes.byte2, bytes.byte5))
  }
}

/// B G R x B G R x.
struct BGRXLayout: PixelLayout {
  private let plane: BoundedPlane

  @inline(__always)
  init(_ frame: borrowing Frame) {
    plane = BoundedPlane(frame.planes.0, rows: frame.height, rowBytes: 4 &* frame.width)
  }

  @inline(__always)
  func load(_ x: Int, _ rows: (upper: Int, lower: Int)) -> (upper: UInt64, lower: UInt64) { plane.load(UInt64.self, 4 &* x, rows) }

  @inline(__always)
  static func codes(_ bytes: EightBytes, odd: UInt32) -> (Neighbors, Neighbors, Neighbors) {
    (Neighbors(bytes.byte2, bytes.byte6), Neighbors(bytes.byte1, bytes.byte5), Neighbors(bytes.byte0, bytes.byte4))
  }
}

/// Y0 U0 Y1 V0 Y2 U1 Y3 V1, starting at an even pixel.
struct YUYVLayout: PixelLayout {
  private let plane: BoundedPlane

  @inline(__always)
  init(_ frame: borrowing Frame) {
    plane = BoundedPlane(frame.planes.0, rows: frame.height, rowBytes: 4 &* ((frame.width &+ 1) &>> 1))
  }

  @inline(__always)
  func load(_ x: Int, _ rows: (upper: Int, lower: Int)) -> (upper: UInt64, lower: UInt64) {
    plane.load(UInt64.self, 4 &* (x &>> 1), rows)
  }

  @inline(__always)
  static func codes(_ bytes: EightBytes, odd: UInt32) -> (Neighbors, Neighbors, Neighbors) {
    (
      Neighbors(odd.choose(bytes.byte2, bytes.byte0), odd.choose(bytes.byte4, bytes.byte2)),
      Neighbors(bytes.byte1, odd.choose(bytes.byte5, bytes.byte1)), Neighbors(bytes.byte3, odd.choose(bytes.byte7, bytes.byte3))
    )
  }
}

/// Y0 Y1 in one plane, U0 V0 U1 V1 in another.
struct NV12Layout: PixelLayout {
  private let luma: BoundedPlane, chroma: BoundedPlane

  @inline(__always)
  init(_ frame: borrowing Frame) {
    luma = BoundedPlane(frame.planes.0, rows: frame.height, rowBytes: frame.width)
    chroma = BoundedPlane(frame.planes.1, rows: (frame.height &+ 1) &>> 1, rowBytes: 2 &* ((frame.width &+ 1) &>> 1))
  }

  @inline(__always)
  func load(_ x: Int, _ rows: (upper: Int, lower: Int)) -> (upper: UInt64, lower: UInt64) {
    let y = luma.load(UInt16.self, x, rows)
    let uv = chroma.load(UInt32.self, 2 &* (x &>> 1), (rows.upper &>> 1, rows.lower &>> 1))
    return (y.upper | uv.upper &<< 32, y.lower | uv.lower &<< 32)
  }

  @inline(__always)
  static func codes(_ bytes: EightBytes, odd: UInt32) -> (Neighbors, Neighbors, Neighbors) {
    (
      Neighbors(bytes.byte0, bytes.byte1), Neighbors(bytes.byte4, odd.choose(bytes.byte6, bytes.byte4)),
      Neighbors(bytes.byte5, odd.choose(bytes.byte7, bytes.byte5))
    )
  }
}

/// Y0 Y1, U0 U1 and V0 V1 in one plane each; two pixels of a row share a code of U and V.
struct HalvedLayout: PixelLayout {
  private let luma: BoundedPlane, u: BoundedPlane, v: BoundedPlane
  /// 1 if two rows share a row of U and V, else 0.
  private let shift: Int

  @inline(__always)
  init(_ frame: borrowing Frame, rowShift: Int) {
    let (rows, rowBytes) = ((frame.height &+ rowShift) &>> rowShift, (frame.width &+ 1) &>> 1)
    luma = BoundedPlane(frame.planes.0, rows: frame.height, rowBytes: frame.width)
    u = BoundedPlane(frame.planes.1, rows: rows, rowBytes: rowBytes)
    v = BoundedPlane(frame.planes.2, rows: rows, rowBytes: rowBytes)
    shift = rowShift
  }

  @inline(__always)
  func load(_ x: Int, _ rows: (upper: Int, lower: Int)) -> (upper: UInt64, lower: UInt64) {
    let y = luma.load(UInt16.self, x, rows)
    let rows = (rows.upper &>> shift, rows.lower &>> shift)
    let (u, v) = (u.load(UInt16.self, x &>> 1, rows), v.load(UInt16.self, x &>> 1, rows))
    return (y.upper | u.upper &<< 32 | v.upper &<< 48, y.lower | u.lower &<< 32 | v.lower &<< 48)
  }

  @inline(__always)
  static func codes(_ bytes: EightBytes, odd: UInt32) -> (Neighbors, Neighbors, Neighbors) {
    (
      Neighbors(bytes.byte0, bytes.byte1), Neighbors(bytes.byte4, odd.choose(bytes.byte5, bytes.byte4)),
      Neighbors(bytes.byte6, odd.choose(bytes.byte7, bytes.byte6))
    )
  }
}

/// Y0 Y1, U0 U1 and V0 V1 in one plane each, all of the picture's size.
struct FullLayout: PixelLayout {
  private let luma: BoundedPlane, u: BoundedPlane, v: BoundedPlane

  @inline(__always)
  init(_ frame: borrowing Frame) {
    luma = BoundedPlane(frame.planes.0, rows: frame.height, rowBytes: frame.width)
    u = BoundedPlane(frame.planes.1, rows: frame.height, rowBytes: frame.width)
    v = BoundedPlane(frame.planes.2, rows: frame.height, rowBytes: frame.width)
  }

  @inline(__always)
  func load(_ x: Int, _ rows: (upper: Int, lower: Int)) -> (upper: UInt64, lower: UInt64) {
    let (y, u, v) = (luma.load(UInt16.self, x, rows), u.load(UInt16.self, x, rows), v.load(UInt16.self, x, rows))
    return (y.upper | u.upper &<< 32 | v.upper &<< 48, y.lower | u.lower &<< 32 | v.lower &<< 48)
  }

  @inline(__always)
  static func codes(_ bytes: EightBytes, odd: UInt32) -> (Neighbors, Neighbors, Neighbors) {
    (Neighbors(bytes.byte0, bytes.byte1), Neighbors(bytes.byte4, bytes.byte5), Neighbors(bytes.byte6, bytes.byte7))
  }
}

/// Y0 Y1, without color.
struct GreyLayout: PixelLayout {
  private let luma: BoundedPlane

  @inline(__always)
  init(_ frame: borrowing Frame) {
    luma = BoundedPlane(frame.planes.0, rows: frame.height, rowBytes: frame.width)
  }

  @inline(__always)
  func load(_ x: Int, _ rows: (upper: Int, lower: Int)) -> (upper: UInt64, lower: UInt64) {
    let neutral = UInt64(YUVConversion.neutral) &<< 32
    let y = luma.load(UInt16.self, x, rows)
    return (y.upper | neutral, y.lower | neutral)
  }

  @inline(__always)
  static func codes(_ bytes: EightBytes, odd: UInt32) -> (Neighbors, Neighbors, Neighbors) {
    let neutral = Neighbors(bytes.byte4, bytes.byte4)
    return (Neighbors(bytes.byte0, bytes.byte1), neutral, neutral)
  }
}
