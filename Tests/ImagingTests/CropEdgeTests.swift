import Foundation
import Imaging
import Testing

/// Compares every layout with the formula for each single pixel, in frames that end with their memory.
@Suite("A crop at the edges of a frame")
struct CropEdgeTests {
  /// Smaller than what is read at once, odd, and larger than a run of columns.
  static let sizes = [(1, 1), (1, 4), (4, 1), (2, 2), (3, 5), (5, 3), (7, 2), (8, 8), (37, 29)]
  static let turns: [Float] = [0, 0.4, .pi / 2, 2.2, .pi, -1.9, -.pi / 2, -0.3]

  @Test(
    "is identical to the formula's, in every layout and at every angle", arguments: PixelFormat.allCases, [Border.replicate, .zero])
  func formula(format: PixelFormat, border: Border) {
    var different = 0
    for (width, height) in Self.sizes {
      for padding in [0, 5] {
        let picture = TestPicture.noise(format, width, height, padding: padding)
        for turn in Self.turns {
          for region in Self.regions(width, height, turn) {
            let side = 31
            let crop = picture.crop(region, side: side, border: border)
            if crop != Self.expected(picture, region, side, border) { different += 1 }
          }
        }
      }
    }
    #expect(different == 0)
  }

  /// The whole picture and more, and each of its corners from near.
  private static func regions(_ width: Int, _ height: Int, _ turn: Float) -> [RotatedRegion] {
    let (right, bottom) = (Float(width) - 1, Float(height) - 1)
    let size = Float(max(width, height)) * 1.7
    let corners: [(Float, Float)] = [(0, 0), (right, 0), (0, bottom), (right, bottom)]
    return [RotatedRegion(centerX: right / 2, centerY: bottom / 2, width: size, height: size, rotation: turn)]
      + corners.map { RotatedRegion(centerX: $0.0, centerY: $0.1, width: 3.3, height: 2.9, rotation: turn) }
  }

  private static func expected(_ picture: TestPicture, _ region: RotatedRegion, _ side: Int, _ border: Border) -> [Float] {
    let turn = Double(region.rotation)
    let across = SIMD2(cos(turn), sin(turn)) * (Double(region.width) / Double(side) * 32)
    let down = SIMD2(-sin(turn), cos(turn)) * (Double(region.height) / Double(side) * 32)
    let origin = SIMD2(Double(region.centerX), Double(region.centerY)) * 32 - (across + down) * (Double(side) / 2)
    var values: [Float] = []
    for row in 0..<side {
      for column in 0..<side {
        let place = origin + Double(row) * down + Double(column) * across
        let (x, y) = (Int(place.x.rounded(.toNearestOrEven)), Int(place.y.rounded(.toNearestOrEven)))
        let codes = (0..<3).map { channel in
          func code(_ x: Int, _ y: Int) -> Int {
            if border == .zero && !(0..<picture.width ~= x && 0..<picture.height ~= y) { return picture.black(channel) }
            return picture.code(channel, min(max(x, 0), picture.width - 1), min(max(y, 0), picture.height - 1))
          }
          let (left, upper, a, b) = (x >> 5, y >> 5, x & 31, y & 31)
          let top = code(left, upper) * (32 - a) + code(left + 1, upper) * a
          let bottom = code(left, upper + 1) * (32 - a) + code(left + 1, upper + 1) * a
          return Float((top * (32 - b) + bottom * b + 512) >> 10)
        }
        values += picture.color(codes).map { $0 * 255 }
      }
    }
    return values
  }
}

extension TestPicture {
  /// Random codes. Rows are `padding` bytes apart, and the memory ends after the last one.
  fileprivate static func noise(_ format: PixelFormat, _ width: Int, _ height: Int, padding: Int) -> TestPicture {
    let sizes = format.planes(width: width, height: height)
    var state: UInt64 = 1
    func byte() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
    return TestPicture(
      width: width, height: height, format: format, range: .limited,
      planes: sizes.map { bytes, rows in (0..<(rows - 1) * (bytes + padding) + bytes).map { _ in byte() } },
      strides: sizes.map { $0.0 + padding })
  }

  fileprivate func code(_ channel: Int, _ x: Int, _ y: Int) -> Int {
    let (plane, column, row) =
      switch (format, channel) {
      case (.rgb24, _): (0, 3 * x + channel, y)
      case (.bgrx, _): (0, 4 * x + 2 - channel, y)
      case (.yuyv, 0): (0, 2 * x, y)
      case (.yuyv, _): (0, x / 2 * 4 + 2 * channel - 1, y)
      case (_, 0): (0, x, y)
      case (.nv12, _): (1, x / 2 * 2 + channel - 1, y / 2)
      case (.yuv420, _): (channel, x / 2, y / 2)
      case (.yuv422, _): (channel, x / 2, y)
      default: (channel, x, y)
      }
    return format == .grey && channel > 0 ? 128 : Int(planes[plane][row * strides[plane] + column])
  }

  fileprivate func black(_ channel: Int) -> Int { !format.isYUV ? 0 : channel == 0 ? 16 : 128 }

  /// R, G, B in 0…1, by BT.601 where the codes are Y, U, V.
  fileprivate func color(_ codes: [Float]) -> [Float] {
    if !format.isYUV { return codes.map { $0 * (1 / 255) } }
    let (y, u, v) = ((codes[0] - 16) * (1 / 219), (codes[1] - 128) * (1 / 224), (codes[2] - 128) * (1 / 224))
    return [y + 1.402 * v, y - 0.344_136 * u - 0.714_136 * v, y + 1.772 * u].map { min(max($0, 0), 1) }
  }
}
