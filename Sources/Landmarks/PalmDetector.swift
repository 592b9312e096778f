import Glibc
import Imaging
import Inference
import Platform

/// The fixed grid of places to which a single-shot detector's boxes are relative.
package enum Anchors {
  /// Centers of the anchors, 0…1 in both directions, in the order of the detector's output.
  ///
  /// Consecutive layers of equal stride share a grid, whose cells have two anchors per layer.
  ///
  /// - Parameters:
  ///   - side: side of the detector's square input, in pixels.
  ///   - strides: stride of each layer, in pixels.
  package static func centers(side: Int, strides: [Int]) -> [SIMD2<Float>] {
    var centers: [SIMD2<Float>] = []
    var layer = 0
    while layer < strides.count {
      let run = strides[layer...].prefix { $0 == strides[layer] }.count
      let cells = (side + strides[layer] - 1) / strides[layer]
      for y in 0..<cells {
        for x in 0..<cells {
          let center = (SIMD2(Float(x), Float(y)) + 0.5) / Float(cells)
          for _ in 0..<2 * run { centers.append(center) }
        }
      }
      layer += run
    }
    return centers
  }
}

/// Finds palms anywhere in a frame, with MediaPipe's palm detector (full).
package struct PalmDetector: ~Copyable {
  // Side of the model's input in pixels, strides of its layers in pixels, and values per box.
  private static let side = 192
  private static let strides = [8, 16, 16, 16]
  private static let valuesPerBox = 18
  private static let minimumScore: Float = 0.5
  /// Score in 16 bits from which the search is repeated in 32. On 413 pictures of hands the two differ by at most 0.05.
  private static let doubtfulScore: Float = 0.35
  /// Number of searches without a palm after which the next ones start in 16 bits. One that then finds a palm runs both models, which
  /// pays off after two or three that find none.
  private static let mostExactSearches = 3

  private var model: CompiledModel
  /// The same model in 16 bits, which decides faster whether there is a palm. Its places are not used: their error would move the
  /// landmarks of all later frames.
  private var rough: CompiledModel?
  private let anchors = Anchors.centers(side: PalmDetector.side, strides: PalmDetector.strides)
  private var palms: [PalmDetection] = []
  /// Number of searches since the last one that found a palm.
  private var emptySearches = 0

  /// - Parameters:
  ///   - precision: number format of a first search after some without a palm; a second search, if there may be a palm, is in 32 bits.
  ///   - threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of this model.
  package init(_ runtime: borrowing Runtime, precision: Precision, threads: Int) throws {
    let model = try runtime.compile(.palmDetectionFull, precision: .f32, threads: threads)
    guard model.outputs.map(\.count) == [anchors.count * Self.valuesPerBox, anchors.count] else {
      throw UserError(
        "the palm detector has other outputs than expected: \(model.outputs.map(\.count)) values", exitStatus: .internalError)
    }
    if precision != .f32 {
      var rough = try runtime.compile(.palmDetectionFull, precision: precision, threads: threads)
      try rough.shareInput(of: model)
      self.rough = consume rough
    }
    self.model = model
    palms.reserveCapacity(anchors.count)
  }

  /// Searches a frame for palms.
  ///
  /// - Returns: palms in pixels of the upright picture, the best first.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  package mutating func detect(_ frame: borrowing Frame) throws -> [PalmDetection] {
    let letterbox = RotatedRegion.letterbox(width: frame.uprightWidth, height: frame.uprightHeight)
    guard letterbox.isSane else {
      throw UserError("a frame has \(frame.width)×\(frame.height) pixels", fix: "scale it down", exitStatus: .internalError)
    }
    CropSampler.sample(frame, letterbox, side: Self.side, border: .zero, into: model.input)
    palms.removeAll(keepingCapacity: true)
    defer { emptySearches = palms.isEmpty ? emptySearches + 1 : 0 }
    if emptySearches >= Self.mostExactSearches {
      try rough?.infer()
      if let best = rough?.outputs[1].max(), Self.score(best) < Self.doubtfulScore { return palms }
    }
    try model.infer()
    decode(boxes: model.outputs[0], scores: model.outputs[1], letterbox)
    PalmDetection.merge(&palms)
    return palms
  }

  /// The probability of a logit.
  private static func score(_ logit: Float) -> Float { 1 / (1 + exp(-min(max(logit, -100), 100))) }

  /// Converts the model's output: boxes relative to their anchors in input pixels, and scores as logits.
  private mutating func decode(boxes: UnsafeBufferPointer<Float>, scores: UnsafeBufferPointer<Float>, _ letterbox: RotatedRegion) {
    let scale = letterbox.width
    let origin = SIMD2(letterbox.centerX, letterbox.centerY) - scale / 2
    for index in anchors.indices {
      let score = Self.score(scores[index])
      guard score > Self.minimumScore else { continue }
      let box = boxes.baseAddress! + index * Self.valuesPerBox
      func place(_ offset: Int) -> SIMD2<Float> {
        origin + (SIMD2(box[offset], box[offset + 1]) / Float(Self.side) + anchors[index]) * scale
      }
      let center = place(0)
      let half = SIMD2(box[2], box[3]) / Float(Self.side) * scale / 2
      palms.append(PalmDetection(score: score, low: center - half, high: center + half, wrist: place(4), middleKnuckle: place(8)))
    }
  }
}
