import Inference
import Landmarks
import Testing

@Suite("The hand landmark model in parts")
struct HandLandmarkModelTests {
  @Test("computes each part on what the one before gave: another picture, another answer")
  func joined() throws {
    let runtime = try Runtime(.find())
    var model = try HandLandmarkModel(runtime, precision: .f32, threads: 1)
    #expect(model.input.count == 224 * 224 * 3 && model.outputs.map(\.count) == [63, 1, 1, 63])
    func answer(_ value: Float) throws -> [Float] {
      model.input.update(repeating: value)
      try model.infer()
      return Array(model.outputs[0])
    }
    let (grey, black) = try (answer(0.5), answer(0))
    #expect(grey != black)
    #expect(try answer(0.5) == grey)
  }

  @Test("whose parts do not fit is refused in one line")
  func misfit() throws {
    let runtime = try Runtime(.find())
    let stem = try runtime.compile(.handLandmarkStem, precision: .f32, threads: 1)
    var head = try runtime.compile(.handLandmarkHead, precision: .f32, threads: 1)
    let error = #expect(throws: InferenceError.self) { try head.takeInput(from: stem) }
    #expect(error?.description.hasPrefix("joining two parts of a model failed: ") == true && error?.description.contains("\n") == false)
  }
}
