import Glibc
import Imaging
import Inference

/// Finds palms anywhere in a frame. MediaPipe's palm detector, full.
package struct PalmDetector: ~Copyable {
  /// Input side in pixels, layers, and values per box: landmark models' reference, palm row.
  private static let side = 192
  private static let strides = [8, 16, 16, 16]
  private static let valuesPerBox = 18
  private static let minimumScore: Float = 0.5
  /// In 16 bits scores are off by 0.05 at most, on 413 pictures of hands.
  private static let doubtfulScore: Float = 0.35
  /// After so many searches in vain the next is begun in 16 bits: a palm costs both then, which two or three in vain win back.
  private static let mostExactSearches = 3

  private var model: CompiledModel
  /// The same in 16 bits: it tells for less whether there is a palm at all. But what is followed from the place that it finds moves
  /// the landmarks of all frames after that one.
  private var rough: CompiledModel?
  private let anchors = Anchors.centers(side: PalmDetector.side, strides: PalmDetector.strides)
  private var palms: [PalmDetection] = []
  /// Searches without a palm since the last one that found some.
  private var emptySearches = 0

  /// - Parameters:
  ///   - precision: of a first look where no palm has been for a while; the second one, where there may be one, is in 32 bits.
  ///   - threads: how many threads one inference may use.
  /// - Throws: ``InferenceError``, or ``LandmarksError`` where the outputs are not those of this model.
  package init(_ runtime: borrowing Runtime, precision: Precision, threads: Int) throws {
    let model = try runtime.compile(.palmDetectionFull, precision: .f32, threads: threads)
    guard model.outputs.map(\.count) == [anchors.count * Self.valuesPerBox, anchors.count] else {
      throw LandmarksError("the palm detector has other outputs than expected: \(model.outputs.map(\.count)) values")
    }
    if precision != .f32 {
      var rough = try runtime.compile(.palmDetectionFull, precision: precision, threads: threads)
      try rough.shareInput(of: model)
      self.rough = consume rough
    }
    self.model = model
    palms.reserveCapacity(anchors.count)
  }

  /// - Returns: palms in image pixels, the best first.
  /// - Throws: ``InferenceError`` with the runtime's own words.
  package mutating func detect(_ frame: borrowing Frame) throws -> [PalmDetection] {
    let letterbox = RotatedRegion.letterbox(width: frame.width, height: frame.height)
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

  /// The probability behind a logit.
  private static func score(_ logit: Float) -> Float { 1 / (1 + exp(-min(max(logit, -100), 100))) }

  /// Reads the raw output: boxes are measured from their anchor in input pixels, scores are logits.
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
