/// How the places of a crop's columns and rows are computed.
public enum CropPlaces: Sendable {
  /// Directly from the region.
  case direct
  /// Like OpenCV, with the same rounding errors; only for a region that is not rotated.
  ///
  /// They matter where a place is exactly between two 32nds of a pixel, as every fourth one is in many pictures if the crop has 128
  /// columns: then they decide which of the two it is.
  case openCV
}

/// The mapping of a crop to a region that is not rotated, computed like OpenCV's `getPerspectiveTransform` and `invert`.
struct OpenCVMapping {
  /// The place of column 0 of row 0, and the steps from column to column and row to row, in pixels.
  let origin: SIMD2<Double>, across: SIMD2<Double>, down: SIMD2<Double>

  init(_ region: RotatedRegion, side: Int) {
    let (center, half, side) = (SIMD2(region.centerX, region.centerY), SIMD2(region.width, region.height) / 2, Float(side))
    let (low, high) = (center - half, center + half)
    let inverse = Self.inverse(
      Self.perspective(
        from: [SIMD2(low.x, high.y), low, SIMD2(high.x, low.y), high],
        to: [SIMD2(0, side), SIMD2(0, 0), SIMD2(side, 0), SIMD2(side, side)]))
    origin = SIMD2(inverse[2], inverse[5])
    across = SIMD2(inverse[0], inverse[3])
    down = SIMD2(inverse[1], inverse[4])
  }

  /// The 3×3 matrix, row by row, that maps four places to four others.
  private static func perspective(from source: [SIMD2<Float>], to target: [SIMD2<Float>]) -> [Double] {
    // Eight equations with eight unknowns; the ninth column is the right side.
    var rows = [[Double]](repeating: [], count: 8)
    for (i, (from, to)) in zip(source, target).enumerated() {
      let (x, y) = (Double(from.x), Double(from.y))
      rows[i] = [x, y, 1, 0, 0, 0, Double(-from.x * to.x), Double(-from.y * to.x), Double(to.x)]
      rows[i + 4] = [0, 0, 0, x, y, 1, Double(-from.x * to.y), Double(-from.y * to.y), Double(to.y)]
    }
    // Gaussian elimination with the largest pivot, in the order of OpenCV's `LUImpl`.
    for i in 0..<8 {
      let pivot = (i..<8).reduce(i) { abs(rows[$1][i]) > abs(rows[$0][i]) ? $1 : $0 }
      rows.swapAt(i, pivot)
      let factor = -1 / rows[i][i]
      for j in i + 1..<8 {
        let alpha = rows[j][i] * factor
        for k in i + 1...8 { rows[j][k] += alpha * rows[i][k] }
      }
    }
    var solution = [Double](repeating: 1, count: 9)
    for i in (0..<8).reversed() {
      solution[i] = (i + 1..<8).reduce(rows[i][8]) { $0 - rows[i][$1] * solution[$1] } / rows[i][i]
    }
    return solution
  }

  /// The inverse of a 3×3 matrix, by its adjugate.
  private static func inverse(_ m: [Double]) -> [Double] {
    func minor(_ a: Int, _ d: Int, _ b: Int, _ c: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
    let determinant = m[0] * minor(4, 8, 5, 7) - m[1] * minor(3, 8, 5, 6) + m[2] * minor(3, 7, 4, 6)
    let factor = 1 / determinant
    return [
      minor(4, 8, 5, 7), minor(2, 7, 1, 8), minor(1, 5, 2, 4), minor(5, 6, 3, 8), minor(0, 8, 2, 6), minor(2, 3, 0, 5),
      minor(3, 7, 4, 6), minor(1, 6, 0, 7), minor(0, 4, 1, 3),
    ].map { $0 * factor }
  }
}
