import Corpus
import Hands
import Imaging
import Inference
import Landmarks
import RenderedHand
import Testing

@Suite("The hand tracker")
struct HandTrackerTests {
  @Test("finds no hand in an empty room, frame after frame")
  func emptyRoom() throws {
    var tracker = try HandTracker(prefix: .find(), precision: .f32)
    for _ in 0..<3 {
      try withEmptyRoom { try tracker.track($0) }
      #expect(tracker.hands.isEmpty)
    }
  }

  @Test("loses a hand in the first frame without it")
  func lost() throws {
    var tracker = try HandTracker(prefix: .find(), precision: .f32)
    let hand = HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
      (300 + 5 * Float(joint.rawValue), 400 - 10 * Float(joint.rawValue), 0)
    }
    tracker.resume(from: [hand])
    try withEmptyRoom { try tracker.track($0) }
    #expect(tracker.hands.isEmpty)
  }

  @Test("survives a hand whose joints are not finite")
  func nan() throws {
    var tracker = try HandTracker(prefix: .find(), precision: .f32)
    tracker.resume(from: [
      HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { _ in (.nan, .nan, 0) }
    ])
    try withEmptyRoom { try tracker.track($0) }
    #expect(tracker.hands.isEmpty)
  }

  @Test("follows a second hand once it is asked for, the first one stays first, and alone when only one is asked for")
  func secondHand() throws {
    var tracker = try HandTracker(prefix: .find(), precision: .f32)
    var camera = HandsCamera()
    let hand = HandPlacement(turn: 120, roll: 0)
    try camera.next(left: hand, right: hand) { try tracker.track($0) }
    #expect(tracker.hands.count == 1)
    tracker.maxHands = 2
    try camera.next(left: hand, right: hand) { try tracker.track($0) }
    #expect(tracker.hands.count == 2)
    let first = try #require(tracker.hands.first)
    let second = try #require(tracker.hands.last)
    // They are 640 pixels apart.
    #expect(abs(abs(first.recognizedPoint(.wrist).x - second.recognizedPoint(.wrist).x) - 640) < 10)
    tracker.maxHands = 1
    try camera.next(left: hand, right: hand) { try tracker.track($0) }
    #expect(tracker.hands.count == 1)
    let left = try #require(tracker.hands.first)
    #expect(abs(left.recognizedPoint(.wrist).x - first.recognizedPoint(.wrist).x) < 10)
  }
}
