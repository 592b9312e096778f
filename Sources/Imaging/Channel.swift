/// One colour channel of a frame: bytes at regular steps, perhaps at half the frame's resolution.
struct Channel {
  let base: UnsafeRawPointer
  /// Bytes from one value to the next, and from one row to the next.
  let step: Int, bytesPerRow: Int
  /// Values in a row, and rows.
  let width: Int, height: Int
  /// A pixel's value is at its own place, halved so often.
  let shiftX: Int, shiftY: Int
  /// The code that the channel has where the picture is black.
  let black: Int

  @inline(__always)
  func tap(_ x: Int, _ y: Int) -> Int {
    Int(base.load(fromByteOffset: y &* bytesPerRow &+ x &* step, as: UInt8.self))
  }

  /// The code at a place of the frame: bilinear between the four pixels around it, rounded to the nearest.
  ///
  /// Pixels that share a value each have it whole, as in the RGB that OpenCV and ffmpeg make of a frame and MediaPipe is given.
  /// Interpolating between shared values is truer to the scene, and moves landmarks away from MediaPipe's.
  @inline(__always)
  func value<Edge: BorderRule>(_ at: GridPlace, _: Edge.Type) -> Int {
    let pixelX = at.x &>> 5
    let pixelY = at.y &>> 5
    let right = at.x & 31
    let lower = at.y & 31
    let x = pixelX &>> shiftX
    let y = pixelY &>> shiftY
    let nextX = (pixelX &+ 1) &>> shiftX
    let nextY = (pixelY &+ 1) &>> shiftY
    let (a, b, c, d): (Int, Int, Int, Int)
    if x >= 0 && y >= 0 && nextX < width && nextY < height {
      a = tap(x, y)
      b = tap(nextX, y)
      c = tap(x, nextY)
      d = tap(nextX, nextY)
    } else {
      a = Edge.tap(self, x, y)
      b = Edge.tap(self, nextX, y)
      c = Edge.tap(self, x, nextY)
      d = Edge.tap(self, nextX, nextY)
    }
    let top = a &* (32 &- right) &+ b &* right
    let bottom = c &* (32 &- right) &+ d &* right
    return (top &* (32 &- lower) &+ bottom &* lower &+ 512) &>> 10
  }
}

/// What a value outside of a channel is.
protocol BorderRule {
  static func tap(_ channel: Channel, _ x: Int, _ y: Int) -> Int
}

enum Replicated: BorderRule {
  @inline(__always)
  static func tap(_ channel: Channel, _ x: Int, _ y: Int) -> Int {
    channel.tap(min(max(x, 0), channel.width &- 1), min(max(y, 0), channel.height &- 1))
  }
}

enum Zero: BorderRule {
  @inline(__always)
  static func tap(_ channel: Channel, _ x: Int, _ y: Int) -> Int {
    x >= 0 && y >= 0 && x < channel.width && y < channel.height ? channel.tap(x, y) : channel.black
  }
}
