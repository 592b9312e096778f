import Landmarks

/// The heatmaps of the body landmark model: for each landmark a grid of logits, which is more exact than the landmark itself.
package struct Heatmaps {
  /// Cells in a row and in a column.
  package static let side = 64
  /// Number of heatmaps.
  package static let count = 39
  /// Number of cells on each side of the landmark's cell that are averaged.
  private static let reach = 4
  /// Probability that some cell must reach, or the landmark stays where it is.
  private static let minimumConfidence: Float = 0.5

  /// The logits, row by row; those of all heatmaps for the same cell are neighbors.
  private let logits: UnsafeBufferPointer<Float>

  /// - Parameter logits: side × side × count values.
  package init(_ logits: UnsafeBufferPointer<Float>) {
    precondition(logits.count == Self.side * Self.side * Self.count, "the heatmaps have other sizes")
    self.logits = logits
  }

  /// Moves a landmark to the mean of the cells around it, weighted by their probabilities.
  ///
  /// - Parameters:
  ///   - place: place in the crop, 0…1 in both directions.
  ///   - index: number of the landmark.
  /// - Returns: `place` for a landmark that is outside the crop, or that no cell shows.
  package func refine(_ place: SIMD2<Float>, of index: Int) -> SIMD2<Float> {
    let cell = place * Float(Self.side)
    // False for NaN too.
    guard all(cell .>= 0), all(cell .< Float(Self.side)) else { return place }
    func range(_ center: Float) -> ClosedRange<Int> { max(Int(center) - Self.reach, 0)...min(Int(center) + Self.reach, Self.side - 1) }
    var sum = SIMD2<Float>.zero
    var total: Float = 0
    var most: Float = 0
    for row in range(cell.y) {
      for column in range(cell.x) {
        let weight = probability(ofLogit: logits[(row * Self.side + column) * Self.count + index])
        sum += SIMD2(Float(column), Float(row)) * weight
        total += weight
        most = max(most, weight)
      }
    }
    return most >= Self.minimumConfidence ? sum / total / Float(Self.side) : place
  }
}
