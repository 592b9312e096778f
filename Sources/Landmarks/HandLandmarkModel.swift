import Inference

/// MediaPipe's hand landmark model, full: whole in 32 bits, or most of it in 16.
///
/// In 16 bits it is three models, one after the other, which `scripts/setup` cuts it into. For nearly all of the error of 16 bits
/// comes from two places: the second layer, and the last one, which rounds places to half a pixel and beyond 128 to a whole one.
/// The stem has the first six layers, the head the last two convolutions and what reads them; both compute in 32 bits.
package struct HandLandmarkModel: ~Copyable {
  /// What it may be made of, as `doctor` verifies it.
  package static let files: [ModelFile] = [.handLandmark, .handLandmarkStem, .handLandmarkBody, .handLandmarkHead]

  private var first: CompiledModel
  private var body: CompiledModel?, head: CompiledModel?

  private init(
    _ first: consuming CompiledModel, _ body: consuming CompiledModel?, _ head: consuming CompiledModel?,
    outputs: [UnsafeBufferPointer<Float>]
  ) {
    self.first = first
    self.body = body
    self.head = head
    self.outputs = outputs
  }

  /// - Parameter threads: how many threads one inference may use.
  /// - Throws: ``InferenceError``, or ``LandmarksError`` where the outputs are not those of this model.
  package static func compiled(by runtime: borrowing Runtime, precision: Precision, threads: Int) throws -> HandLandmarkModel {
    let model: HandLandmarkModel
    switch precision {
    case .f32:
      let whole = try runtime.compile(.handLandmark, precision: .f32, threads: threads)
      let outputs = whole.outputs
      model = HandLandmarkModel(whole, nil, nil, outputs: outputs)
    case .bf16:
      let stem = try runtime.compile(.handLandmarkStem, precision: .f32, threads: threads)
      var body = try runtime.compile(.handLandmarkBody, precision: .bf16, threads: threads)
      var head = try runtime.compile(.handLandmarkHead, precision: .f32, threads: threads)
      try body.takeInput(from: stem)
      try head.takeInput(from: body)
      let outputs = head.outputs
      model = HandLandmarkModel(stem, consume body, consume head, outputs: outputs)
    }
    guard model.outputs.map(\.count) == [63, 1, 1, 63] else {
      throw LandmarksError("the hand landmark model has other outputs than expected: \(model.outputs.map(\.count)) values")
    }
    return model
  }

  /// 224×224 pixels, R, G, B in 0…1.
  package var input: UnsafeMutableBufferPointer<Float> { first.input }
  /// 21 × (x, y, z), presence, rightness, 21 × (x, y, z) in the world.
  package let outputs: [UnsafeBufferPointer<Float>]

  /// - Throws: ``InferenceError`` with the runtime's own words.
  package mutating func infer() throws(InferenceError) {
    try first.infer()
    try body?.infer()
    try head?.infer()
  }
}
