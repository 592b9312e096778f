/// One colour channel of a frame: bytes at regular steps, perhaps at half the frame's resolution.
struct Channel {
  let base: UnsafeRawPointer
  /// Bytes from one value to the next, and from one row to the next.
  let step: Int, bytesPerRow: Int
  /// Values in a row, and rows.
  let width: Int, height: Int
  /// Place of a value = scale × place in the frame + offset.
  let scale: SIMD2<Float>, offset: SIMD2<Float>
  /// What the channel holds where the picture is black.
  let black: Float

  @inline(__always)
  func tap(_ x: Int, _ y: Int) -> Float {
    Float(base.load(fromByteOffset: y &* bytesPerRow &+ x &* step, as: UInt8.self))
  }

  /// The value at a place of the frame, bilinear between its four neighbours.
  @inline(__always)
  func value<Edge: BorderRule>(_ at: SIMD2<Float>, _: Edge.Type) -> Float {
    let place = at * scale + offset
    let low = place.rounded(.down)
    let part = place - low
    let x = Int(low.x)
    let y = Int(low.y)
    let (a, b, c, d): (Float, Float, Float, Float)
    if x >= 0 && y >= 0 && x < width &- 1 && y < height &- 1 {
      let offset = y &* bytesPerRow &+ x &* step
      let corner = base + offset
      a = Float(corner.load(as: UInt8.self))
      b = Float((corner + step).load(as: UInt8.self))
      c = Float((corner + bytesPerRow).load(as: UInt8.self))
      d = Float((corner + bytesPerRow + step).load(as: UInt8.self))
    } else {
      a = Edge.tap(self, x, y)
      b = Edge.tap(self, x &+ 1, y)
      c = Edge.tap(self, x, y &+ 1)
      d = Edge.tap(self, x &+ 1, y &+ 1)
    }
    let top = a + (b - a) * part.x
    let bottom = c + (d - c) * part.x
    return top + (bottom - top) * part.y
  }
}

/// What a value outside of a channel is.
protocol BorderRule {
  static func tap(_ channel: Channel, _ x: Int, _ y: Int) -> Float
}

enum Replicated: BorderRule {
  @inline(__always)
  static func tap(_ channel: Channel, _ x: Int, _ y: Int) -> Float {
    channel.tap(min(max(x, 0), channel.width &- 1), min(max(y, 0), channel.height &- 1))
  }
}

enum Zero: BorderRule {
  @inline(__always)
  static func tap(_ channel: Channel, _ x: Int, _ y: Int) -> Float {
    x >= 0 && y >= 0 && x < channel.width && y < channel.height ? channel.tap(x, y) : channel.black
  }
}

/// A frame taken apart into three channels, whatever its layout.
struct Pixels {
  enum Colors { case rgb, yuv }

  let colors: Colors
  let first: Channel, second: Channel, third: Channel
  let conversion: YUVConversion

  init(of frame: borrowing Frame) {
    let width = frame.width
    let height = frame.height
    let (p, q, r) = frame.planes
    let conversion = YUVConversion(frame.range)
    let black = conversion.black
    func channel(
      _ plane: Plane, _ first: Int, step: Int, halved: (x: Bool, y: Bool) = (false, false), offset: SIMD2<Float> = .zero, black: Float
    ) -> Channel {
      Channel(
        base: plane.base + first, step: step, bytesPerRow: plane.bytesPerRow, width: halved.x ? (width + 1) / 2 : width,
        height: halved.y ? (height + 1) / 2 : height, scale: SIMD2(halved.x ? 0.5 : 1, halved.y ? 0.5 : 1), offset: offset, black: black)
    }
    // JPEG's chroma sits between two pixels, a camera's or a video file's on the left one; in height always between two rows.
    let left: Float = frame.range == .full ? -0.25 : 0
    colors = frame.format == .rgb24 ? .rgb : .yuv
    self.conversion = conversion
    switch frame.format {
    case .rgb24:
      first = channel(p, 0, step: 3, black: 0)
      second = channel(p, 1, step: 3, black: 0)
      third = channel(p, 2, step: 3, black: 0)
    case .yuyv:
      first = channel(p, 0, step: 2, black: black.x)
      second = channel(p, 1, step: 4, halved: (true, false), black: black.y)
      third = channel(p, 3, step: 4, halved: (true, false), black: black.z)
    case .nv12:
      first = channel(p, 0, step: 1, black: black.x)
      second = channel(q, 0, step: 2, halved: (true, true), offset: SIMD2(0, -0.25), black: black.y)
      third = channel(q, 1, step: 2, halved: (true, true), offset: SIMD2(0, -0.25), black: black.z)
    case .yuv420:
      first = channel(p, 0, step: 1, black: black.x)
      second = channel(q, 0, step: 1, halved: (true, true), offset: SIMD2(left, -0.25), black: black.y)
      third = channel(r, 0, step: 1, halved: (true, true), offset: SIMD2(left, -0.25), black: black.z)
    case .yuv422:
      first = channel(p, 0, step: 1, black: black.x)
      second = channel(q, 0, step: 1, halved: (true, false), offset: SIMD2(left, 0), black: black.y)
      third = channel(r, 0, step: 1, halved: (true, false), offset: SIMD2(left, 0), black: black.z)
    case .yuv444:
      first = channel(p, 0, step: 1, black: black.x)
      second = channel(q, 0, step: 1, black: black.y)
      third = channel(r, 0, step: 1, black: black.z)
    case .grey:
      first = channel(p, 0, step: 1, black: black.x)
      second = .constant(128)
      third = .constant(128)
    }
  }
}

extension Channel {
  /// A channel that holds one value everywhere: the colour that a grey picture has not.
  static func constant(_ value: Float) -> Channel {
    Channel(base: neutral, step: 0, bytesPerRow: 0, width: 1, height: 1, scale: .zero, offset: .zero, black: value)
  }

  /// One byte of neutral chroma, for the life of the process.
  nonisolated(unsafe) private static let neutral: UnsafeRawPointer = {
    let byte = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    byte.storeBytes(of: 128, as: UInt8.self)
    return UnsafeRawPointer(byte)
  }()
}
