import Inference

/// MediaPipe's hand landmark model, full, in the three parts that `scripts/setup` cuts it into, one after the other.
///
/// The parts let most of it compute in 16 bits and hardly lose by it: of the error of 16 bits, two thirds come from the second
/// layer and from the last one (which rounds places to half a pixel, and beyond 128 to a whole one). The stem has the first six
/// layers, the head the last three convolutions and what reads them; those compute in 32 bits always.
package struct HandLandmarkModel: ~Copyable {
  /// The parts' files, as `doctor` verifies them.
  package static let files: [ModelFile] = [.handLandmarkStem, .handLandmarkBody, .handLandmarkHead]

  private var stem: CompiledModel, body: CompiledModel, head: CompiledModel

  /// - Parameter precision: of the body.
  /// - Throws: ``InferenceError``, or ``LandmarksError`` where the outputs are not those of this model.
  package init(_ runtime: borrowing Runtime, precision: Precision, threads: Int) throws {
    var stem = try runtime.compile(.handLandmarkStem, precision: .f32, threads: threads)
    var body = try runtime.compile(.handLandmarkBody, precision: precision, threads: threads)
    var head = try runtime.compile(.handLandmarkHead, precision: .f32, threads: threads)
    try body.takeInput(from: stem)
    try head.takeInput(from: body)
    guard head.outputs.map(\.count) == [63, 1, 1, 63] else {
      throw LandmarksError("the hand landmark model has other outputs than expected: \(head.outputs.map(\.count)) values")
    }
    // The first time takes longer and needs more memory, which the runtime's end gives back.
    try stem.infer()
    try body.infer()
    try head.infer()
    self.stem = stem
    self.body = body
    self.head = head
  }

  /// 224×224 pixels, R, G, B in 0…1.
  package var input: UnsafeMutableBufferPointer<Float> { stem.input }
  /// 21 × (x, y, z), presence, rightness, 21 × (x, y, z) in the world.
  package var outputs: [UnsafeBufferPointer<Float>] { head.outputs }

  /// - Throws: ``InferenceError`` with the runtime's own words.
  package mutating func infer() throws(InferenceError) {
    try stem.infer()
    try body.infer()
    try head.infer()
  }
}
