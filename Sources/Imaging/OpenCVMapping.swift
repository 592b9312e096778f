import Glibc

/// How the places of a crop's columns and rows are computed.
public enum CropPlaces: Sendable {
  /// Directly from the region.
  case direct
  /// Like OpenCV, with the same rounding errors, which takes a little longer.
  ///
  /// They decide which of two 32nds of a pixel a place is rounded to. In a region that is not rotated this matters for every fourth place
  /// of some crops; in a rotated one for few, but a tracker's next region depends on them.
  case openCV
}

/// The mapping of a crop to a region, computed like OpenCV's `RotatedRect::points`, `getPerspectiveTransform` and `invert`.
///
/// It is a projection, since the region's rounded corners are not exactly those of a rectangle. Vectors are x, y and what these are
/// divided by, in pixels.
struct OpenCVMapping {
  /// The place of column 0 of row 0, and the steps from column to column and row to row.
  let origin: SIMD3<Double>, across: SIMD3<Double>, down: SIMD3<Double>

  init(_ region: RotatedRegion, side: Int) {
    let side = Float(side)
    let inverse = Self.inverse(
      Self.perspective(
        from: Self.corners(region), to: [SIMD2(0, side), SIMD2(0, 0), SIMD2(side, 0), SIMD2(side, side)]))
    origin = SIMD3(inverse[2], inverse[5], inverse[8])
    across = SIMD3(inverse[0], inverse[3], inverse[6])
    down = SIMD3(inverse[1], inverse[4], inverse[7])
  }

  /// The corners, clockwise from the lower left one.
  private static func corners(_ region: RotatedRegion) -> [SIMD2<Float>] {
    // MediaPipe passes the rotation in degrees.
    let degrees = Float(Double(region.rotation * 180) / .pi)
    let angle = Double(degrees) * .pi / 180
    let (across, down) = (Float(cos(angle)) * 0.5, Float(sin(angle)) * 0.5)
    let center = SIMD2(region.centerX, region.centerY)
    let lowerLeft = SIMD2(
      center.x - down * region.height - across * region.width, center.y + across * region.height - down * region.width)
    let upperLeft = SIMD2(
      center.x + down * region.height - across * region.width, center.y - across * region.height - down * region.width)
    return [lowerLeft, upperLeft, 2 * center - lowerLeft, 2 * center - upperLeft]
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
