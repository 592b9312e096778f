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
    let (origin, (across, down)) = (frame.geometry.origin, frame.geometry.steps)
    if (across, down) == (SIMD2(1, 0), SIMD2(0, 1)) {
      draw(frame, colors) { columns, rows in layout.sums(columns, rows) }
    } else {
      func codes(_ x: Int, _ y: Int) -> SIMD3<Int32> {
        let place = origin &+ across &* x &+ down &* y
        return layout.codes(place.x, place.y)
      }
      draw(frame, colors) { columns, rows in
        codes(columns.0, rows.0) &+ codes(columns.1, rows.0) &+ codes(columns.0, rows.1) &+ codes(columns.1, rows.1)
      }
    }
  }

  /// - Parameter sums: the sums of the codes of the pixels in two columns of two rows.
  @inline(__always)
  private func draw(
    _ frame: borrowing Frame, _ colors: some ColorConversion, sums: (_ columns: (Int, Int), _ rows: (Int, Int)) -> SIMD3<Int32>
  ) {
    let (lastX, lastY) = (frame.uprightWidth - 1, frame.uprightHeight - 1)
    // The pixels at a quarter and at three quarters of the step, in each direction.
    let (near, far) = (step / 4, step * 3 / 4)
    let blacks = colors.blacks
    for row in 0..<height {
      let rows = (min(row &* step &+ near, lastY), min(row &* step &+ far, lastY))
      let out = bytes + 3 &* row &* width
      for column in 0..<width {
        let sum = sums((min(column &* step &+ near, lastX), min(column &* step &+ far, lastX)), rows)
        let (red, green, blue) = colors.rgb(Float(sum.x) / 4 - blacks.0, Float(sum.y) / 4 - blacks.1, Float(sum.z) / 4 - blacks.2)
        out[3 &* column] = UInt8(red * 255 + 0.5)
        out[3 &* column &+ 1] = UInt8(green * 255 + 0.5)
        out[3 &* column &+ 2] = UInt8(blue * 255 + 0.5)
      }
    }
  }
}

extension PixelLayout {
  /// The sums of the codes of the pixels in two columns of two rows, in the frame's memory.
  @inline(__always)
  fileprivate func sums(_ columns: (Int, Int), _ rows: (Int, Int)) -> SIMD3<Int32> {
    let (a, b, c) = sums(columns.0, rows)
    // Neighbors are loaded at once.
    if columns.1 == columns.0 &+ 1 { return SIMD3(a.left &+ a.right, b.left &+ b.right, c.left &+ c.right) }
    // As in a picture that is not smaller than the frame.
    if columns.1 == columns.0 { return SIMD3(2 &* a.left, 2 &* b.left, 2 &* c.left) }
    let others = sums(columns.1, rows)
    return SIMD3(a.left &+ others.0.left, b.left &+ others.1.left, c.left &+ others.2.left)
  }

  /// Those of a pixel and of its right neighbor, each in two rows.
  @inline(__always)
  private func sums(_ x: Int, _ rows: (Int, Int)) -> (Neighbors, Neighbors, Neighbors) {
    let (upper, lower) = load(x, (upper: rows.0, lower: rows.1))
    let even = upper & 0x00ff_00ff_00ff_00ff &+ lower & 0x00ff_00ff_00ff_00ff
    let odd = upper &>> 8 & 0x00ff_00ff_00ff_00ff &+ lower &>> 8 & 0x00ff_00ff_00ff_00ff
    return Self.codes(EightBytes(even: even, odd: odd), odd: 0 &- UInt32(truncatingIfNeeded: x & 1))
  }
}
