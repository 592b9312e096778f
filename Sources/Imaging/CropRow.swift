/// Neighboring columns of one row of a crop, and the intermediate values from which their pixels are computed.
struct CropRow {
  /// Most columns: as many as fit into a kilobyte, because a larger temporary allocation would come from the heap.
  static var length: Int { 28 }
  static var alignment: Int { 16 }
  static var bytes: Int { 36 * length }

  /// The place of each column, moved to the nearest one inside the picture, in 1/32 of a pixel.
  private let x: UnsafeMutablePointer<UInt32>, y: UnsafeMutablePointer<UInt32>
  /// The fraction of each column that the picture covers, as opposed to its black border.
  private let coverage: UnsafeMutablePointer<Float>
  /// Eight bytes of each of two rows; after blending, the even and the odd bytes of both, as 16 bits each.
  private let upper: UnsafeMutableRawPointer, lower: UnsafeMutableRawPointer
  /// The weight of the lower row in 1/32, as four copies of 16 bits.
  private let weights: UnsafeMutableRawPointer

  @inline(__always)
  init(in memory: UnsafeMutableRawPointer) {
    x = memory.bindMemory(to: UInt32.self, capacity: Self.length)
    y = (memory + 4 * Self.length).bindMemory(to: UInt32.self, capacity: Self.length)
    upper = memory + 8 * Self.length
    lower = memory + 16 * Self.length
    weights = memory + 24 * Self.length
    coverage = (memory + 32 * Self.length).bindMemory(to: Float.self, capacity: Self.length)
  }

  /// Sets the place of a column.
  ///
  /// - Parameters:
  ///   - x: a place in 1/32 of a pixel, like `y`.
  ///   - limit: the place of the last pixel and row.
  @inline(__always)
  func place(_ i: Int, _ x: Double, _ y: Double, limit: (x: Int32, y: Int32), _ border: Border) {
    let (x, y) = (Self.whole(x), Self.whole(y))
    let (insideX, insideY) = (Self.clamped(x, limit.x), Self.clamped(y, limit.y))
    self.x[i] = UInt32(bitPattern: insideX)
    self.y[i] = UInt32(bitPattern: insideY)
    if border == .zero {
      // A pixel or more outside the picture, nothing is covered.
      func coverage(_ beyond: Int32) -> Int32 { Self.notNegative(32 &- Self.size(beyond)) }
      self.coverage[i] = Float(coverage(x &- insideX)) * Float(coverage(y &- insideY)) * (1 / 1024)
    }
  }

  /// Loads the bytes around a column's place.
  @inline(__always)
  func read(_ i: Int, _ layout: some PixelLayout, lastRow: Int) {
    let (x, y) = (Int(x[i]), Int(y[i]))
    let bytes = layout.load(x &>> 5, (y &>> 5, min(y &>> 5 &+ 1, lastRow)))
    upper.storeBytes(of: bytes.upper, toByteOffset: 8 &* i, as: UInt64.self)
    lower.storeBytes(of: bytes.lower, toByteOffset: 8 &* i, as: UInt64.self)
    weights.storeBytes(of: UInt64(truncatingIfNeeded: y & 31) &* 0x0001_0001_0001_0001, toByteOffset: 8 &* i, as: UInt64.self)
  }

  /// Blends two bytes of the upper row with those of the lower one.
  ///
  /// - Parameter i: number of the pair of bytes; each column has four pairs.
  @inline(__always)
  func blendRows(_ i: Int) {
    let above = upper.load(fromByteOffset: 2 &* i, as: UInt16.self)
    let below = lower.load(fromByteOffset: 2 &* i, as: UInt16.self)
    let weight = weights.load(fromByteOffset: 2 &* i, as: UInt16.self)
    func blend(_ a: UInt16, _ b: UInt16) -> UInt16 { a &<< 5 &+ (b &- a) &* weight }
    upper.storeBytes(of: blend(above & 0xff, below & 0xff), toByteOffset: 2 &* i, as: UInt16.self)
    lower.storeBytes(of: blend(above &>> 8, below &>> 8), toByteOffset: 2 &* i, as: UInt16.self)
  }

  /// The blended bytes of a column.
  @inline(__always)
  func bytes(_ i: Int) -> EightBytes {
    EightBytes(
      bytes02: upper.load(fromByteOffset: 8 &* i, as: UInt32.self), bytes13: lower.load(fromByteOffset: 8 &* i, as: UInt32.self),
      bytes46: upper.load(fromByteOffset: 8 &* i &+ 4, as: UInt32.self), bytes57: lower.load(fromByteOffset: 8 &* i &+ 4, as: UInt32.self))
  }

  /// All bits set if the pixel left of a column's place has an odd number, else none.
  @inline(__always)
  func odd(_ i: Int) -> UInt32 { 0 &- (x[i] &>> 5 & 1) }

  /// Blends the codes left and right of a column's place.
  ///
  /// - Returns: the code, rounded to an integer, minus the code of black.
  @inline(__always)
  func blend(_ i: Int, _ codes: Neighbors, black: Float, _ border: Border) -> Float {
    // Every step is exact. Adding 1.5 · 2²³ rounds to an integer; the added 0.5/1024 makes it round halves up.
    let weight = Float(Int32(bitPattern: x[i] & 31)) * (1 / 1024)
    let code = Float(codes.left) * (1 / 32) + Float(codes.right &- codes.left) * weight
    let (half, whole) = (Float(0.5 / 1024), Float(12_582_912))
    return border == .replicate ? code + half + whole - (whole + black) : (code - black) * coverage[i] + half + whole - whole
  }

  /// Rounds to the nearest integer, ties to even: adding 1.5 · 2⁵² leaves the integer in a double's low bits. `rounded()` calls a
  /// function on processors without SSE4.1.
  @inline(__always)
  private static func whole(_ place: Double) -> Int32 { Int32(truncatingIfNeeded: (place + 6_755_399_441_055_744).bitPattern) }

  // The compiler turns `min`, `max` and `abs` into branches here, so these do without.

  @inline(__always)
  private static func notNegative(_ x: Int32) -> Int32 { x & ~(x &>> 31) }

  @inline(__always)
  private static func size(_ x: Int32) -> Int32 { (x ^ (x &>> 31)) &- (x &>> 31) }

  /// The nearest integer in 0…last.
  @inline(__always)
  private static func clamped(_ x: Int32, _ last: Int32) -> Int32 {
    let beyond = notNegative(x) &- last
    return last &+ (beyond & (beyond &>> 31))
  }
}
