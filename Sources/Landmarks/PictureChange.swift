import Imaging

/// Tells where a picture has changed since it was last looked at, beyond what noise and changing light explain.
///
/// Differences are taken against the picture that was looked at, not against the one before, so that slow changes add up.
/// They are judged in squares of three by three cells, as multiples of the noise: so few cells can be a small hand.
/// Pure: knows no time and no frame.
package struct PictureChange: Sendable {
  /// Noise of a cell (standard deviation, codes): not less even where none is seen, as in a video file; and not more, since
  /// larger differences from frame to frame are motion.
  private static let leastNoise: Float = 0.1, mostNoise: Float = 2
  /// Difference of a cell that is none whatever the noise (codes).
  private static let leastDifference: Float = 0.3
  /// By how many times a cell's noise energy may be above the picture's, as in bright places or those that flicker.
  private static let mostUnrest: Float = 6
  /// Part of a row's common change of brightness that may be wrong, as light does not act on all cells alike.
  private static let lightTolerance: Float = 0.15
  /// Where the sensor may be at its limit (codes above black), so that light acts as it likes.
  private static let bright: Float = 195
  private static let brightTolerance: Float = 1.5
  /// Median of the absolute difference of two normally distributed numbers, in their standard deviations: 0.6745 · √2.
  private static let noiseMedian: Float = 0.9539

  private var now = LumaGrid(), before = LumaGrid(), reference = LumaGrid()
  private var hasBefore = false
  /// Whether there is a picture to compare with.
  package private(set) var hasReference = false
  private var noise: Float = leastNoise
  private var unrest = [Float](repeating: 1, count: LumaGrid.count)
  private var difference = [Float](repeating: 0, count: LumaGrid.count)
  private var light = [Float](repeating: 0, count: LumaGrid.count)
  private var energy = [Float](repeating: 0, count: LumaGrid.count)
  private var gains = [UInt32](repeating: 0, count: LumaGrid.columns)
  private var histogram = [Int32](repeating: 0, count: 512)

  package init() {}

  /// Takes the next picture.
  ///
  /// - Parameter frame: must fit (`LumaGrid.fits`).
  package mutating func note(_ frame: borrowing Frame) {
    swap(&now, &before)
    now.read(frame)
    measure()
  }

  /// Takes the next picture.
  package mutating func note(_ grid: LumaGrid) {
    swap(&now, &before)
    now.copy(grid)
    measure()
  }

  private mutating func measure() {
    if hasBefore { learnNoise() }
    hasBefore = true
    if hasReference { compare() }
  }

  /// The present picture has been looked at: changes count from here.
  package mutating func lookedAt() {
    reference.copy(now)
    hasReference = true
  }

  /// As before the first picture, but for what is known of the noise.
  package mutating func forget() { (hasReference, hasBefore) = (false, false) }

  /// The largest change in some cells: the energy of a square of nine cells in multiples of a cell's noise. About 9 where there
  /// is only noise.
  ///
  /// - Parameter cells: columns and rows of the grid.
  package func largest(in cells: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)) -> Float {
    var largest: Float = 0
    for row in cells.rows {
      for column in cells.columns { largest = max(largest, energy[row * LumaGrid.columns + column]) }
    }
    return largest
  }

  /// Every cell of the grid.
  package static let everywhere = (columns: 0...LumaGrid.columns - 1, rows: 0...LumaGrid.rows - 1)

  // MARK: Noise

  /// Noise is what changes from frame to frame in most of the picture. It is believed at once when it falls, and slowly when
  /// it rises: a picture that is all motion soon rests again.
  private mutating func learnNoise() {
    takeDifference(to: before)
    let seen = min(max(medianDifference() / Self.noiseMedian, Self.leastNoise), Self.mostNoise)
    noise = seen < noise ? noise + (seen - noise) / 4 : min(seen, noise * 1.06)
    let scale = 1 / (2 * noise * noise)
    for i in 0..<LumaGrid.count {
      let ratio = min(difference[i] * difference[i] * scale, 16)
      unrest[i] += (ratio - unrest[i]) / 64
    }
  }

  // MARK: Differences

  private mutating func compare() {
    takeDifference(to: reference)
    // A camera that averages over frames hides in neighbouring ones what it shows over a longer time.
    let noise = min(max(medianDifference() / Self.noiseMedian, self.noise), 2 * self.noise)
    let floor = Self.leastDifference * Self.leastDifference
    for i in 0..<LumaGrid.count {
      let isBright = max(now.cells[i], reference.cells[i]) > Self.bright
      let lightError = (isBright ? Self.brightTolerance : Self.lightTolerance) * light[i]
      let expected = 2 * noise * noise * min(max(unrest[i], 1), Self.mostUnrest) + floor + lightError * lightError
      energy[i] = difference[i] * difference[i] / expected
    }
    sumSquares()
  }

  /// What is left of the difference when what a row has in common is taken out: mains flicker, which runs through a picture in
  /// bands, and a changed exposure. Both scale brightness.
  private mutating func takeDifference(to other: LumaGrid) {
    for row in 0..<LumaGrid.rows {
      let cells = row * LumaGrid.columns..<(row + 1) * LumaGrid.columns
      let gain = commonGain(in: cells, against: other)
      for i in cells {
        light[i] = (gain - 1) * other.cells[i]
        difference[i] = now.cells[i] - other.cells[i] - light[i]
      }
    }
  }

  /// By how much a row has become brighter: half of its light has become so by more, and half by less. A hand in the row does
  /// not count so, unless it is most of it; what is dark, mostly noise, counts little, and so does what is at its limit.
  private mutating func commonGain(in cells: Range<Int>, against other: LumaGrid) -> Float {
    var light: UInt32 = 0
    for i in cells {
      // In one number, for the sake of a fast order: the gain, below 4, in 18 bits and the brightness in 9.
      let gain = min((now.cells[i] + 1) / (other.cells[i] + 1), 3.99)
      let weight = max(now.cells[i], other.cells[i]) > Self.bright ? 1 : UInt32(other.cells[i]) + 1
      gains[i - cells.lowerBound] = UInt32(gain * 65536) << 9 | weight
      light += weight
    }
    gains.sort()
    var below: UInt32 = 0
    for gain in gains {
      below += gain & 0x1ff
      if 2 * below >= light { return min(max(Float(gain >> 9) / 65536, 0.5), 2) }
    }
    return 1
  }

  /// To a thirty-second of a code, of differences below 16 codes.
  private mutating func medianDifference() -> Float {
    for bin in histogram.indices { histogram[bin] = 0 }
    for value in difference { histogram[min(Int(abs(value) * 32), histogram.count - 1)] += 1 }
    var below: Int32 = 0
    for bin in histogram.indices {
      below += histogram[bin]
      if below >= LumaGrid.count / 2 { return (Float(bin) + 0.5) / 32 }
    }
    return Float(histogram.count) / 32
  }

  /// Each cell's energy becomes that of the square of nine around it; at an edge, of those that are there.
  private mutating func sumSquares() {
    let (columns, rows) = (LumaGrid.columns, LumaGrid.rows)
    for row in 0..<rows {
      let start = row * columns
      var left: Float = 0
      for column in 0..<columns {
        let here = energy[start + column]
        let right = column + 1 < columns ? energy[start + column + 1] : 0
        difference[start + column] = left + here + right
        left = here
      }
    }
    for i in 0..<LumaGrid.count {
      let above = i >= columns ? difference[i - columns] : 0
      let below = i + columns < LumaGrid.count ? difference[i + columns] : 0
      energy[i] = above + difference[i] + below
    }
  }
}
