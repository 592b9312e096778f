import Hands
import Imaging
import Inference
import Platform
import UserErrors

/// Finds the 21 joints of the hand in a region of a frame, with MediaPipe's hand landmark model (full).
struct HandLandmarker: ~Copyable {
  /// Side of the model's input in pixels.
  private static let side = 224
  /// MediaPipe divides depth by this, in addition to scaling it like x.
  private static let depthScale: Float = 0.4

  private var model: HandLandmarkModel

  init(_ runtime: borrowing Runtime, precision: Precision, threads: Int) throws {
    model = try HandLandmarkModel.compiled(by: runtime, precision: precision, threads: threads)
  }

  /// - Returns: the hand, which may have any confidence.
  /// - Throws: ``InferenceError``.
  mutating func landmarks(_ frame: borrowing Frame, in region: RotatedRegion) throws -> HumanHandPoseObservation {
    CropSampler.sample(frame, region, side: Self.side, border: .replicate, into: model.input)
    try model.infer()
    return Self.read(
      points: model.outputs[0], presence: model.outputs[1][0], rightness: model.outputs[2][0], region, width: frame.uprightWidth,
      height: frame.uprightHeight)
  }

  /// Converts the model's output: joints in pixels of the crop, and two probabilities.
  ///
  /// - Parameter rightness: probability that it is the person's right hand. The model's label is "left", but it was made for mirrored
  ///   pictures.
  static func read(
    points: UnsafeBufferPointer<Float>, presence: Float, rightness: Float, _ region: RotatedRegion, width: Int, height: Int
  ) -> HumanHandPoseObservation {
    let mapping = CropMapping(region, side: side, depthScale: depthScale)
    return HumanHandPoseObservation(
      confidence: presence, chirality: rightness > 0.5 ? .right : .left, chiralityConfidence: max(rightness, 1 - rightness),
      imageWidth: width, imageHeight: height
    ) { joint in
      let raw = points.baseAddress! + 3 * joint.rawValue
      let place = mapping.place(raw[0], raw[1])
      return (place.x, place.y, mapping.depth(raw[2]))
    }
  }
}

/// MediaPipe's hand landmark model (full), in 32 bits or for the most part in 16.
///
/// In 16 bits it is three models in sequence, into which `scripts/setup` cuts it. Nearly all of the error of 16 bits comes from two
/// places: the second layer, and the last one, which would round places to half a pixel, and above 128 to a whole one. Therefore the
/// stem (the first six layers) and the head (the last two convolutions and what follows them) compute in 32 bits.
package struct HandLandmarkModel: ~Copyable {
  /// All files that it may be compiled from, which `swipectl doctor` verifies.
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

  /// Compiles the model.
  ///
  /// - Parameters:
  ///   - precision: number format of most of the model.
  ///   - threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of this model.
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
      throw UserError(
        "the hand landmark model has other outputs than expected: \(model.outputs.map(\.count)) values", exitStatus: .internalError)
    }
    return model
  }

  /// 224 × 224 pixels of R, G, B in 0…1.
  package var input: UnsafeMutableBufferPointer<Float> { first.input }
  /// 21 × (x, y, z) in crop pixels, presence, probability of a right hand, 21 × (x, y, z) in meters.
  package let outputs: [UnsafeBufferPointer<Float>]

  /// Runs the model on ``input``.
  ///
  /// - Throws: ``InferenceError`` with the runtime's message.
  package mutating func infer() throws(InferenceError) {
    try first.infer()
    try body?.infer()
    try head?.infer()
  }
}
