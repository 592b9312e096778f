import Inference
import Landmarks
import Testing

@Suite("The hand landmark model in parts")
struct HandLandmarkModelTests {
  /// A picture of stripes.
  private func draw(_ width: Int, _ input: UnsafeMutableBufferPointer<Float>) {
    for i in input.indices { input[i] = Float(i / 3 / width % 2) }
  }

  @Test("gives the results of the whole model, picture after picture", arguments: Precision.allCases)
  func parts(precision: Precision) throws {
    let runtime = try Runtime(.find())
    var whole = try runtime.compile(.handLandmark, precision: .f32, threads: 1)
    var model = try HandLandmarkModel.compiled(by: runtime, precision: precision, threads: 1)
    var answers: [[Float]] = []
    for width in [7, 40, 7] {
      draw(width, whole.input)
      draw(width, model.input)
      try whole.infer()
      try model.infer()
      answers.append(Array(model.outputs[0]))
      // Pixels of the crop. Without a hand in it, the error of 16 bits is larger.
      let most: Float = precision == .f32 ? 0 : 4
      for (a, b) in zip(whole.outputs[0], model.outputs[0]) { #expect(abs(a - b) <= most) }
    }
    #expect(answers[0] == answers[2] && answers[0] != answers[1])
  }

  @Test("has the weights of the whole model")
  func exact() throws {
    let runtime = try Runtime(.find())
    var whole = try runtime.compile(.handLandmark, precision: .f32, threads: 1)
    var stem = try runtime.compile(.handLandmarkStem, precision: .f32, threads: 1)
    var body = try runtime.compile(.handLandmarkBody, precision: .f32, threads: 1)
    var head = try runtime.compile(.handLandmarkHead, precision: .f32, threads: 1)
    try body.takeInput(from: stem)
    try head.takeInput(from: body)
    draw(11, whole.input)
    draw(11, stem.input)
    try whole.infer()
    try stem.infer()
    try body.infer()
    try head.infer()
    for (a, b) in zip(whole.outputs[0], head.outputs[0]) { #expect(abs(a - b) < 0.001) }
  }

  @Test("is refused in one line if its parts do not fit")
  func misfit() throws {
    let runtime = try Runtime(.find())
    let stem = try runtime.compile(.handLandmarkStem, precision: .f32, threads: 1)
    var head = try runtime.compile(.handLandmarkHead, precision: .f32, threads: 1)
    let error = #expect(throws: InferenceError.self) { try head.takeInput(from: stem) }
    #expect(error?.description.hasPrefix("joining two parts of a model failed: ") == true && error?.description.contains("\n") == false)
  }
}
