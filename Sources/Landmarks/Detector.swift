import Imaging
import Inference
import Platform
import UserErrors

/// Finds things of one kind anywhere in a frame.
package struct Detector: ~Copyable {
  /// A logit that is far below the smallest score of every detector. Most are, and a comparison is faster than an exponential.
  private static let hopelessLogit: Float = -1

  private let scheme: DetectorScheme
  private let anchors: [SIMD2<Float>]
  private var model: CompiledModel
  /// The model's outputs: boxes relative to their anchors in input pixels, and scores as logits.
  private let boxes: UnsafeBufferPointer<Float>, scores: UnsafeBufferPointer<Float>
  private var detections: [Detection] = []

  /// - Parameters:
  ///   - scheme: the numbers of the detector.
  ///   - threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of this model.
  package init(_ scheme: DetectorScheme, _ runtime: borrowing Runtime, threads: Int) throws {
    let anchors = scheme.anchors
    let model = try runtime.compile(scheme.model, precision: .f32, threads: threads)
    let outputs = try model.outputs(of: scheme.name, counts: [anchors.count * scheme.valuesPerBox, anchors.count])
    self.scheme = scheme
    self.anchors = anchors
    self.model = model
    (boxes, scores) = (outputs[0], outputs[1])
    detections.reserveCapacity(anchors.count)
  }

  /// Searches a frame.
  ///
  /// - Parameter square: the square of the upright picture that is searched; nil for the whole picture.
  /// - Returns: boxes in pixels of the upright picture, one for each thing, the best first.
  /// - Throws: ``InferenceError`` with the runtime's message; ``UserError`` for a frame that is too large.
  package mutating func detect(_ frame: borrowing Frame, in square: RotatedRegion? = nil) throws -> [Detection] {
    let letterbox = square ?? .letterbox(width: frame.uprightWidth, height: frame.uprightHeight)
    guard letterbox.isSane else {
      throw UserError("a frame has \(frame.width)×\(frame.height) pixels", fix: "scale it down", exitStatus: .internalError)
    }
    CropSampler.sample(frame, letterbox, side: scheme.side, border: .zero, scale: scheme.scale, places: scheme.places, into: model.input)
    try model.infer()
    detections.removeAll(keepingCapacity: true)
    decode(letterbox)
    Detection.merge(&detections)
    return detections
  }

  private mutating func decode(_ letterbox: RotatedRegion) {
    let side = Float(scheme.side)
    let scale = letterbox.width
    let origin = SIMD2(letterbox.centerX, letterbox.centerY) - scale / 2
    for index in anchors.indices where scores[index] > Self.hopelessLogit {
      let score = probability(ofLogit: scores[index])
      guard score >= scheme.minimumScore else { continue }
      let box = boxes.baseAddress! + index * scheme.valuesPerBox
      // MediaPipe ignores a box of negative size, too.
      guard box[2] >= 0, box[3] >= 0 else { continue }
      func place(_ offset: Int) -> SIMD2<Float> {
        origin + (SIMD2(box[offset], box[offset + 1]) / side + anchors[index]) * scale
      }
      let center = place(0)
      let half = SIMD2(box[2], box[3]) / side * scale / 2
      detections.append(
        Detection(score: score, low: center - half, high: center + half, keyPoints: scheme.keyPoints) { place(4 + 2 * $0) })
    }
  }
}

extension CompiledModel {
  /// The outputs by their sizes, since their order is not that of the model's file.
  ///
  /// - Parameters:
  ///   - name: the model's name in messages.
  ///   - counts: number of values of each output, no two of them equal.
  /// - Throws: ``UserError`` if the model has other outputs.
  package borrowing func outputs(of name: String, counts: [Int]) throws(UserError) -> [UnsafeBufferPointer<Float>] {
    let found = counts.compactMap { count in outputs.first { $0.count == count } }
    guard outputs.count == counts.count, found.count == counts.count else {
      throw UserError("the \(name) has other outputs than expected: \(outputs.map(\.count)) values", exitStatus: .internalError)
    }
    return found
  }
}
