/// A picture to draw on: red, green and blue, 8 bits each.
public struct RGBPicture: Sendable {
  /// Size in pixels.
  public let width: Int, height: Int
  /// Row by row, three bytes per pixel.
  public private(set) var bytes: [UInt8]

  /// - Parameter bytes: row by row, three for each pixel.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == 3 * width * height, "a picture has three bytes for each pixel")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// A frame's upright picture, scaled down by the smallest integer that makes it fit. Each pixel is the mean of four of the frame's.
  public init(_ frame: borrowing Frame, fitting limit: (width: Int, height: Int)) {
    let (frameWidth, frameHeight) = (frame.uprightWidth, frame.uprightHeight)
    let step = max((frameWidth + limit.width - 1) / limit.width, (frameHeight + limit.height - 1) / limit.height, 1)
    width = max(frameWidth / step, 1)
    height = max(frameHeight / step, 1)
    let size = width * height * 3
    let (width, height) = (width, height)
    bytes = Array(unsafeUninitializedCapacity: size) { bytes, count in
      frame.read(with: Shrinking(width: width, height: height, step: step, bytes: bytes.baseAddress!))
      count = size
    }
  }

  /// Draws a filled square, clipped to the picture.
  ///
  /// - Parameters:
  ///   - x: center in pixels, like `y`.
  ///   - radius: distance from the center to the sides in pixels; 0 is one pixel.
  public mutating func dot(x: Int, y: Int, radius: Int, _ color: SIMD3<UInt8>) {
    for row in max(y - radius, 0)..<max(min(y + radius + 1, height), max(y - radius, 0)) {
      for column in max(x - radius, 0)..<max(min(x + radius + 1, width), max(x - radius, 0)) {
        let at = 3 * (row * width + column)
        (bytes[at], bytes[at + 1], bytes[at + 2]) = (color.x, color.y, color.z)
      }
    }
  }

  /// Draws a line between two places.
  public mutating func line(from a: SIMD2<Float>, to b: SIMD2<Float>, radius: Int, _ color: SIMD3<UInt8>) {
    let way = b - a
    let steps = max(Int(max(abs(way.x), abs(way.y)).rounded(.up)), 1)
    for step in 0...steps {
      let place = a + way * (Float(step) / Float(steps))
      dot(x: Int(place.x.rounded()), y: Int(place.y.rounded()), radius: radius, color)
    }
  }
}

/// Scales a frame down.
private struct Shrinking: PixelReader {
  let width: Int, height: Int, step: Int
  let bytes: UnsafeMutablePointer<UInt8>

  func read(_ frame: borrowing Frame, _ layout: some PixelLayout, _ colors: some ColorConversion) {
    let (lastX, lastY) = (frame.uprightWidth - 1, frame.uprightHeight - 1)
    let (origin, (across, down)) = (frame.geometry.origin, frame.geometry.steps)
    func codes(_ x: Int, _ y: Int) -> SIMD3<Float> {
      let place = origin &+ across &* x &+ down &* y
      return layout.codes(place.x, place.y)
    }
    // The pixels at a quarter and at three quarters of the step, in each direction.
    let (near, far) = (step / 4, step * 3 / 4)
    let blacks = SIMD3(colors.blacks.0, colors.blacks.1, colors.blacks.2)
    for row in 0..<height {
      let (top, bottom) = (min(row * step + near, lastY), min(row * step + far, lastY))
      for column in 0..<width {
        let (left, right) = (min(column * step + near, lastX), min(column * step + far, lastX))
        let sum = codes(left, top) + codes(right, top) + codes(left, bottom) + codes(right, bottom)
        let mean = sum / 4 - blacks
        let (red, green, blue) = colors.rgb(mean.x, mean.y, mean.z)
        let out = bytes + 3 * (row * width + column)
        (out[0], out[1], out[2]) = (UInt8(red * 255 + 0.5), UInt8(green * 255 + 0.5), UInt8(blue * 255 + 0.5))
      }
    }
  }
}
