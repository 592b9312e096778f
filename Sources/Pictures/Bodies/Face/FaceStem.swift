import Inference
import Landmarks

/// The first layers of the face landmark model with attention.
///
/// They end before the sum of two branches, which is made here: the runtime would take a fifth of the model's time to write the feature
/// map after it, in two conversions of its layout, while the map of a part that begins with the sum costs nothing.
struct FaceStem: ~Copyable {
  /// Cells of each map, and values of a cell.
  private static let cells = FaceCutout.mapSide * FaceCutout.mapSide, wide = FaceCutout.channels, narrow = wide / 2

  private var model: CompiledModel
  private let convolved: UnsafeBufferPointer<Float>, pooled: UnsafeBufferPointer<Float>

  /// - Parameter threads: number of threads that one inference may use.
  /// - Throws: ``InferenceError``, or ``UserError`` if the outputs are not those of the model.
  init(_ runtime: borrowing Runtime, threads: Int) throws {
    let model = try runtime.compile(.faceAttentionStem, precision: .f32, threads: threads)
    let outputs = try model.outputs(of: "face landmark model's stem", counts: [Self.cells * Self.wide, Self.cells * Self.narrow])
    self.model = model
    (convolved, pooled) = (outputs[0], outputs[1])
  }

  /// The crop, to be filled before ``infer(into:)``.
  var input: UnsafeMutableBufferPointer<Float> { model.input }

  /// Runs the layers and adds the branches, of which the pooled one has half as many channels.
  ///
  /// - Parameter sum: the input of the trunk.
  mutating func infer(into sum: UnsafeMutableBufferPointer<Float>) throws(InferenceError) {
    precondition(sum.count == convolved.count, "the stem does not fit the trunk")
    try model.infer()
    for cell in 0..<Self.cells {
      let (out, wide, narrow) = (cell * Self.wide, convolved.baseAddress! + cell * Self.wide, pooled.baseAddress! + cell * Self.narrow)
      for channel in 0..<Self.narrow { sum[out + channel] = wide[channel] + narrow[channel] }
      for channel in Self.narrow..<Self.wide { sum[out + channel] = wide[channel] }
    }
  }
}
