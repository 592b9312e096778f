/// What is known of a run of columns of a crop.
struct Run {
  /// As many as a kilobyte holds: what is larger would be taken from the heap.
  static var length: Int { 28 }
  static var alignment: Int { 16 }
  static var bytes: Int { 36 * length }

  /// In 1/32 of a pixel: the place of each column, or the nearest one in the picture.
  private let x: UnsafeMutablePointer<UInt32>, y: UnsafeMutablePointer<UInt32>
  /// How much of what is seen there is the picture, and not its black border.
  private let coverage: UnsafeMutablePointer<Float>
  /// Eight bytes of each of two rows. Later those with even and those with odd numbers, of both rows, as 16 bits each.
  private let upper: UnsafeMutableRawPointer, lower: UnsafeMutableRawPointer
  /// How much the lower row weighs, in 1/32, as 16 bits four times.
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

  /// - Parameters:
  ///   - x: a place, in 1/32 of a pixel, as `y`.
  ///   - limit: the outermost pixels, which stand for those beyond.
  @inline(__always)
  func place(_ i: Int, _ x: Double, _ y: Double, limit: (x: Int32, y: Int32), _ border: Border) {
    let (x, y) = (Self.whole(x), Self.whole(y))
    let (insideX, insideY) = (Self.clamped(x, limit.x), Self.clamped(y, limit.y))
    self.x[i] = UInt32(bitPattern: insideX)
    self.y[i] = UInt32(bitPattern: insideY)
    if border == .zero {
      // A pixel beyond the border there is nothing of the picture left.
      func coverage(_ beyond: Int32) -> Int32 { Self.notNegative(32 &- Self.size(beyond)) }
      self.coverage[i] = Float(coverage(x &- insideX)) * Float(coverage(y &- insideY)) * (1 / 1024)
    }
  }

  @inline(__always)
  func read(_ i: Int, _ layout: some PixelLayout, lastRow: Int) {
    let (x, y) = (Int(x[i]), Int(y[i]))
    let bytes = layout.load(x &>> 5, (y &>> 5, min(y &>> 5 &+ 1, lastRow)))
    upper.storeBytes(of: bytes.upper, toByteOffset: 8 &* i, as: UInt64.self)
    lower.storeBytes(of: bytes.lower, toByteOffset: 8 &* i, as: UInt64.self)
    weights.storeBytes(of: UInt64(truncatingIfNeeded: y & 31) &* 0x0001_0001_0001_0001, toByteOffset: 8 &* i, as: UInt64.self)
  }

  /// Blends two bytes of each row.
  ///
  /// - Parameter i: there are four for a column.
  @inline(__always)
  func blendRows(_ i: Int) {
    let above = upper.load(fromByteOffset: 2 &* i, as: UInt16.self)
    let below = lower.load(fromByteOffset: 2 &* i, as: UInt16.self)
    let weight = weights.load(fromByteOffset: 2 &* i, as: UInt16.self)
    func blend(_ a: UInt16, _ b: UInt16) -> UInt16 { a &<< 5 &+ (b &- a) &* weight }
    upper.storeBytes(of: blend(above & 0xff, below & 0xff), toByteOffset: 2 &* i, as: UInt16.self)
    lower.storeBytes(of: blend(above &>> 8, below &>> 8), toByteOffset: 2 &* i, as: UInt16.self)
  }

  @inline(__always)
  func bytes(_ i: Int) -> EightBytes {
    EightBytes(
      bytes02: upper.load(fromByteOffset: 8 &* i, as: UInt32.self), bytes13: lower.load(fromByteOffset: 8 &* i, as: UInt32.self),
      bytes46: upper.load(fromByteOffset: 8 &* i &+ 4, as: UInt32.self), bytes57: lower.load(fromByteOffset: 8 &* i &+ 4, as: UInt32.self))
  }

  /// Every bit where the pixel left of the place has an odd number, else none.
  @inline(__always)
  func odd(_ i: Int) -> UInt32 { 0 &- (x[i] &>> 5 & 1) }

  /// - Returns: the code at the place, rounded to a whole one, over that of black.
  @inline(__always)
  func blend(_ i: Int, _ codes: Neighbors, black: Float, _ border: Border) -> Float {
    // Every step is exact. Adding 1.5 · 2²³ rounds to a whole number, and a half more than nothing rounds a half up.
    let weight = Float(Int32(bitPattern: x[i] & 31)) * (1 / 1024)
    let code = Float(codes.left) * (1 / 32) + Float(codes.right &- codes.left) * weight
    let (half, whole) = (Float(0.5 / 1024), Float(12_582_912))
    return border == .replicate ? code + half + whole - (whole + black) : (code - black) * coverage[i] + half + whole - whole
  }

  /// To the nearest, ties to even: adding 1.5 · 2⁵² leaves the whole number in a double's low bits. A processor without SSE4.1
  /// would call a function for it.
  @inline(__always)
  private static func whole(_ place: Double) -> Int32 { Int32(truncatingIfNeeded: (place + 6_755_399_441_055_744).bitPattern) }

  // Without `min`, `max` and `abs`, of which the compiler makes jumps here.

  @inline(__always)
  private static func notNegative(_ x: Int32) -> Int32 { x & ~(x &>> 31) }

  @inline(__always)
  private static func size(_ x: Int32) -> Int32 { (x ^ (x &>> 31)) &- (x &>> 31) }

  /// The nearest of 0…last.
  @inline(__always)
  private static func clamped(_ x: Int32, _ last: Int32) -> Int32 {
    let beyond = notNegative(x) &- last
    return last &+ (beyond & (beyond &>> 31))
  }
}
