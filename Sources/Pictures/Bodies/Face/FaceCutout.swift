import Glibc
import Landmarks

/// The part of the trunk's feature map that one head of the face landmark model with attention reads: a rectangle around some points of
/// the mesh, rotated with them.
package struct FaceCutout {
  /// Cells in a row and in a column of the feature map, values in each cell.
  static let mapSide = 48, channels = 32
  /// Cells in a row and in a column of the cut-out.
  private static let side = 16
  /// Number of pixels of the crop in a cell of the map.
  private static let cell: Float = 4
  /// Side of the rectangle as a multiple of the side of the points' box.
  private static let margin: Float = 1.5
  /// Number of values of the feature map and of the cut-out.
  package static let featureCount = mapSide * mapSide * channels, count = side * side * channels

  /// The first corner, and the steps from cell to cell, in cells of the map.
  private let origin: SIMD2<Float>, across: SIMD2<Float>, down: SIMD2<Float>

  /// - Parameters:
  ///   - points: places in pixels of the crop.
  ///   - start: start of a line that is level in the cut-out.
  ///   - end: end of that line.
  package init(around points: [SIMD2<Float>], level start: SIMD2<Float>, _ end: SIMD2<Float>) {
    let angle = atan2(end.y - start.y, end.x - start.x)
    let turned = points.map { ($0 / Self.cell).turned(by: -angle) }
    let low = turned.reduce(SIMD2(repeating: .infinity), pointwiseMin)
    let high = turned.reduce(SIMD2(repeating: -.infinity), pointwiseMax)
    let step = (high - low) * Self.margin / Float(Self.side)
    across = SIMD2(step.x, 0).turned(by: angle)
    down = SIMD2(0, step.y).turned(by: angle)
    origin = ((low + high) / 2).turned(by: angle) - (across + down) * (Float(Self.side) / 2)
  }

  /// Fills a head's input with the interpolated cells of the map; those outside the map are 0.
  package func sample(_ map: UnsafeBufferPointer<Float>, into cells: UnsafeMutableBufferPointer<Float>) {
    precondition(map.count == Self.featureCount && cells.count == Self.count, "the feature map or the cut-out has another size")
    let last = Float(Self.mapSide - 1)
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        let out = cells.baseAddress! + (row * Self.side + column) * Self.channels
        let place = origin + across * (Float(column) + 0.5) + down * (Float(row) + 0.5) - 0.5
        // False for NaN too.
        if all(place .>= 0) && all(place .<= last) {
          Self.blend(map.baseAddress!, place, into: out)
        } else {
          out.update(repeating: 0, count: Self.channels)
        }
      }
    }
  }

  private static func blend(_ map: UnsafePointer<Float>, _ place: SIMD2<Float>, into out: UnsafeMutablePointer<Float>) {
    let (left, top) = (Int(place.x), Int(place.y))
    let (right, bottom) = (min(left + 1, mapSide - 1), min(top + 1, mapSide - 1))
    let (x, y) = (place.x - Float(left), place.y - Float(top))
    func values(_ column: Int, _ row: Int) -> UnsafePointer<Float> { map + (row * mapSide + column) * channels }
    let corners = (values(left, top), values(right, top), values(left, bottom), values(right, bottom))
    for channel in 0..<channels {
      let above = corners.0[channel] * (1 - x) + corners.1[channel] * x
      let below = corners.2[channel] * (1 - x) + corners.3[channel] * x
      out[channel] = above * (1 - y) + below * y
    }
  }

  /// The place in the crop, in pixels, of a place that a head found.
  ///
  /// - Parameter place: a place in the cut-out, in quarters of its cells.
  package func place(_ place: SIMD2<Float>) -> SIMD2<Float> { across * place.x + down * place.y + origin * Self.cell }
}
