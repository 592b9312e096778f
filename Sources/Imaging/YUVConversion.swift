/// How three channels' codes become R, G, B in 0…1.
protocol ColorConversion {
  /// The codes of black.
  var blacks: (Float, Float, Float) { get }

  /// - Parameter a: a code, over that of black, as `b` and `c`.
  func rgb(_ a: Float, _ b: Float, _ c: Float) -> (Float, Float, Float)
}

/// Codes that are R, G, B already.
struct RGBConversion: ColorConversion {
  let blacks: (Float, Float, Float) = (0, 0, 0)

  @inline(__always)
  func rgb(_ r: Float, _ g: Float, _ b: Float) -> (Float, Float, Float) {
    (r * (1 / 255), g * (1 / 255), b * (1 / 255))
  }
}

/// ITU-R BT.601's way from Y, U, V codes to R, G, B: what webcams and JPEG use.
struct YUVConversion: ColorConversion {
  private let luma: Float
  private let chroma: Float

  /// The code of black in Y; that of no colour in U and V.
  let black: Int16
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
