/// One colour channel of a frame: bytes at regular steps, perhaps at half the frame's resolution.
struct Channel {
  let base: UnsafeRawPointer
  /// Bytes from one value to the next, and from one row to the next.
  let step: Int, bytesPerRow: Int
  /// A pixel's value is at its own place, halved so often.
  let shiftX: Int, shiftY: Int
  /// The code that the channel has where the picture is black.
  let black: Int16

  /// The code of a pixel of the frame.
  ///
  /// Pixels that share a value each have it whole, as in the RGB that OpenCV and ffmpeg make of a frame and MediaPipe is given.
  /// Interpolating between shared values is truer to the scene, and moves landmarks away from MediaPipe's.
  @inline(__always)
  func code(_ x: Int, _ y: Int) -> UInt8 {
    base.load(fromByteOffset: (y &>> shiftY) &* bytesPerRow &+ (x &>> shiftX) &* step, as: UInt8.self)
  }
}
