/// ITU-R BT.601's way from Y, U, V codes to R, G, B: what webcams and JPEG use.
struct YUVConversion {
  private let offset: Float
  private let luma: Float
  private let chroma: Float

  /// The code of black in Y; that of no colour in U and V.
  let black: Int
  static let neutral = 128

  init(_ range: ColorRange) {
    switch range {
    case .limited: (black, luma, chroma) = (16, 1 / 219, 1 / 224)
    case .full: (black, luma, chroma) = (0, 1 / 255, 1 / 255)
    }
    offset = Float(black)
  }

  /// - Returns: R, G, B in 0…1.
  @inline(__always)
  func rgb(_ y: Float, _ u: Float, _ v: Float) -> SIMD3<Float> {
    let y = (y - offset) * luma
    let u = (u - Float(Self.neutral)) * chroma
    let v = (v - Float(Self.neutral)) * chroma
    let rgb = SIMD3(y + 1.402 * v, y - 0.344_136 * u - 0.714_136 * v, y + 1.772 * u)
    return rgb.replacing(with: 0, where: rgb .< 0).replacing(with: 1, where: rgb .> 1)
  }
}
