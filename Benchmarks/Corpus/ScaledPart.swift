import Imaging

/// A part of a picture, scaled.
struct ScaledPart {
  /// Size in pixels.
  let width: Int, height: Int
  /// Row by row, three bytes per pixel.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - scale: size of the scaled picture, as a multiple of the picture's.
  ///   - columns: columns of the scaled picture.
  ///   - rows: rows of the scaled picture.
  init(_ picture: RGBPicture, scale: Float, columns: Range<Int>, rows: Range<Int>) {
    (width, height) = (columns.count, rows.count)
    let across = columns.map { Self.share($0, scale, of: picture.width) }
    let down = rows.map { Self.share($0, scale, of: picture.height) }
    let lines = (down.map(\.first).min() ?? 0)...(down.map { $0.first + $0.weights.count - 1 }.max() ?? 0)
    // First each row of the picture, then the columns of these.
    var narrow = [Float](repeating: 0, count: lines.count * width * 3)
    for line in lines {
      for (column, share) in across.enumerated() {
        for color in 0..<3 {
          var sum: Float = 0
          for (index, weight) in share.weights.enumerated() {
            sum += weight * Float(picture.bytes[3 * (line * picture.width + share.first + index) + color])
          }
          narrow[3 * ((line - lines.lowerBound) * columns.count + column) + color] = sum
        }
      }
    }
    var bytes = [UInt8](repeating: 0, count: 3 * width * height)
    for (row, share) in down.enumerated() {
      for place in 0..<3 * width {
        var sum: Float = 0
        for (index, weight) in share.weights.enumerated() {
          sum += weight * narrow[3 * (share.first + index - lines.lowerBound) * width + place]
        }
        bytes[3 * row * width + place] = UInt8(min(max(sum.rounded(), 0), 255))
      }
    }
    self.bytes = bytes
  }

  /// The pixels of which a scaled pixel is the mean: those that it covers, or, in an enlarged picture, the two nearest.
  private static func share(_ index: Int, _ scale: Float, of count: Int) -> (first: Int, weights: [Float]) {
    let center = (Float(index) + 0.5) / scale
    let half = max(0.5 / scale, 0.5)
    let (low, high) = (max(center - half, 0), min(center + half, Float(count)))
    let first = min(Int(low), count - 1)
    let last = max(min(Int(high.rounded(.up)) - 1, count - 1), first)
    let weights = (first...last).map { max(min(high, Float($0 + 1)) - max(low, Float($0)), 0) }
    let sum = weights.reduce(0, +)
    return (first, sum > 0 ? weights.map { $0 / sum } : [1] + [Float](repeating: 0, count: weights.count - 1))
  }
}
