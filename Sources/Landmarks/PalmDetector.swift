import Imaging
import Inference

/// Finds palms anywhere in a frame, with MediaPipe's palm detector (full).
package struct PalmDetector: ~Copyable {
  /// Score in 16 bits from which the search is repeated in 32. On 413 pictures of hands the two differ by at most 0.05.
  private static let doubtfulScore: Float = 0.35
  /// Number of searches without a palm after which the next ones start in 16 bits. One that then finds a palm runs both models, which
  /// pays off after two or three that find none.
  private static let mostExactSearches = 3

  private var detector: Detector
  /// The same model in 16 bits, which decides faster whether there is a palm. Its places are not used: their error would move the
  /// landmarks of all later frames.
  private var rough: CompiledModel?
  /// Number of searches since the last one that found a palm.
  private var emptySearches = 0

  /// - Parameters:
  ///   - precision: number format of a first search after some without a palm; a second search, if there may be a palm, is in 32 bits.
  ///   - threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of this model.
  package init(_ runtime: borrowing Runtime, precision: Precision, threads: Int) throws {
    let detector = try Detector(.palm, runtime, threads: threads)
    if precision != .f32 {
      var rough = try runtime.compile(.palmDetectionFull, precision: precision, threads: threads)
      try rough.shareInput(of: detector.model)
      self.rough = consume rough
    }
    self.detector = detector
  }

  /// Searches a frame for palms.
  ///
  /// - Returns: palms in pixels of the upright picture, the best first.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  package mutating func detect(_ frame: borrowing Frame) throws -> [Detection] {
    let letterbox = try detector.load(frame)
    if emptySearches >= Self.mostExactSearches, try !mayFindPalm() {
      emptySearches += 1
      return []
    }
    let palms = try detector.detect(in: letterbox)
    emptySearches = palms.isEmpty ? emptySearches + 1 : 0
    return palms
  }

  /// Searches in 16 bits, if there is a model for it, whether there may be a palm.
  private mutating func mayFindPalm() throws(InferenceError) -> Bool {
    try rough?.infer()
    guard let best = rough?.outputs[1].max() else { return true }
    return probability(ofLogit: best) >= Self.doubtfulScore
  }
}
