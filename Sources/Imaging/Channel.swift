/// One colour channel of a frame: bytes at regular steps, perhaps at half the frame's resolution.
struct Channel {
  let base: UnsafeRawPointer
  /// Bytes from one value to the next, and from one row to the next.
  let step: Int, bytesPerRow: Int
  /// Values in a row, and rows.
  let width: Int, height: Int
  /// Place of a value = place in the frame, halved so often, plus an offset in 1/32 of a value.
  let shiftX: Int, shiftY: Int, offsetX: Int, offsetY: Int
  /// The code that the channel has where the picture is black.
  let black: Int

  @inline(__always)
  func tap(_ x: Int, _ y: Int) -> Int {
    Int(base.load(fromByteOffset: y &* bytesPerRow &+ x &* step, as: UInt8.self))
  }

  /// The code at a place of the frame: bilinear between its four neighbours, rounded to the nearest.
  @inline(__always)
  func value<Edge: BorderRule>(_ at: GridPlace, _: Edge.Type) -> Int {
    let placeX = at.x &>> shiftX &+ offsetX
    let placeY = at.y &>> shiftY &+ offsetY
    let x = placeX &>> 5
    let y = placeY &>> 5
    let right = placeX & 31
    let lower = placeY & 31
    let (a, b, c, d): (Int, Int, Int, Int)
    if x >= 0 && y >= 0 && x < width &- 1 && y < height &- 1 {
      let corner = base + (y &* bytesPerRow &+ x &* step)
      a = Int(corner.load(as: UInt8.self))
      b = Int((corner + step).load(as: UInt8.self))
      c = Int((corner + bytesPerRow).load(as: UInt8.self))
      d = Int((corner + (bytesPerRow &+ step)).load(as: UInt8.self))
    } else {
      a = Edge.tap(self, x, y)
      b = Edge.tap(self, x &+ 1, y)
      c = Edge.tap(self, x, y &+ 1)
      d = Edge.tap(self, x &+ 1, y &+ 1)
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
