import Glibc

/// A region of a frame as the columns and rows of a tensor.
struct Crop {
  /// In 1/32 of a pixel of the frame: the place of column 0 of row 0, and what a column and a row add.
  private let origin: SIMD2<Double>, across: SIMD2<Double>, down: SIMD2<Double>
  private let side: Int
  private let border: Border
  private let tensor: UnsafeMutablePointer<Float>

  init(_ region: RotatedRegion, side: Int, border: Border, tensor: UnsafeMutablePointer<Float>) {
    let angle = Double(region.rotation)
    across = SIMD2(cos(angle), sin(angle)) * (Double(region.width) / Double(side) * 32)
    down = SIMD2(-sin(angle), cos(angle)) * (Double(region.height) / Double(side) * 32)
    let center = SIMD2(Double(region.centerX), Double(region.centerY)) * 32
    origin = center - (across + down) * (Double(side) / 2)
    self.side = side
    self.border = border
    self.tensor = tensor
  }

  /// Fills the tensor, some columns at a time, in three short loops: which pixels are around each place, what their codes are,
  /// and what colour they make. Only the second one goes from pixel to pixel; the compiler vectorises the others.
  @inline(__always)
  func draw(_ pixels: Pixels, _ colors: some ColorConversion) {
    // Twice, so that the border is a constant too.
    switch border {
    case .replicate: draw(pixels, colors, .replicate)
    case .zero: draw(pixels, colors, .zero)
    }
  }

  @inline(__always)
  private func draw(_ pixels: Pixels, _ colors: some ColorConversion, _ border: Border) {
    let lastX = Int32(truncatingIfNeeded: pixels.width &- 1)
    let lastY = Int32(truncatingIfNeeded: pixels.height &- 1)
    withUnsafeTemporaryAllocation(byteCount: Run.bytes, alignment: Run.alignment) { scratch in
      let run = Run(in: scratch.baseAddress!)
      for row in 0..<side {
        let start = origin + Double(row) * down
        var done = 0
        while done < side {
          let count = min(Run.length, side &- done)
          for i in 0..<count {
            run.x.set(i, start.x + Double(done &+ i) * across.x, last: lastX, border)
            run.y.set(i, start.y + Double(done &+ i) * across.y, last: lastY, border)
          }
          for i in 0..<count {
            run.read(i, pixels.first, into: run.first)
            run.read(i, pixels.second, into: run.second)
            run.read(i, pixels.third, into: run.third)
          }
          let out = tensor + 3 &* (row &* side &+ done)
          for i in 0..<count {
            let a = run.blend(i, run.first, black: pixels.first.black)
            let b = run.blend(i, run.second, black: pixels.second.black)
            let c = run.blend(i, run.third, black: pixels.third.black)
            (out[3 &* i], out[3 &* i &+ 1], out[3 &* i &+ 2]) = colors.rgb(a, b, c)
          }
          done &+= count
        }
      }
    }
  }
}

/// What is known of a run of columns: for each the four pixels around its place, and their codes.
private struct Run {
  /// As many as a kilobyte holds: what is larger would be taken from the heap.
  static var length: Int { 28 }
  static var alignment: Int { 16 }
  static var bytes: Int { 2 * Neighbors.bytes + 12 * length }

  let x: Neighbors, y: Neighbors
  /// Four codes of each channel: all upper left ones, then all upper right, lower left and lower right ones.
  let first: UnsafeMutablePointer<UInt8>, second: UnsafeMutablePointer<UInt8>, third: UnsafeMutablePointer<UInt8>

  @inline(__always)
  init(in memory: UnsafeMutableRawPointer) {
    x = Neighbors(in: memory)
    y = Neighbors(in: memory + Neighbors.bytes)
    let codes = (memory + 2 * Neighbors.bytes).bindMemory(to: UInt8.self, capacity: 12 * Self.length)
    first = codes
    second = codes + 4 * Self.length
    third = codes + 8 * Self.length
  }

  @inline(__always)
  func read(_ i: Int, _ channel: Channel, into codes: UnsafeMutablePointer<UInt8>) {
    let (left, right) = (Int(x.before[i]), Int(x.after[i]))
    let (upper, lower) = (Int(y.before[i]), Int(y.after[i]))
    codes[i] = channel.code(left, upper)
    codes[i &+ Self.length] = channel.code(right, upper)
    codes[i &+ 2 &* Self.length] = channel.code(left, lower)
    codes[i &+ 3 &* Self.length] = channel.code(right, lower)
  }

  /// - Returns: the code at the place, rounded to a whole one.
  @inline(__always)
  func blend(_ i: Int, _ codes: UnsafeMutablePointer<UInt8>, black: Int16) -> Float {
    // Over black, so that a pixel of no weight is black.
    func code(_ corner: Int) -> Int16 { Int16(codes[i &+ corner &* Self.length]) &- black }
    let upper = code(0) &* x.weightBefore[i] &+ code(1) &* x.weightAfter[i]
    let lower = code(2) &* x.weightBefore[i] &+ code(3) &* x.weightAfter[i]
    let sum = Int32(upper) &* Int32(y.weightBefore[i]) &+ Int32(lower) &* Int32(y.weightAfter[i])
    return Float((sum &+ 512) &>> 10 &+ Int32(black))
  }
}

/// In one direction: for each column of a run the two pixels around its place, and how much each weighs, in 1/32.
private struct Neighbors {
  static var bytes: Int { Run.length * (2 * 4 + 2 * 2) }

  let before: UnsafeMutablePointer<Int32>, after: UnsafeMutablePointer<Int32>
  let weightBefore: UnsafeMutablePointer<Int16>, weightAfter: UnsafeMutablePointer<Int16>

  @inline(__always)
  init(in memory: UnsafeMutableRawPointer) {
    before = memory.bindMemory(to: Int32.self, capacity: Run.length)
    after = (memory + 4 * Run.length).bindMemory(to: Int32.self, capacity: Run.length)
    weightBefore = (memory + 8 * Run.length).bindMemory(to: Int16.self, capacity: Run.length)
    weightAfter = (memory + 10 * Run.length).bindMemory(to: Int16.self, capacity: Run.length)
  }

  /// - Parameter last: the outermost pixel, which stands for those beyond.
  @inline(__always)
  func set(_ i: Int, _ place: Double, last: Int32, _ border: Border) {
    // To the nearest, ties to even: adding 1.5 · 2⁵² leaves the whole number in a double's low bits. A processor without SSE4.1
    // would call a function for it.
    let place = Int32(truncatingIfNeeded: (place + 6_755_399_441_055_744).bitPattern)
    let pixel = place &>> 5
    let part = Int16(truncatingIfNeeded: place & 31)
    func weight(_ weight: Int16, _ pixel: Int32) -> Int16 { border == .replicate || (pixel >= 0 && pixel <= last) ? weight : 0 }
    before[i] = min(max(pixel, 0), last)
    after[i] = min(max(pixel &+ 1, 0), last)
    weightBefore[i] = weight(32 &- part, pixel)
    weightAfter[i] = weight(part, pixel &+ 1)
  }
}
