import Bodies
import Corpus
import Foundation
import Imaging
import Inference
import Landmarks
import Testing

@Suite("A request for body poses")
struct BodyPoseRequestTests {
  /// MediaPipe's body landmark model (full), with its mask. The SHA-256 is that of the file in MediaPipe 0.10.21's PyPI wheel.
  private static let whole = ModelFile(
    name: "pose_landmark_full.tflite", sha256: "e9a5c5cb17f736fafd4c2ec1da3b3d331d6edbe8a0d32395855aeb2cdfd64b9f", in: .visionModels)

  private func draw(_ stripe: Int, _ input: UnsafeMutableBufferPointer<Float>) {
    for i in input.indices { input[i] = Float(i / 3 / stripe % 2) }
  }

  @Test("uses a model without a mask whose other outputs are those of the whole model")
  func unmasked() throws {
    let runtime = try Runtime(.find())
    var whole = try runtime.compile(Self.whole, precision: .f32, threads: 1)
    var model = try runtime.compile(.bodyLandmark, precision: .f32, threads: 1)
    #expect(Set(whole.outputs.map(\.count)).subtracting(model.outputs.map(\.count)) == [256 * 256, 117])
    draw(40, whole.input)
    draw(40, model.input)
    try whole.infer()
    try model.infer()
    for output in model.outputs {
      let expected = try #require(whole.outputs.first { $0.count == output.count })
      for (a, b) in zip(expected, output) { #expect(abs(a - b) <= 0.001 * max(1, abs(a))) }
    }
  }

  @Test("finds nothing in an empty room, a single pixel or a strip")
  func nothing() throws {
    var request = try DetectHumanBodyPoseRequest(prefix: .find())
    try forEachEmptyPicture { frame in
      let bodies = try request.perform(on: frame)
      #expect(bodies == [], "\(frame.width)×\(frame.height)")
    }
  }

  @Test("is refused in one line with the file and the fix if the models are missing; hands need only their own")
  func missing() throws {
    try withPrefix(["models"]) { prefix, folder in
      let error = #expect(throws: InferenceError.self) { _ = try DetectHumanBodyPoseRequest(prefix: prefix) }
      #expect(error?.code == .modelMissing && error?.description.contains("\n") == false)
      #expect(error?.description.contains("\(folder.path)/vision-models/pose_detection.tflite") == true)
      _ = try HandTracker(prefix: prefix)
    }
  }

  @Test("is refused if a model is altered")
  func altered() throws {
    try withPrefix([]) { prefix, folder in
      let models = folder.appendingPathComponent("vision-models")
      try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
      try Data("altered".utf8).write(to: models.appendingPathComponent("pose_detection.tflite"))
      let error = #expect(throws: InferenceError.self) { _ = try DetectHumanBodyPoseRequest(prefix: prefix) }
      #expect(error?.code == .modelAltered)
    }
  }

  @Test(
    "finds several people, no one twice, and only the first of them if one is asked for",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func several() throws {
    let corpus = try Corpus.required()
    var request = try DetectHumanBodyPoseRequest(prefix: .find(), maximumBodyCount: 8)
    var several = 0
    for file in try corpus.bodies().stills.keys.sorted() {
      let image = try StillImage(path: corpus.folder.appendingPathComponent(file).path)
      request.maximumBodyCount = 8
      let bodies = try request.perform(on: image)
      let noses = bodies.map { $0.joint(for: .nose).location }
      for (index, nose) in noses.enumerated() {
        for other in noses[..<index] { #expect(abs(nose.x - other.x) + abs(nose.y - other.y) > 0.05, "\(file)") }
      }
      guard bodies.count > 1 else { continue }
      several += 1
      request.maximumBodyCount = 1
      #expect(try request.perform(on: image) == [bodies[0]], "\(file)")
    }
    #expect(several >= 5)
  }
}
