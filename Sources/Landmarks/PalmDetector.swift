import Imaging
import Inference

/// Finds palms anywhere in a frame, with MediaPipe's palm detector (full).
package struct PalmDetector: ~Copyable {
  /// Number of searches without a palm after which the next ones start with a look. One that then finds a palm runs both models, which
  /// pays off after two or three that find none.
  private static let mostExactSearches = 3

  private var detector: Detector
  private var look: PalmLook
  /// Number of searches since the last one that found a palm.
  private var emptySearches = 0
  /// What resembled a palm most in the last search, if that was of a square and began with a look; in pixels of the upright picture.
  package private(set) var seemingPalm: SIMD2<Float>?

  /// - Parameters:
  ///   - precision: number format of a look; a search is in 32 bits.
  ///   - threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of this model.
  package init(_ runtime: borrowing Runtime, precision: Precision, threads: Int) throws {
    let detector = try Detector(.palm, runtime, threads: threads)
    look = try PalmLook(runtime, precision: precision, threads: threads)
    self.detector = detector
  }

  /// Searches a frame for palms.
  ///
  /// - Parameters:
  ///   - square: the square of the upright picture that is searched; nil for the whole picture.
  ///   - alarms: where in squares what resembles a palm is no reason to search; and whether what resembles one is searched for at all.
  /// - Returns: palms in pixels of the upright picture, the best first.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  package mutating func detect(
    _ frame: borrowing Frame, in square: RotatedRegion? = nil, except alarms: FalseAlarms = FalseAlarms()
  ) throws -> [Detection] {
    seemingPalm = nil
    let isSearched = try emptySearches < Self.mostExactSearches || mayHavePalm(frame, in: square, except: alarms)
    let palms = isSearched ? try detector.detect(frame, in: square) : []
    // What resembles a palm in a square is rarely one, and is no reason to do without looks.
    emptySearches = palms.isEmpty || square != nil ? emptySearches + 1 : 0
    return palms
  }

  private mutating func mayHavePalm(_ frame: borrowing Frame, in square: RotatedRegion?, except alarms: FalseAlarms) throws -> Bool {
    guard let square else { return try look.mayHavePalm(frame) }
    seemingPalm = try look.palm(frame, in: square, except: alarms)
    if !alarms.allowsSearch { seemingPalm = nil }
    return seemingPalm != nil
  }
}

/// A first look whether there may be a palm: the palm detector's scores for a smaller picture, in half the time of a search. Palms are not
/// placed by it: its error would move the landmarks of all later frames.
private struct PalmLook: ~Copyable {
  /// Score above which there may be a palm. In 1091 pictures of people a search finds one, with a score of 0.5; in 18 of them a look
  /// has less than this. In 923 others it has more in 235.
  private static let doubtfulScore: Float = 0.15
  /// The same for a square of a picture, in which more things resemble a palm. Of the thumbs of `make bench-distance`, one fewer of 48 swipes
  /// than with 0.15, at 4.8 m only; faces that talk are searched half as often.
  private static let doubtfulScoreInSquare: Float = 0.4
  /// Size of the model's input in pixels.
  private static let width = 160, height = 128
  private static let grids = [Grid(cell: 8, anchors: 2), Grid(cell: 16, anchors: 6)]

  private var model: CompiledModel

  init(_ runtime: borrowing Runtime, precision: Precision, threads: Int) throws {
    let model = try runtime.compile(.palmDetectionLook, precision: precision, threads: threads)
    _ = try model.outputs(of: "palm detector's first look", counts: Self.grids.map(\.count))
    self.model = model
  }

  /// The region that has a square at the full height of the input, and more of the picture on both sides.
  private static func filled(_ square: RotatedRegion) -> RotatedRegion {
    var region = square
    region.width *= Float(width) / Float(height)
    region.height = region.width
    return region
  }

  /// Whether there may be a palm in the whole picture.
  mutating func mayHavePalm(_ frame: borrowing Frame) throws -> Bool {
    let (width, height) = (frame.uprightWidth, frame.uprightHeight)
    let region = RotatedRegion.letterbox(width: width, height: height)
    // A picture that is too high for the input is searched, and one that is too large is refused there.
    guard height * Self.width <= width * Self.height, region.isSane else { return true }
    try infer(frame, region)
    return probability(ofLogit: model.outputs.compactMap { $0.max() }.max() ?? 0) >= Self.doubtfulScore
  }

  /// - Returns: the center of what resembles a palm most in a square, in pixels of the upright picture; nil if nothing does.
  mutating func palm(_ frame: borrowing Frame, in square: RotatedRegion, except alarms: FalseAlarms) throws -> SIMD2<Float>? {
    let region = Self.filled(square)
    guard region.isSane else { return nil }
    try infer(frame, region)
    var best: (score: Float, place: SIMD2<Float>)?
    for (index, grid) in Self.grids.enumerated() {
      let scores = model.outputs[index]
      for anchor in scores.indices {
        let score = probability(ofLogit: scores[anchor])
        guard score >= Self.doubtfulScoreInSquare, score > best?.score ?? 0 else { continue }
        let place = grid.place(of: anchor, in: region)
        // A search would only show the square.
        guard max(abs(place.x - square.centerX), abs(place.y - square.centerY)) <= square.width / 2 else { continue }
        if !alarms.isKnown(place, inSquareOf: square.width, at: frame.capturedNs) { best = (score, place) }
      }
    }
    return best?.place
  }

  private mutating func infer(_ frame: borrowing Frame, _ region: RotatedRegion) throws {
    CropSampler.sample(frame, region, side: Self.width, rows: Self.height, border: .zero, into: model.input)
    try model.infer()
  }

  /// The cells of one of the model's outputs, row by row, each with its anchors.
  private struct Grid {
    /// Width and height of a cell in pixels of the input.
    let cell: Int
    let anchors: Int

    var count: Int { width / cell * (height / cell) * anchors }

    /// The center of an anchor's cell.
    ///
    /// - Parameter region: what is sampled, whose width the input shows.
    func place(of anchor: Int, in region: RotatedRegion) -> SIMD2<Float> {
      let (row, column) = (anchor / anchors).quotientAndRemainder(dividingBy: width / cell)
      let pixel = (SIMD2(Float(column), Float(row)) + 0.5) * Float(cell) - SIMD2(Float(width), Float(height)) / 2
      return SIMD2(region.centerX, region.centerY) + pixel * region.width / Float(width)
    }
  }
}
