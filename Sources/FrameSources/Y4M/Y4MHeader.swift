import Imaging

/// The first line of a YUV4MPEG2 stream.
package struct Y4MHeader: Equatable, Sendable {
  /// Size in pixels.
  package var width: Int, height: Int
  /// Frames per second, as a fraction; 30:1, the rate of most cameras, if the header has none.
  package var rate: (frames: UInt64, seconds: UInt64) { (rateFrames, rateSeconds) }
  package var format: PixelFormat
  package var range: ColorRange
  private var rateFrames: UInt64 = 30, rateSeconds: UInt64 = 1

  static let magic = "YUV4MPEG2"
  private static let sizes = 1...16_384
  /// Plausible rates in frames per second; others are errors.
  private static let rates = 0.001...1000.0

  /// Parses a header.
  ///
  /// - Parameter line: the line's bytes without its newline.
  /// - Throws: ``Y4MProblem`` with the first error.
  package init(parsing line: some Collection<UInt8>) throws(Y4MProblem) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.first == Substring(Y4MHeader.magic) else { throw .notY4M }
    var width: Int?
    var height: Int?
    format = .yuv420
    range = .limited
    for word in words.dropFirst() {
      let value = word.dropFirst()
      switch word.first {
      case "W": width = try Y4MHeader.size(word)
      case "H": height = try Y4MHeader.size(word)
      case "F": (rateFrames, rateSeconds) = try Y4MHeader.rate(word)
      case "C": format = try Y4MHeader.format(value)
      case "X": if value.hasPrefix("COLORRANGE=") { range = try Y4MHeader.range(word) }
      // Interlacing and pixel aspect hardly change the place of a hand; other parameters are ignored, as the format requires.
      default: break
      }
    }
    guard let width else { throw .missing(parameter: "W") }
    guard let height else { throw .missing(parameter: "H") }
    (self.width, self.height) = (width, height)
  }

  private static func size(_ word: Substring) throws(Y4MProblem) -> Int {
    guard let size = Int(word.dropFirst()), sizes.contains(size) else {
      throw .badParameter(String(word), expected: "\(word.prefix(1)) and a number of pixels, \(sizes.lowerBound) to \(sizes.upperBound)")
    }
    return size
  }

  private static func rate(_ word: Substring) throws(Y4MProblem) -> (UInt64, UInt64) {
    let parts = word.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
    // The format's notation for an unknown rate.
    if parts == [0, 0] { return (30, 1) }
    guard parts.count == 2, let frames = parts[0], let seconds = parts[1], max(frames, seconds) <= 1_000_000_000,
      seconds > 0, rates.contains(Double(frames) / Double(seconds))
    else { throw .badParameter(String(word), expected: "F and a rate as F30:1, \(rates.lowerBound) to 1000 frames a second") }
    return (frames, seconds)
  }

  private static func format(_ tag: Substring) throws(Y4MProblem) -> PixelFormat {
    switch tag {
    // They differ in the place of chroma samples by less than a pixel.
    case "420", "420jpeg", "420mpeg2", "420paldv": .yuv420
    case "422": .yuv422
    case "444": .yuv444
    case "mono": .grey
    default: throw .unsupportedChroma("C" + tag)
    }
  }

  private static func range(_ word: Substring) throws(Y4MProblem) -> ColorRange {
    switch word {
    case "XCOLORRANGE=FULL": .full
    case "XCOLORRANGE=LIMITED": .limited
    default: throw .badParameter(String(word), expected: "XCOLORRANGE=FULL or XCOLORRANGE=LIMITED")
    }
  }
}

extension Y4MHeader {
  /// The capture time of frame `number` after the stream's start, in ns. Each is rounded on its own, so nothing drifts.
  package func timeNs(of number: UInt64) -> UInt64 {
    let (seconds, rest) = (number * rateSeconds).quotientAndRemainder(dividingBy: rateFrames)
    return seconds * 1_000_000_000 + rest * 1_000_000_000 / rateFrames
  }

  /// Where the pixels of each frame lie.
  package var layout: BufferLayout { BufferLayout(format: format, range: range, width: width, height: height) }

  /// Bytes of pixels in one frame.
  package var frameBytes: Int { layout.byteCount }
}
