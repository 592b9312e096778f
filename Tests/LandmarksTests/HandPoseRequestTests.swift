import Corpus
import Hands
import Imaging
import Inference
import Landmarks
import Testing

@Suite("A request for hand poses")
struct HandPoseRequestTests {
  @Test("finds nothing in an empty room, a single pixel or a strip")
  func nothing() throws {
    var request = try DetectHumanHandPoseRequest(prefix: .find())
    #expect(request.maximumHandCount == 2)
    try forEachEmptyPicture { frame in
      let hands = try request.perform(on: frame)
      #expect(hands == [], "\(frame.width)×\(frame.height)")
    }
  }

  @Test("is refused in one line with the file and the fix if the models are missing")
  func missing() throws {
    try withPrefix(["vision-models"]) { prefix, folder in
      let error = #expect(throws: InferenceError.self) { _ = try DetectHumanHandPoseRequest(prefix: prefix) }
      #expect(error?.code == .modelMissing && error?.description.contains("\n") == false)
      #expect(error?.description.contains("\(folder.path)/models/") == true)
    }
  }

  @Test(
    "finds in each image what a tracker finds in its first frame, whatever image came before",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func asTracker() throws {
    let corpus = try Corpus.required()
    var request = try DetectHumanHandPoseRequest(prefix: .find())
    var tracker = try HandTracker(prefix: .find(), maxHands: 2)
    var several = 0
    for (file, _) in try corpus.stills().filter({ $0.expected.hands.count != 1 }) {
      let image = try StillImage(path: corpus.folder.appendingPathComponent(file).path)
      tracker.reset()
      try image.withFrame { try tracker.track($0) }
      request.maximumHandCount = 2
      #expect(try request.perform(on: image) == tracker.hands, "\(file)")
      guard tracker.hands.count > 1 else { continue }
      several += 1
      request.maximumHandCount = 1
      #expect(try request.perform(on: image) == [tracker.hands[0]], "\(file)")
    }
    #expect(several > 0)
  }
}
