/// The layout of a frame's bytes in memory, named after V4L2's four-character codes.
public enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  /// Packed 4:2:2: Y0 U Y1 V, two pixels in four bytes. One plane.
  case yuyv
  /// 4:2:0: a plane of Y, then a plane of interleaved U and V.
  case nv12
  /// 4:2:0 in three planes: Y, U, V.
  case yuv420
  /// 4:2:2 in three planes: Y, U, V.
  case yuv422
  /// 4:4:4 in three planes: Y, U, V.
  case yuv444
  /// Luma only. One plane.
  case grey
  /// Packed R, G, B, three bytes per pixel. One plane.
  case rgb24
  /// Packed B, G, R and a byte without meaning, four bytes per pixel. One plane.
  case bgrx
}

extension PixelFormat {
  /// What a plane holds: one value of some bytes for each pixel, or for a block of pixels, whose sides are powers of two.
  package struct Plane {
    /// Bytes of a value.
    package let bytes: Int
    /// Of the width and the height of the block in pixels, the exponents.
    private let columnShift: Int, rowShift: Int

    fileprivate init(_ bytes: Int, columnShift: Int = 0, rowShift: Int = 0) {
      (self.bytes, self.columnShift, self.rowShift) = (bytes, columnShift, rowShift)
    }

    /// The bytes of a row without padding.
    package func rowBytes(width: Int) -> Int { bytes * ((width + (1 << columnShift) - 1) >> columnShift) }

    package func rows(height: Int) -> Int { (height + (1 << rowShift) - 1) >> rowShift }

    /// Where the value of a pixel begins, in bytes.
    ///
    /// - Parameter bytesPerRow: the distance between rows.
    package func offset(x: Int, y: Int, bytesPerRow: Int) -> Int { (y >> rowShift) * bytesPerRow + bytes * (x >> columnShift) }

    /// The distance between rows, in bytes, that follows from that of the first plane, of which a pixel is a byte, as in V4L2.
    package func bytesPerRow(ofFirst first: Int) -> Int { (bytes * first + (1 << columnShift) - 1) >> columnShift }
  }

  /// The number of planes.
  package var planeCount: Int {
    switch self {
    case .yuyv, .grey, .rgb24, .bgrx: 1
    case .nv12: 2
    case .yuv420, .yuv422, .yuv444: 3
    }
  }

  /// - Parameter index: below ``planeCount``.
  package func plane(_ index: Int) -> Plane {
    switch (self, index) {
    case (.yuyv, _): Plane(4, columnShift: 1)
    case (.rgb24, _): Plane(3)
    case (.bgrx, _): Plane(4)
    case (.nv12, 1): Plane(2, columnShift: 1, rowShift: 1)
    case (.yuv420, 1...): Plane(1, columnShift: 1, rowShift: 1)
    case (.yuv422, 1...): Plane(1, columnShift: 1)
    case (.nv12, _), (.yuv420, _), (.yuv422, _), (.yuv444, _), (.grey, _): Plane(1)
    }
  }

  /// The planes of a picture, in the order of memory.
  ///
  /// - Parameter bytesPerLine: the distance of the first plane's rows; too few bytes for a row, such as 0, mean rows without padding. As
  ///   in V4L2, the padding of chroma rows follows from it.
  package func planes(width: Int, height: Int, bytesPerLine: Int = 0) -> [(bytesPerRow: Int, rows: Int)] {
    let first = max(bytesPerLine, plane(0).rowBytes(width: width))
    return (0..<planeCount).map { index in
      let plane = plane(index)
      let row = index == 0 ? first : max(plane.bytesPerRow(ofFirst: first), plane.rowBytes(width: width))
      return (row, plane.rows(height: height))
    }
  }
}

/// The codes of black and white in a luma plane.
public enum ColorRange: Sendable, Hashable {
  /// 16…235, as in cameras and video files.
  case limited
  /// 0…255, as in JPEG.
  case full
}

/// The conversion of three channels' codes to R, G, B in 0…1.
protocol ColorConversion {
  /// The codes of black.
  var blacks: (Float, Float, Float) { get }

  /// - Parameter a: code minus the code of black, like `b` and `c`.
  func rgb(_ a: Float, _ b: Float, _ c: Float) -> (Float, Float, Float)
}

/// The conversion of codes that are R, G, B already.
struct RGBConversion: ColorConversion {
  let blacks: (Float, Float, Float) = (0, 0, 0)

  @inline(__always)
  func rgb(_ r: Float, _ g: Float, _ b: Float) -> (Float, Float, Float) {
    (r * (1 / 255), g * (1 / 255), b * (1 / 255))
  }
}

/// The conversion of Y, U, V to R, G, B by ITU-R BT.601, which webcams and JPEG use.
struct YUVConversion: ColorConversion {
  private let luma: Float
  private let chroma: Float

  /// The code of black in Y.
  let black: Int16
  /// The code of no color in U and V.
  static let neutral: Int16 = 128
  let blacks: (Float, Float, Float)

  init(_ range: ColorRange) {
    switch range {
    case .limited: (black, luma, chroma) = (16, 1 / 219, 1 / 224)
    case .full: (black, luma, chroma) = (0, 1 / 255, 1 / 255)
    }
    blacks = (Float(black), Float(Self.neutral), Float(Self.neutral))
  }

  @inline(__always)
  func rgb(_ y: Float, _ u: Float, _ v: Float) -> (Float, Float, Float) {
    let y = y * luma
    let u = u * chroma
    let v = v * chroma
    func clamped(_ x: Float) -> Float { x < 0 ? 0 : x > 1 ? 1 : x }
    return (clamped(y + 1.402 * v), clamped(y - 0.344_136 * u - 0.714_136 * v), clamped(y + 1.772 * u))
  }
}
