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
  /// By how many times a cell's noise energy may be above the picture's, as in bright places or those that flicker; or above that
  /// of ordinary noise (codes) in a picture with less, where compression rounds most cells to the same code in every frame and a
  /// few to either of two.
  private static let mostUnrest: Float = 6, ordinaryNoise: Float = 0.5
  /// Part of a row's common change of brightness that may be wrong, as light does not act on all cells alike.
  private static let lightTolerance: Float = 0.15
  /// Where the sensor may be at its limit (codes above black), so that light acts as it likes.
  private static let bright: Float = 195
  private static let brightTolerance: Float = 1.5
  /// Median of the absolute difference of two normally distributed numbers, in their standard deviations: 0.6745 · √2.
  private static let noiseMedian: Float = 0.9539

  private var now = LumaGrid(), reference = LumaGrid()
  /// Whether there is a picture to compare with.
  package private(set) var hasReference = false
  /// Of how many frames the noise has been learned; no more than the learning goes back.
  private var learned: Float = 0
  private var noise: Float = leastNoise
  /// Noise energies of the cells, in squared codes.
  private var unrest = [Float](repeating: 0, count: LumaGrid.count)
  /// What is different from the reference.
  private var difference = [Float](repeating: 0, count: LumaGrid.count)
  /// By how much that has changed since the frame before.
  private var step = [Float](repeating: 0, count: LumaGrid.count)
  /// What of the brightness changed with the light.
  private var light = [Float](repeating: 0, count: LumaGrid.count)
  private var energy = [Float](repeating: 0, count: LumaGrid.count)
  private var gains = [SIMD8<Float>](repeating: SIMD8(), count: LumaGrid.columns / 8)
  private var weights = [SIMD8<Float>](repeating: SIMD8(), count: LumaGrid.columns / 8)
  private var histogram = [Int32](repeating: 0, count: 512)

  package init() {}

  /// Takes the next picture.
  ///
  /// - Parameter frame: must fit (`LumaGrid.fits`).
  package mutating func note(_ frame: borrowing Frame) {
    now.read(frame)
    if hasReference { compare() }
  }

  /// Takes the next picture.
  package mutating func note(_ grid: LumaGrid) {
    now.copy(grid)
    if hasReference { compare() }
  }

  /// The present picture has been looked at: changes count from here.
  package mutating func lookedAt() {
    reference.copy(now)
    for i in difference.indices { difference[i] = 0 }
    hasReference = true
  }

  /// As before the first picture, but for what is known of the noise.
  package mutating func forget() { hasReference = false }

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

  private mutating func compare() {
    swap(&difference, &step)
    takeDifference()
    for i in step.indices { step[i] = difference[i] - step[i] }
    learnNoise()
    measure()
    sumSquares()
  }

  // MARK: Noise

  /// Noise is what changes from frame to frame in most of the picture. It is believed at once when it falls, and slowly when
  /// it rises: a picture that is all motion soon rests again.
  private mutating func learnNoise() {
    let seen = min(max(median(of: step) / Self.noiseMedian, Self.leastNoise), Self.mostNoise)
    noise = learned == 0 ? seen : seen < noise ? noise + (seen - noise) / 4 : min(seen, noise * 1.06)
    learned = min(learned + 1, 64)
    // What is far more is motion; yet a cell that flickers is there only every now and then.
    let most = 3 * mostUnrest
    for i in 0..<LumaGrid.count { unrest[i] += (min(step[i] * step[i] / 2, most) - unrest[i]) / learned }
  }

  private var mostUnrest: Float {
    let noise = max(noise, Self.ordinaryNoise)
    return Self.mostUnrest * noise * noise
  }

  // MARK: Differences

  private mutating func measure() {
    // A camera that averages over frames hides in neighbouring ones what it shows over a longer time.
    let noise = min(max(median(of: difference) / Self.noiseMedian, self.noise), 2 * self.noise)
    let hidden = noise * noise / (self.noise * self.noise)
    let floor = Self.leastDifference * Self.leastDifference
    for i in 0..<LumaGrid.count {
      let isBright = max(now.cells[i], reference.cells[i]) > Self.bright
      let lightError = (isBright ? Self.brightTolerance : Self.lightTolerance) * light[i]
      let expected = 2 * hidden * min(max(unrest[i], self.noise * self.noise), mostUnrest) + floor + lightError * lightError
      energy[i] = difference[i] * difference[i] / expected
    }
  }

  /// What is left of the difference when what a row has in common is taken out: mains flicker, which runs through a picture in
  /// bands, and a changed exposure. Both scale brightness.
  private mutating func takeDifference() {
    for row in 0..<LumaGrid.rows {
      let cells = row * LumaGrid.columns..<(row + 1) * LumaGrid.columns
      let gain = commonGain(in: cells)
      for i in cells {
        light[i] = (gain - 1) * reference.cells[i]
        difference[i] = now.cells[i] - reference.cells[i] - light[i]
      }
    }
  }

  /// By how much a row has become brighter: half of its light has become so by more, and half by less. A hand in the row does
  /// not count so, unless it is most of it; what is dark, mostly noise, counts little, and so does what is at its limit.
  private mutating func commonGain(in cells: Range<Int>) -> Float {
    var light: Float = 0
    for i in gains.indices {
      let first = cells.lowerBound + 8 * i
      let (new, old) = (now.eight(from: first), reference.eight(from: first))
      let isBright = Self.isNegative(Self.bright - new) | Self.isNegative(Self.bright - old)
      let weight = 1 + Self.where(~isBright, old)
      gains[i] = (new + 1) / (old + 1)
      weights[i] = weight
      light += weight.sum()
    }
    // Bit by bit, as positive numbers have the order of their bits, from a half to two: several times as fast as sorting.
    var median = Float(0.5).bitPattern
    for bit in (10...23).reversed() {
      let limit = Float(bitPattern: median + 1 << bit)
      var below = SIMD8<Float>()
      for i in gains.indices { below += Self.where(Self.isNegative(gains[i] - limit), weights[i]) }
      if 2 * below.sum() < light { median = limit.bitPattern }
    }
    return Float(bitPattern: median)
  }

  /// All bits of a number are set where it is. In this way, as comparing vectors is slow in Swift.
  private static func isNegative(_ values: SIMD8<Float>) -> SIMD8<Int32> { unsafeBitCast(values, to: SIMD8<Int32>.self) &>> 31 }

  /// The values where all bits are set, and 0 where none is.
  private static func `where`(_ mask: SIMD8<Int32>, _ values: SIMD8<Float>) -> SIMD8<Float> {
    unsafeBitCast(unsafeBitCast(values, to: SIMD8<Int32>.self) & mask, to: SIMD8<Float>.self)
  }

  /// The median of absolute values: to a thirty-second of a code, up to 16 codes.
  private mutating func median(of values: [Float]) -> Float {
    for bin in histogram.indices { histogram[bin] = 0 }
    for value in values { histogram[min(Int(abs(value) * 32), histogram.count - 1)] += 1 }
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
    // What is known of the light is no longer needed: its storage takes the sums of rows.
    for row in 0..<rows {
      let start = row * columns
      var left: Float = 0
      for column in 0..<columns {
        let here = energy[start + column]
        let right = column + 1 < columns ? energy[start + column + 1] : 0
        light[start + column] = left + here + right
        left = here
      }
    }
    for i in 0..<LumaGrid.count {
      let above = i >= columns ? light[i - columns] : 0
      let below = i + columns < LumaGrid.count ? light[i + columns] : 0
      energy[i] = above + light[i] + below
    }
  }
}
