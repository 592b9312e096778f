import Imaging

/// Detects where a picture has changed since a reference picture, beyond what noise and changing light explain.
///
/// Differences are measured against the reference, not against the previous frame, so that slow changes add up. They are judged in
/// squares of three by three cells, the size of a small hand, as multiples of the noise. It knows no clock.
package struct MotionDetector: Sendable {
  /// Bounds of a cell's noise (standard deviation, codes): video files have next to none, and larger differences are motion.
  private static let leastNoise: Float = 0.1, mostNoise: Float = 2
  /// Difference of a cell that never counts, however low the noise (codes).
  private static let leastDifference: Float = 0.3
  /// How many times the noise energy of a cell may exceed that of the picture, as in bright or flickering places.
  private static let mostUnrest: Float = 6
  /// Noise that ``mostUnrest`` is applied to in a picture with less (codes): compression rounds most cells to the same code in every
  /// frame, and a few to either of two.
  private static let ordinaryNoise: Float = 0.5
  /// Fraction of a row's common change of brightness that may be wrong, because light does not change all cells alike.
  private static let lightTolerance: Float = 0.15
  /// Brightness from which the sensor may saturate (codes above black), so that light changes a cell unpredictably.
  private static let bright: Float = 195
  private static let brightTolerance: Float = 1.5
  /// Median of the absolute difference of two normally distributed numbers, in their standard deviations: 0.6745 · √2.
  private static let noiseMedian: Float = 0.9539

  private var now = LumaGrid(), reference = LumaGrid()
  /// Whether there is a reference to compare with.
  package private(set) var hasReference = false
  /// Number of frames that the noise was learned from, at most the window of the moving average.
  private var learned: Float = 0
  private var noise: Float = leastNoise
  /// Noise energies of the cells, in squared codes.
  private var unrest = [Float](repeating: 0, count: LumaGrid.count)
  /// Difference from the reference that light does not explain.
  private var difference = [Float](repeating: 0, count: LumaGrid.count)
  /// Change of that difference since the previous frame.
  private var step = [Float](repeating: 0, count: LumaGrid.count)
  /// Change of brightness that light explains.
  private var light = [Float](repeating: 0, count: LumaGrid.count)
  private var energy = [Float](repeating: 0, count: LumaGrid.count)
  private var gains = [SIMD8<Float>](repeating: SIMD8(), count: LumaGrid.columns / 8)
  private var weights = [SIMD8<Float>](repeating: SIMD8(), count: LumaGrid.columns / 8)
  private var histogram = [Int32](repeating: 0, count: 512)

  package init() {}

  /// Compares the next picture with the reference.
  ///
  /// - Parameter frame: must fit (`LumaGrid.fits`).
  package mutating func update(_ frame: borrowing Frame) {
    now.read(frame)
    if hasReference { compare() }
  }

  /// Compares the next picture with the reference.
  package mutating func update(_ grid: LumaGrid) {
    now.copy(grid)
    if hasReference { compare() }
  }

  /// The last picture.
  var picture: LumaGrid { now }

  /// The mean brightness of the last picture, in codes above black.
  var brightness: Double {
    var sum = SIMD8<Float>()
    for first in stride(from: 0, to: LumaGrid.count, by: 8) { sum += now.eight(from: first) }
    return Double(sum.sum()) / Double(LumaGrid.count)
  }

  /// Makes the last picture the reference.
  package mutating func setReference() {
    reference.copy(now)
    for i in difference.indices { difference[i] = 0 }
    hasReference = true
  }

  /// Removes the reference, and keeps what was learned about noise.
  package mutating func reset() { hasReference = false }

  /// The largest energy of a square of nine cells, in multiples of a cell's noise energy: about 9 where there is only noise.
  ///
  /// - Parameter cells: columns and rows of the centers of the squares.
  package func largestEnergy(in cells: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)) -> Float {
    var largest: Float = 0
    for row in cells.rows {
      for column in cells.columns { largest = max(largest, energy[row * LumaGrid.columns + column]) }
    }
    return largest
  }

  /// Finds the squares of nine cells with more energy than this, by their centers.
  ///
  /// - Parameter isOut: whether the square with this center does not count.
  package func findEnergy(above limit: Float, in cells: inout CellSet, except isOut: (_ column: Int, _ row: Int) -> Bool) {
    cells.removeAll()
    for cell in energy.indices where energy[cell] > limit && !isOut(cell % LumaGrid.columns, cell / LumaGrid.columns) { cells.insert(cell) }
  }

  /// Every cell of the grid.
  package static let allCells = (columns: 0...LumaGrid.columns - 1, rows: 0...LumaGrid.rows - 1)

  private mutating func compare() {
    swap(&difference, &step)
    takeDifference()
    for i in step.indices { step[i] = difference[i] - step[i] }
    learnNoise()
    measure()
    sumSquares()
  }

  // MARK: Noise

  /// Learns noise: what changes from frame to frame in most of the picture. The estimate falls quickly and rises slowly, because a
  /// picture that is all motion is soon at rest again.
  private mutating func learnNoise() {
    let seen = min(max(median(of: step) / Self.noiseMedian, Self.leastNoise), Self.mostNoise)
    noise = learned == 0 ? seen : seen < noise ? noise + (seen - noise) / 4 : min(seen, noise * 1.06)
    learned = min(learned + 1, 64)
    // Larger steps are motion, so they are capped: at three times the limit, because a flickering cell changes only now and then.
    let most = 3 * mostUnrest
    for i in 0..<LumaGrid.count { unrest[i] += (min(step[i] * step[i] / 2, most) - unrest[i]) / learned }
  }

  private var mostUnrest: Float {
    let noise = max(noise, Self.ordinaryNoise)
    return Self.mostUnrest * noise * noise
  }

  // MARK: Differences

  private mutating func measure() {
    // A camera that averages frames shows less noise between neighboring frames than over a longer time.
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

  /// Subtracts what a whole row has in common from the difference: mains flicker, which shows as horizontal bands, and changes of
  /// exposure. Both scale brightness.
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

  /// The factor by which a row has become brighter: the median over its cells, weighted by brightness. A hand in the row does not
  /// change it unless it fills most of it. Dark cells, which are mostly noise, and saturated ones have little weight.
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
    // Finds the median from 0.5 to 2 bit by bit, since positive floats are ordered as their bits are: several times faster than sorting.
    var median = Float(0.5).bitPattern
    for bit in (10...23).reversed() {
      let limit = Float(bitPattern: median + 1 << bit)
      var below = SIMD8<Float>()
      for i in gains.indices { below += Self.where(Self.isNegative(gains[i] - limit), weights[i]) }
      if 2 * below.sum() < light { median = limit.bitPattern }
    }
    return Float(bitPattern: median)
  }

  /// A mask with all bits set where a value is negative. Swift's comparison of vectors is slower.
  private static func isNegative(_ values: SIMD8<Float>) -> SIMD8<Int32> { unsafeBitCast(values, to: SIMD8<Int32>.self) &>> 31 }

  /// The values where the mask is set, else 0.
  private static func `where`(_ mask: SIMD8<Int32>, _ values: SIMD8<Float>) -> SIMD8<Float> {
    unsafeBitCast(unsafeBitCast(values, to: SIMD8<Int32>.self) & mask, to: SIMD8<Float>.self)
  }

  /// The median of absolute values, to 1/32 of a code, up to 16 codes.
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

  /// Replaces each cell's energy with the sum over the square of nine cells around it; at an edge, of the cells inside the picture.
  private mutating func sumSquares() {
    let (columns, rows) = (LumaGrid.columns, LumaGrid.rows)
    // `light` is no longer needed for this frame: its storage holds the sums of rows.
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
