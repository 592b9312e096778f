import Glibc

/// A region of a frame as the columns and rows of a tensor.
struct Crop: PixelReader {
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

  /// Fills the tensor, some columns at a time, in four short loops: where each column's place is, which bytes are around it,
  /// what the two rows of them blend to, and what colour they make. Only the second one goes from pixel to pixel; the compiler
  /// vectorises the others.
  @inline(__always)
  func read(_ frame: borrowing Frame, _ layout: some PixelLayout, _ colors: some ColorConversion) {
    // Twice, so that the border is a constant too.
    switch border {
    case .replicate: draw(lastX: frame.width &- 1, lastY: frame.height &- 1, layout, colors, .replicate)
    case .zero: draw(lastX: frame.width &- 1, lastY: frame.height &- 1, layout, colors, .zero)
    }
  }

  @inline(__always)
  private func draw<Layout: PixelLayout>(
    lastX: Int, lastY: Int, _ layout: Layout, _ colors: some ColorConversion, _ border: Border
  ) {
    let blacks = colors.blacks
    let limit = (x: Int32(truncatingIfNeeded: 32 &* lastX), y: Int32(truncatingIfNeeded: 32 &* lastY))
    withUnsafeTemporaryAllocation(byteCount: Run.bytes, alignment: Run.alignment) { scratch in
      let run = Run(in: scratch.baseAddress!)
      for row in 0..<side {
        let start = origin + Double(row) * down
        var done = 0
        while done < side {
          let count = min(Run.length, side &- done)
          for i in 0..<Int32(truncatingIfNeeded: count) {
            let column = Double(done) + Double(i)
            run.place(Int(i), start.x + column * across.x, start.y + column * across.y, limit: limit, border)
          }
          for i in 0..<count { run.read(i, layout, lastRow: lastY) }
          for i in 0..<4 &* count { run.blendRows(i) }
          let out = tensor + 3 &* (row &* side &+ done)
          for i in 0..<count {
            let (a, b, c) = Layout.codes(run.bytes(i), odd: run.odd(i))
            (out[3 &* i], out[3 &* i &+ 1], out[3 &* i &+ 2]) = colors.rgb(
              run.blend(i, a, black: blacks.0, border), run.blend(i, b, black: blacks.1, border), run.blend(i, c, black: blacks.2, border))
          }
          done &+= count
        }
      }
    }
  }
}
