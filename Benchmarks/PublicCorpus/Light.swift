import Corpus
import Imaging

/// The light of a picture, and its camera: the renderer has one of each.
enum Light: String, CaseIterable {
  case even, dim, bright, side, warm, noisy

  /// The factors of red, green and blue.
  private var gain: SIMD3<Float> {
    switch self {
    case .even, .side, .noisy: [1, 1, 1]
    case .dim: [0.42, 0.42, 0.44]
    case .bright: [1.3, 1.3, 1.28]
    case .warm: [1.1, 0.92, 0.68]
    }
  }

  /// How much less light there is at the right edge, as a part of that at the left.
  private var falloff: Float { self == .side ? 0.65 : 0 }

  /// Standard deviation of the noise in codes.
  private var noise: Float {
    switch self {
    case .noisy: 7
    case .dim: 3
    default: 0
    }
  }

  func cast(on picture: RGBPicture, _ generator: inout SeededGenerator) -> RGBPicture {
    var bytes = picture.bytes
    for pixel in 0..<picture.width * picture.height {
      let across = Float(pixel % picture.width) / Float(picture.width)
      let light = gain * (1 - falloff * across)
      let grain = noise == 0 ? 0 : noise * generator.normal()
      for color in 0..<3 {
        let code = Float(bytes[3 * pixel + color]) * light[color] + grain
        bytes[3 * pixel + color] = UInt8(min(max(code, 0), 255).rounded())
      }
    }
    return RGBPicture(width: picture.width, height: picture.height, bytes: bytes)
  }
}
