/// The height of the thumb as a bar for a terminal.
///
/// The wrist is in the middle, down is left and up is right, as the swipes go. The zones that swipe are drawn with `=`, the thresholds
/// with `|`, the thumb with `●`.
package enum ThumbBar {
  /// - Parameters:
  ///   - height: of the thumb above the wrist, in hand sizes or any other unit; nil without a hand.
  ///   - thresholds: how far above the wrist a thumb is up, and how far below it a thumb is down, in the same unit; nil where that is not
  ///     known.
  ///   - range: the height at the right end, in the same unit. In hand sizes, a stretched thumb reaches some 1.3.
  ///   - width: of the bar with its brackets, in characters.
  package static func text(height: Double?, thresholds: (up: Double, down: Double)?, range: Double = 1.5, width: Int) -> String {
    guard width > 2 else { return "" }
    let last = width - 3
    // A trace may have a threshold of 0.
    let range = range > 0 && range.isFinite ? range : 1
    /// The cell of a height; those beyond the range are at the ends.
    func cell(_ height: Double) -> Int {
      Int(((min(max(height, -range), range) / range + 1) / 2 * Double(last)).rounded())
    }
    var cells = [Character](repeating: "·", count: last + 1)
    if let thresholds, thresholds.up.isFinite, thresholds.down.isFinite {
      let (down, up) = (cell(-thresholds.down), cell(thresholds.up))
      for index in cells.indices where index < down || index > up { cells[index] = "=" }
      (cells[down], cells[up]) = ("|", "|")
    }
    if let height, height.isFinite { cells[cell(height)] = "●" }
    return "[\(String(cells))]"
  }
}
