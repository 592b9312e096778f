import Imaging
import RenderedHand

/// The rendered hand as cameras see it that are mounted in every way.
struct MountedCamera {
  enum Layout: CaseIterable {
    case yuyv, nv12, yuv420, grey, rgb, jpeg
  }

  /// Size in memory, in pixels.
  private var width = HandRenderer.width, height = HandRenderer.height
  /// Row by row, three bytes per pixel.
  private var rgb: [UInt8]

  /// - Parameters:
  ///   - seconds: time since the start of the hand's script.
  ///   - rotation: how far the picture must be turned to be upright.
  init(at seconds: Double, _ rotation: FrameRotation) {
    var renderer = HandRenderer()
    renderer.render(at: seconds)
    let plane = Plane(base: renderer.bytes.baseAddress!, bytesPerRow: HandRenderer.bytesPerRow)
    rgb =
      RGBPicture(
        Frame(width: width, height: height, format: .yuyv, range: .limited, planes: (plane, nil, nil)), fitting: (width, height)
      ).bytes
    for _ in 0..<rotation.rawValue / 90 { turn() }
  }

  /// Turns the picture counterclockwise by a quarter.
  private mutating func turn() {
    var turned = [UInt8](repeating: 0, count: rgb.count)
    for y in 0..<width {
      for x in 0..<height {
        for i in 0..<3 { turned[3 * (y * height + x) + i] = rgb[3 * (x * width + width - 1 - y) + i] }
      }
    }
    (width, height, rgb) = (height, width, turned)
  }

  /// Passes the picture, as it is in memory, to `body`.
  func withFrame(_ layout: Layout, _ body: (borrowing Frame) throws -> Void) throws {
    if layout == .jpeg { return try withJPEG(body) }
    let (format, planes) = planes(layout)
    try planes.flatMap(\.bytes).withUnsafeBytes { bytes in
      var start = bytes.baseAddress!
      let planes = planes.map { plane in
        defer { start += plane.bytes.count }
        return Plane(base: start, bytesPerRow: plane.bytesPerRow)
      }
      try body(
        Frame(
          width: width, height: height, format: format, range: .full,
          planes: (planes[0], planes.count > 1 ? planes[1] : nil, planes.count > 2 ? planes[2] : nil)))
    }
  }

  private func withJPEG(_ body: (borrowing Frame) throws -> Void) throws {
    var encoder = try JPEGEncoder()
    var file: [UInt8] = []
    try withFrame(.rgb) { file = try encoder.encode(RGBPicture($0, fitting: (width, height)), quality: 100) }
    var decoder = try JPEGDecoder()
    try file.withUnsafeBytes { try decoder.withFrame(decoding: $0, body) }
  }

  private func planes(_ layout: Layout) -> (PixelFormat, [(bytes: [UInt8], bytesPerRow: Int)]) {
    let luma = plane(0, step: (1, 1))
    switch layout {
    case .rgb, .jpeg: return (.rgb24, [(rgb, 3 * width)])
    case .grey: return (.grey, [(luma, width)])
    case .yuv420:
      let (u, v) = (plane(1, step: (2, 2)), plane(2, step: (2, 2)))
      return (.yuv420, [(luma, width), (u, width / 2), (v, width / 2)])
    case .nv12:
      let pairs = zip(plane(1, step: (2, 2)), plane(2, step: (2, 2))).flatMap { [$0, $1] }
      return (.nv12, [(luma, width), (pairs, width)])
    case .yuyv:
      // Two rows have the same color too, so that the turned picture has the same colors.
      let (u, v) = (plane(1, step: (2, 2)), plane(2, step: (2, 2)))
      let pairs = (0..<width * height / 2).flatMap { pair in
        let block = pair / width * (width / 2) + pair % (width / 2)
        return [luma[2 * pair], u[block], luma[2 * pair + 1], v[block]]
      }
      return (.yuyv, [(pairs, 2 * width)])
    }
  }

  /// Means of Y, U or V (full range) over blocks of pixels.
  private func plane(_ channel: Int, step: (x: Int, y: Int)) -> [UInt8] {
    let weights: [(Float, Float, Float)] = [(0.299, 0.587, 0.114), (-0.168_736, -0.331_264, 0.5), (0.5, -0.418_688, -0.081_312)]
    let (red, green, blue) = weights[channel]
    var plane: [UInt8] = []
    plane.reserveCapacity(width / step.x * (height / step.y))
    for y in stride(from: 0, to: height, by: step.y) {
      for x in stride(from: 0, to: width, by: step.x) {
        var sum = (0, 0, 0)
        for row in y..<y + step.y {
          for column in x..<x + step.x {
            let at = 3 * (row * width + column)
            sum = (sum.0 + Int(rgb[at]), sum.1 + Int(rgb[at + 1]), sum.2 + Int(rgb[at + 2]))
          }
        }
        let value = (red * Float(sum.0) + green * Float(sum.1) + blue * Float(sum.2)) / Float(step.x * step.y)
        plane.append(UInt8(min(max((value + (channel == 0 ? 0 : 128)).rounded(), 0), 255)))
      }
    }
    return plane
  }
}
