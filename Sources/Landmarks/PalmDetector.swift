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
  /// - Parameter square: the square of the upright picture that is searched; nil for the whole picture.
  /// - Returns: palms in pixels of the upright picture, the best first.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  package mutating func detect(_ frame: borrowing Frame, in square: RotatedRegion? = nil) throws -> [Detection] {
    let mayHavePalm = try emptySearches < Self.mostExactSearches || look.mayHavePalm(frame, in: square)
    let palms = mayHavePalm ? try detector.detect(frame, in: square) : []
    // What resembles a palm in a square is rarely one, and is no reason to do without looks.
    emptySearches = palms.isEmpty || square != nil ? emptySearches + 1 : 0
    return palms
  }
}

/// A first look whether there may be a palm: the palm detector's scores for a smaller picture, in half the time of a search. Its places
/// are not used: their error would move the landmarks of all later frames.
private struct PalmLook: ~Copyable {
  /// Score above which there may be a palm. In 1091 pictures of people a search finds one, with a score of 0.5; in 18 of them a look
  /// has less than this. In 923 others it has more in 235.
  private static let doubtfulScore: Float = 0.15
  /// The same for a square of a picture, in which more things resemble a palm. Of the thumbs of `make bench-distance`, one fewer of 48 swipes
  /// than with 0.15, at 4.8 m only; faces that talk are searched half as often.
  private static let doubtfulScoreInSquare: Float = 0.4
  /// Size of the model's input in pixels.
  private static let width = 160, height = 128

  private var model: CompiledModel

  init(_ runtime: borrowing Runtime, precision: Precision, threads: Int) throws {
    let model = try runtime.compile(.palmDetectionLook, precision: precision, threads: threads)
    // Two anchors in each cell of one grid, and six in one half as wide and high.
    let cells = Self.width * Self.height / 64
    _ = try model.outputs(of: "palm detector's first look", counts: [2 * cells, 6 * cells / 4])
    self.model = model
  }

  /// The region that has a square at the full height of the input, and more of the picture on both sides.
  private static func filled(_ square: RotatedRegion) -> RotatedRegion {
    var region = square
    region.width *= Float(width) / Float(height)
    region.height = region.width
    return region
  }

  mutating func mayHavePalm(_ frame: borrowing Frame, in square: RotatedRegion?) throws -> Bool {
    let (width, height) = (frame.uprightWidth, frame.uprightHeight)
    let region = square.map(Self.filled) ?? RotatedRegion.letterbox(width: width, height: height)
    // A picture that is too high for the input is searched, and one that is too large is refused there.
    guard square != nil || height * Self.width <= width * Self.height, region.isSane else { return true }
    CropSampler.sample(frame, region, side: Self.width, rows: Self.height, border: .zero, into: model.input)
    try model.infer()
    let best = model.outputs.compactMap { $0.max() }.max() ?? 0
    return probability(ofLogit: best) >= (square == nil ? Self.doubtfulScore : Self.doubtfulScoreInSquare)
  }
}
