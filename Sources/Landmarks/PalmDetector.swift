import Glibc
import Imaging
import Inference

/// Finds palms anywhere in a frame. MediaPipe's palm detector, full.
struct PalmDetector: ~Copyable {
  /// Input side in pixels, layers, and values per box: landmark models' reference, palm row.
  private static let side = 192
  private static let strides = [8, 16, 16, 16]
  private static let valuesPerBox = 18
  private static let minimumScore: Float = 0.5

  private var model: CompiledModel
  private let anchors = Anchors.centers(side: PalmDetector.side, strides: PalmDetector.strides)
  private var palms: [PalmDetection] = []
  private var hasInferred = false

  init(_ runtime: borrowing Runtime, threads: Int) throws {
    // In 16 bits it begins to follow a hand elsewhere, which moves the landmarks of all frames after that one.
    let model = try runtime.compile(.palmDetectionFull, precision: .f32, threads: threads)
    guard model.outputs.map(\.count) == [anchors.count * Self.valuesPerBox, anchors.count] else {
      throw LandmarksError("the palm detector has other outputs than expected: \(model.outputs.map(\.count)) values")
    }
    self.model = model
    palms.reserveCapacity(anchors.count)
  }

  /// - Returns: palms in image pixels, the best first.
  mutating func detect(_ frame: borrowing Frame) throws -> [PalmDetection] {
    let letterbox = RotatedRegion.letterbox(width: frame.width, height: frame.height)
    CropSampler.sample(frame, letterbox, side: Self.side, border: .zero, into: model.input)
    try model.infer()
    if !hasInferred { releaseUnusedMemory() }
    hasInferred = true
    palms.removeAll(keepingCapacity: true)
    decode(boxes: model.outputs[0], scores: model.outputs[1], letterbox)
    PalmDetection.merge(&palms)
    return palms
  }

  /// Reads the raw output: boxes are measured from their anchor in input pixels, scores are logits.
  private mutating func decode(boxes: UnsafeBufferPointer<Float>, scores: UnsafeBufferPointer<Float>, _ letterbox: RotatedRegion) {
    let scale = letterbox.width
    let origin = SIMD2(letterbox.centerX, letterbox.centerY) - scale / 2
    for index in anchors.indices {
      let score = 1 / (1 + exp(-min(max(scores[index], -100), 100)))
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
