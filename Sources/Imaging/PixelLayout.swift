/// How the codes of a pixel and of its right neighbour lie in a frame.
///
/// They are read as eight bytes at once, of which there are a pixel's and those of the pixel below. After the two have been
/// blended, byte by byte, the codes are taken apart. Pixels that share a chroma code each have it whole, as in the RGB that OpenCV
/// and ffmpeg make of a frame and MediaPipe is given. Interpolating between shared codes is truer to the scene, and moves
/// landmarks away from MediaPipe's.
protocol PixelLayout {
  /// The bytes in which the codes of pixels `x` and `x` + 1 are, in two rows. Those beyond the picture may have any code.
  func load(_ x: Int, _ rows: (upper: Int, lower: Int)) -> (upper: UInt64, lower: UInt64)

  /// The codes of the three channels.
  ///
  /// - Parameter odd: every bit set where `x` is odd, none where it is even.
  static func codes(_ bytes: EightBytes, odd: UInt32) -> (Neighbors, Neighbors, Neighbors)
}

extension PixelLayout {
  /// The codes of one pixel.
  func codes(_ x: Int, _ y: Int) -> SIMD3<Float> {
    let bytes = load(x, (y, y)).upper
    let (even, odd) = (bytes & 0x00ff_00ff_00ff_00ff, bytes &>> 8 & 0x00ff_00ff_00ff_00ff)
    let (a, b, c) = Self.codes(
      EightBytes(
        bytes02: UInt32(truncatingIfNeeded: even), bytes13: UInt32(truncatingIfNeeded: odd),
        bytes46: UInt32(truncatingIfNeeded: even &>> 32), bytes57: UInt32(truncatingIfNeeded: odd &>> 32)),
      odd: 0 &- UInt32(truncatingIfNeeded: x & 1))
    return SIMD3(Float(a.left), Float(b.left), Float(c.left))
  }
}

/// Eight bytes, each grown to 16 bits.
struct EightBytes {
  let bytes02: UInt32, bytes13: UInt32, bytes46: UInt32, bytes57: UInt32

  @inline(__always) var byte0: UInt32 { bytes02 & 0xffff }
  @inline(__always) var byte1: UInt32 { bytes13 & 0xffff }
  @inline(__always) var byte2: UInt32 { bytes02 &>> 16 }
  @inline(__always) var byte3: UInt32 { bytes13 &>> 16 }
  @inline(__always) var byte4: UInt32 { bytes46 & 0xffff }
  @inline(__always) var byte5: UInt32 { bytes57 & 0xffff }
  @inline(__always) var byte6: UInt32 { bytes46 &>> 16 }
  @inline(__always) var byte7: UInt32 { bytes57 &>> 16 }
}

extension UInt32 {
  /// One where every bit is set, the other where none is: what the compiler makes no jump of.
  @inline(__always)
  func choose(_ one: UInt32, _ other: UInt32) -> UInt32 { other ^ ((one ^ other) & self) }
}

/// What a channel has at a pixel and at the next one.
struct Neighbors {
  let left: Int32, right: Int32

  @inline(__always)
  init(_ left: UInt32, _ right: UInt32) {
    self.left = Int32(bitPattern: left)
    self.right = Int32(bitPattern: right)
  }
}
