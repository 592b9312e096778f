/// The brightness of a frame as a coarse grid of means, in which sensor noise averages out. Its rows are those in memory, whichever way
/// the frame is turned: mains flicker and changes of exposure show in rows of the sensor.
///
/// A cell is the mean of some of its pixels: always ``run`` neighbors in each of ``rowsPerCell`` rows, so that a large frame takes no
/// longer to read than a small one. At 640×480 that is half of all pixels; for a JPEG it is all of them, as means of blocks.
package struct LumaGrid: Sendable, Equatable {
  /// Cells in a row, and rows of them.
  package static let columns = 40, rows = 30
  package static let count = columns * rows
  /// Neighboring pixels that are read at once, and rows of pixels that are read for a row of cells.
  private static let run = 16, rowsPerCell = 4

  /// Mean codes above black, row by row: 0…255. For RGB they are those of green, which contributes most to brightness.
  package private(set) var cells: [Float]

  /// The grid of a black picture.
  package init() { cells = Array(repeating: 0, count: Self.count) }

  /// - Parameter cells: ``count`` values, row by row.
  package init(cells: [Float]) {
    precondition(cells.count == Self.count, "a grid of another size")
    self.cells = cells
  }

  /// Eight neighboring cells.
  package func eight(from first: Int) -> SIMD8<Float> {
    cells.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: first * MemoryLayout<Float>.stride, as: SIMD8<Float>.self) }
  }

  /// Copies another grid into this one's storage.
  package mutating func copy(_ other: LumaGrid) {
    for i in 0..<Self.count { cells[i] = other.cells[i] }
  }

  /// The brightness that this share of the cells has at least, in codes above black.
  package func brightness(ofBrightest share: Double) -> Float {
    var counts = InlineArray<256, Int>(repeating: 0)
    for cell in cells { counts[Int(min(max(cell, 0), 255))] += 1 }
    var left = Int(share * Double(Self.count))
    var code = 255
    while code > 0, left >= counts[code] {
      left -= counts[code]
      code -= 1
    }
    return Float(code)
  }

  /// The share of the cells that are at least so bright, in codes above black.
  package func share(ofAtLeast code: Float) -> Double {
    var count = 0
    for cell in cells where cell >= code { count += 1 }
    return Double(count) / Double(Self.count)
  }

  /// Whether a frame is wide enough to be read.
  package static func fits(_ frame: borrowing Frame) -> Bool { frame.width >= run }

  /// Replaces the cells with those of a frame, without allocating.
  ///
  /// - Parameter frame: must fit (``fits(_:)``).
  package mutating func read(_ frame: borrowing Frame) {
    precondition(Self.fits(frame), "the frame is too narrow")
    if let coarse = frame.coarseLuma { return readBlocks(coarse, width: frame.width, height: frame.height) }
    let black = [.rgb24, .bgrx].contains(frame.format) ? 0 : Float(YUVConversion(frame.range).black)
    switch frame.format {
    case .yuyv: read(frame, black, Interleaved.self)
    case .nv12, .yuv420, .yuv422, .yuv444, .grey: read(frame, black, Planar.self)
    case .rgb24: read(frame, black, Green.self)
    case .bgrx: read(frame, black, GreenOfFour.self)
    }
  }

  /// Replaces the cells with those of a JPEG.
  ///
  /// - Parameter blocks: a byte for each block of 8×8 pixels.
  private mutating func readBlocks(_ blocks: Plane, width: Int, height: Int) {
    let (across, down) = (width / 8, height / 8)
    for row in 0..<Self.rows {
      let lines = Self.span(row, of: Self.rows, in: down)
      for column in 0..<Self.columns {
        let places = Self.span(column, of: Self.columns, in: across)
        var sum = 0
        for line in lines {
          for place in places { sum += Int((blocks.base + line * blocks.bytesPerRow + place).load(as: UInt8.self)) }
        }
        cells[row * Self.columns + column] = Float(sum) / Float(lines.count * places.count)
      }
    }
  }

  /// The blocks that a cell covers in one direction: at least one.
  private static func span(_ cell: Int, of cells: Int, in blocks: Int) -> Range<Int> {
    let first = cell * blocks / cells
    return first..<max((cell + 1) * blocks / cells, first + 1)
  }

  @inline(__always)
  private mutating func read<Layout: LumaLayout>(_ frame: borrowing Frame, _ black: Float, _: Layout.Type) {
    let (base, bytesPerRow) = (frame.planes.0.base, frame.planes.0.bytesPerRow)
    let (lastRow, lastRun) = (frame.height - 1, frame.width - Self.run)
    let steps = Self.rows * Self.rowsPerCell - 1
    cells.withUnsafeMutableBufferPointer { cells in
      for row in 0..<Self.rows {
        var lines = SIMD4<Int>()
        for line in 0..<Self.rowsPerCell { lines[line] = (row * Self.rowsPerCell + line) * lastRow / steps * bytesPerRow }
        for column in 0..<Self.columns {
          let x = column * lastRun / (Self.columns - 1)
          // Sums the lines first, so that neighboring pixels are added up only once.
          var sums = SIMD8<UInt16>()
          for line in 0..<Self.rowsPerCell { sums &+= Layout.sums(base + lines[line], at: x) }
          cells[row * Self.columns + column] = max(0, Float(sums.wrappedSum()) / Float(Self.run * Self.rowsPerCell) - black)
        }
      }
    }
  }
}

/// The place of luma in a row of a frame.
private protocol LumaLayout {
  /// The 16 codes that start at pixel `x`, added in pairs.
  static func sums(_ row: UnsafeRawPointer, at x: Int) -> SIMD8<UInt16>
}

/// One byte per pixel.
private enum Planar: LumaLayout {
  @inline(__always)
  static func sums(_ row: UnsafeRawPointer, at x: Int) -> SIMD8<UInt16> {
    let pairs = row.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt16>.self)
    return (pairs & 0xff) &+ (pairs &>> 8)
  }
}

/// Y0 U Y1 V: luma is the first byte of each pair, the lower one of a little-endian number.
private enum Interleaved: LumaLayout {
  @inline(__always)
  static func sums(_ row: UnsafeRawPointer, at x: Int) -> SIMD8<UInt16> {
    let (left, right) = (2 * x, 2 * x + 16)
    return (row.loadUnaligned(fromByteOffset: left, as: SIMD8<UInt16>.self) & 0xff)
      &+ (row.loadUnaligned(fromByteOffset: right, as: SIMD8<UInt16>.self) & 0xff)
  }
}

/// R, G, B: the middle byte.
private enum Green: LumaLayout {
  @inline(__always)
  static func sums(_ row: UnsafeRawPointer, at x: Int) -> SIMD8<UInt16> {
    var sums = SIMD8<UInt16>()
    for i in 0..<16 { sums[i % 8] &+= UInt16(row.load(fromByteOffset: 3 * (x + i) + 1, as: UInt8.self)) }
    return sums
  }
}

/// B, G, R and a byte without meaning: the second byte of each four.
private enum GreenOfFour: LumaLayout {
  @inline(__always)
  static func sums(_ row: UnsafeRawPointer, at x: Int) -> SIMD8<UInt16> {
    let pixels = row.loadUnaligned(fromByteOffset: 4 * x, as: SIMD16<UInt32>.self) &>> 8
    let green = SIMD16<UInt16>(truncatingIfNeeded: pixels & 0xff)
    return green.evenHalf &+ green.oddHalf
  }
}
