/// The fixed grid that a single-shot detector measures its boxes from.
package enum Anchors {
  /// Centres, 0…1 in both directions, in the order of the detector's output.
  ///
  /// Layers of equal stride that follow one another share a grid, each cell of which yields two anchors per layer.
  ///
  /// - Parameters:
  ///   - side: side of the detector's square input, in pixels.
  ///   - strides: one per layer, in pixels.
  package static func centers(side: Int, strides: [Int]) -> [SIMD2<Float>] {
    var centers: [SIMD2<Float>] = []
    var layer = 0
    while layer < strides.count {
      let run = strides[layer...].prefix { $0 == strides[layer] }.count
      let cells = (side + strides[layer] - 1) / strides[layer]
      for y in 0..<cells {
        for x in 0..<cells {
          let center = (SIMD2(Float(x), Float(y)) + 0.5) / Float(cells)
          for _ in 0..<2 * run { centers.append(center) }
        }
      }
      layer += run
    }
    return centers
  }
}
