/// How the codes of a dark picture are made brighter.
package struct Brightening: Sendable, Equatable {
  /// What dark codes are multiplied by.
  package var gain: Float
  /// Whether codes are multiplied by less the brighter they are, so that white stays white: a hand in the light of a window must not
  /// become white as well.
  package var keepsHighlights = false

  package init(gain: Float, keepsHighlights: Bool = false) { (self.gain, self.keepsHighlights) = (gain, keepsHighlights) }

  /// A color of 0…1 becomes `gain` times itself, divided by one more than `knee` times itself.
  fileprivate var knee: Float { keepsHighlights ? gain - 1 : 0 }
}

/// The picture of a dark room, made bright enough for the models and with less of the sensor's noise: brightened, blurred by a little more
/// than a pixel, and where nothing moves the mean of the last few pictures.
///
/// Brightening alone does not help: what hides a hand is the noise, which it brightens as well.
package struct BrightPicture: Sendable {
  /// The share of a new picture where nothing moves: as in the mean of about seven.
  private static let leastShare: Float = 0.25
  /// A difference so many times that of noise is motion.
  private static let motion: Float = 3
  /// A picture that comes later than this after the last one is not compared with it, in ns.
  private static let longestGapNs: UInt64 = 1_000_000_000

  private var description = FrameDescription()
  private var brightening = Brightening(gain: 0)
  /// The mean difference between two pictures where nothing moves, in codes.
  private var noise: Float = 0
  /// Red, green and blue of each pixel, row by row in the order of memory.
  private var bytes: [UInt8] = []

  /// Without a picture, until ``take(_:gain:)``.
  package init() {}

  /// Takes the next picture.
  package mutating func take(_ frame: borrowing Frame, _ brightening: Brightening) {
    let before = description
    description = FrameDescription(frame)
    (description.format, description.range) = (.rgb24, .full)
    let goesOn =
      (before.width, before.height, self.brightening) == (frame.width, frame.height, brightening)
      && frame.capturedNs >= before.capturedNs && frame.capturedNs - before.capturedNs < Self.longestGapNs
    if bytes.count != 3 * frame.width * frame.height { bytes = Array(repeating: 0, count: 3 * frame.width * frame.height) }
    self.brightening = brightening
    let gain = brightening.gain
    // A sensor's noise is about a code, of which the blur leaves a quarter.
    let noise = goesOn ? self.noise : gain / 4
    let sum = bytes.withUnsafeMutableBufferPointer { bytes in
      var blur = RowBlur(frame.width)
      return blur.blend(
        frame, brightening, into: bytes.baseAddress!,
        Blending(leastShare: goesOn ? Self.leastShare : 1, motion: Self.motion * noise, most: goesOn ? 4 * noise : 0))
    }
    // More than a code is motion, in which a large part of the picture would raise this without an end.
    self.noise = goesOn ? min(max(sum / Float(bytes.count), gain / 32), gain) : noise
  }

  /// Frees the picture: a large one takes megabytes.
  package mutating func clear() {
    if !bytes.isEmpty { self = BrightPicture() }
  }

  /// Calls `body` with the picture.
  ///
  /// - Precondition: one was taken.
  package func withFrame<R>(_ body: (borrowing Frame) throws -> R) rethrows -> R {
    try description.withFrame(in: bytes, body)
  }
}

/// How a picture is blended with the one before.
private struct Blending {
  /// The share of the new picture where nothing moves.
  let leastShare: Float
  /// The difference from which on only the new one counts, in codes.
  let motion: Float
  /// The difference up to which it counts as noise, in codes.
  let most: Float
}

/// The last rows of a picture, blurred along the row, from which a row is blurred across.
private struct RowBlur {
  /// The binomial weights of a blur of 1.2 pixels.
  private static let weights: (Float, Float, Float, Float) = (20 / 64, 15 / 64, 6 / 64, 1 / 64)
  /// Rows on each side.
  private static let reach = 3
  private static let rowCount = 2 * reach + 1

  /// Numbers beyond each end of a row.
  private static let margin = 3 * reach

  /// Numbers in a row.
  private let length: Int
  /// A row with its margins.
  private var line: [Float]
  private var rows: [Float]

  init(_ width: Int) {
    length = 3 * width
    line = Array(repeating: 0, count: length + 2 * Self.margin)
    rows = Array(repeating: 0, count: Self.rowCount * length)
  }

  /// Blends a frame, brightened and blurred, into the bytes of the picture before.
  ///
  /// - Returns: the sum of the differences between both.
  mutating func blend(
    _ frame: borrowing Frame, _ brightening: Brightening, into bytes: UnsafeMutablePointer<UInt8>, _ blending: Blending
  ) -> Float {
    let (height, length) = (frame.height, length)
    var sum: Float = 0
    line.withUnsafeMutableBufferPointer { line in
      rows.withUnsafeMutableBufferPointer { rows in
        let (line, rows) = (line.baseAddress! + Self.margin, rows.baseAddress!)
        for row in 0..<height + Self.reach {
          if row < height {
            frame.read(with: BrightRow(row: row, brightening, into: line))
            Self.repeatEdges(line, length)
            Self.blur(line, into: rows + row % Self.rowCount * length, length)
          }
          let middle = row - Self.reach
          guard middle >= 0 else { continue }
          func near(_ offset: Int) -> UnsafeMutablePointer<Float> {
            rows + min(max(middle + offset, 0), height - 1) % Self.rowCount * length
          }
          let around = (near(-3), near(-2), near(-1), near(0), near(1), near(2), near(3))
          sum += Self.blend(around, into: bytes + length * middle, length, blending)
        }
      }
    }
    return sum
  }

  /// Repeats the first and the last pixel of a row beyond its ends.
  private static func repeatEdges(_ line: UnsafeMutablePointer<Float>, _ length: Int) {
    for index in 0..<margin {
      line[index - margin] = line[index % 3]
      line[length + index] = line[length - 3 + index % 3]
    }
  }

  /// Blurs a row along itself. The compiler vectorizes this loop and those of ``blend(_:into:_:_:)``.
  private static func blur(_ line: UnsafeMutablePointer<Float>, into row: UnsafeMutablePointer<Float>, _ length: Int) {
    for i in 0..<length {
      let (one, two) = (line[i &- 3] + line[i &+ 3], line[i &- 6] + line[i &+ 6])
      row[i] = line[i] * weights.0 + one * weights.1 + two * weights.2 + (line[i &- 9] + line[i &+ 9]) * weights.3
    }
  }

  private typealias Rows = (
    UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>,
    UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
  )

  /// Blurs seven rows across, and blends the row in the middle into that of the picture before.
  ///
  /// - Returns: the sum of the differences.
  private static func blend(_ rows: Rows, into bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ blending: Blending) -> Float {
    let scale = 1 / max(blending.motion * blending.motion, .leastNormalMagnitude)
    let (least, most) = (blending.leastShare, blending.most)
    // Added to a number, it leaves the nearest integer in the low bits.
    let whole: Float = 12_582_912
    // In quarters of a code.
    var sum: UInt32 = 0
    for i in 0..<count {
      let (near, far, outer) = (rows.2[i] + rows.4[i], rows.1[i] + rows.5[i], rows.0[i] + rows.6[i])
      let blurred = rows.3[i] * weights.0 + near * weights.1 + far * weights.2 + outer * weights.3
      let old = Float(bytes[i])
      let difference = (blurred < 255 ? blurred : 255) - old
      let square = difference * difference * scale
      let share = square < least ? least : square > 1 ? 1 : square
      bytes[i] = UInt8(truncatingIfNeeded: (old + share * difference + whole).bitPattern)
      let size = difference < 0 ? 0 - difference : difference
      sum &+= ((size < most ? size : most) * 4 + whole).bitPattern & 0xffff
    }
    return Float(sum) / 4
  }
}

/// Reads a row of a frame, brightened.
private struct BrightRow: PixelReader {
  let row: Int
  /// In codes.
  let gain: Float
  let knee: Float
  let line: UnsafeMutablePointer<Float>

  init(row: Int, _ brightening: Brightening, into line: UnsafeMutablePointer<Float>) {
    (self.row, gain, knee, self.line) = (row, 255 * brightening.gain, brightening.knee, line)
  }

  @inline(__always)
  func read(_ frame: borrowing Frame, _ layout: some PixelLayout, _ colors: some ColorConversion) {
    let blacks = colors.blacks
    for column in 0..<frame.width {
      let codes = layout.codes(column, row)
      let (red, green, blue) = colors.rgb(Float(codes.x) - blacks.0, Float(codes.y) - blacks.1, Float(codes.z) - blacks.2)
      (line[3 &* column], line[3 &* column &+ 1], line[3 &* column &+ 2]) = (brighten(red), brighten(green), brighten(blue))
    }
  }

  @inline(__always)
  private func brighten(_ color: Float) -> Float { color * gain / (1 + color * knee) }
}
