/// The places of the codes of a pixel and of its right neighbor in a frame.
///
/// Eight bytes that contain these codes are read at once, and eight from the row below. The two rows are blended byte by byte before
/// the codes are separated. Pixels that share a chroma code use it unchanged, as OpenCV and ffmpeg do when they convert a frame to RGB
/// for MediaPipe. Interpolating between shared codes would be closer to the scene, but moves landmarks away from MediaPipe's.
protocol PixelLayout {
  /// The bytes that contain the codes of pixels `x` and `x` + 1, in two rows. Pixels outside the picture may have any code.
  func load(_ x: Int, _ rows: (upper: Int, lower: Int)) -> (upper: UInt64, lower: UInt64)

  /// The codes of the three channels.
  ///
  /// - Parameter odd: all bits set if `x` is odd, else none.
  static func codes(_ bytes: EightBytes, odd: UInt32) -> (Neighbors, Neighbors, Neighbors)
}

extension PixelLayout {
  /// The codes of one pixel.
  func codes(_ x: Int, _ y: Int) -> SIMD3<Int32> {
    let bytes = load(x, (y, y)).upper
    let (even, odd) = (bytes & 0x00ff_00ff_00ff_00ff, bytes &>> 8 & 0x00ff_00ff_00ff_00ff)
    let (a, b, c) = Self.codes(EightBytes(even: even, odd: odd), odd: 0 &- UInt32(truncatingIfNeeded: x & 1))
    return SIMD3(a.left, b.left, c.left)
  }
}

/// Eight bytes, each widened to 16 bits.
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

extension EightBytes {
  /// - Parameters:
  ///   - even: bytes 0, 2, 4 and 6, the first in the lowest bits.
  ///   - odd: the others likewise.
  @inline(__always)
  init(even: UInt64, odd: UInt64) {
    self.init(
      bytes02: UInt32(truncatingIfNeeded: even), bytes13: UInt32(truncatingIfNeeded: odd),
      bytes46: UInt32(truncatingIfNeeded: even &>> 32), bytes57: UInt32(truncatingIfNeeded: odd &>> 32))
  }
}

extension UInt32 {
  /// The first value if all bits are set, the second if none is, without a branch.
  @inline(__always)
  func choose(_ one: UInt32, _ other: UInt32) -> UInt32 { other ^ ((one ^ other) & self) }
}

/// The codes of one channel at a pixel and at its right neighbor.
struct Neighbors {
  let left: Int32, right: Int32

  @inline(__always)
  init(_ left: UInt32, _ right: UInt32) {
    self.left = Int32(bitPattern: left)
    self.right = Int32(bitPattern: right)
  }
}

/// An operation on the pixels of a frame, written once and compiled for each layout.
protocol PixelReader {
  func read(_ frame: borrowing Frame, _ layout: some PixelLayout, _ colors: some ColorConversion)
}

extension Frame {
  @inline(__always)
  func read(with reader: some PixelReader) {
    let yuv = YUVConversion(range)
    switch format {
    case .rgb24: reader.read(self, RGBLayout(self), RGBConversion())
    case .bgrx: reader.read(self, BGRXLayout(self), RGBConversion())
    case .yuyv: reader.read(self, YUYVLayout(self), yuv)
    case .nv12: reader.read(self, NV12Layout(self), yuv)
    case .yuv420: reader.read(self, HalvedLayout(self, rowShift: 1), yuv)
    case .yuv422: reader.read(self, HalvedLayout(self, rowShift: 0), yuv)
    case .yuv444: reader.read(self, FullLayout(self), yuv)
    case .grey: reader.read(self, GreyLayout(self), yuv)
    }
  }
}

/// A plane that is read several bytes at a time; bytes past its end read as zero.
struct BoundedPlane {
  private let base: UnsafeRawPointer
  private let bytesPerRow: Int
  /// Bytes from the start of the first row to the end of the last.
  private let count: Int

  /// - Parameter rowBytes: bytes of the pixels of one row. The last row may end after them.
  @inline(__always)
  init(_ plane: Plane, rows: Int, rowBytes: Int) {
    base = plane.base
    bytesPerRow = plane.bytesPerRow
    count = (rows &- 1) &* plane.bytesPerRow &+ rowBytes
  }

  /// The bytes of two rows that start at a column, the first byte in the lowest bits.
  ///
  /// - Parameter rows: row numbers; `lower` is not less than `upper`.
  @inline(__always)
  func load<Bytes: FixedWidthInteger & UnsignedInteger>(
    _: Bytes.Type, _ column: Int, _ rows: (upper: Int, lower: Int)
  ) -> (upper: UInt64, lower: UInt64) {
    let upper = rows.upper &* bytesPerRow &+ column
    let lower = rows.lower &* bytesPerRow &+ column
    @inline(__always) func all(_ offset: Int) -> UInt64 {
      UInt64(truncatingIfNeeded: base.loadUnaligned(fromByteOffset: offset, as: Bytes.self).littleEndian)
    }
    // Reading past the end of a row reads the next row, which is harmless. Only at the end of the last row there is no memory.
    guard _fastPath(lower <= count &- MemoryLayout<Bytes>.size) else { return (some(upper, Bytes.self), some(lower, Bytes.self)) }
    return (all(upper), all(lower))
  }

  @inline(never)
  private func some<Bytes>(_ offset: Int, _: Bytes.Type) -> UInt64 {
    (0..<min(MemoryLayout<Bytes>.size, count - offset)).reduce(0) { bytes, i in
      bytes | UInt64(base.load(fromByteOffset: offset + i, as: UInt8.self)) << (8 * i)
    }
  }
}
