import Bodies
import Corpus
import Imaging
import Inference
import Landmarks
import Testing

@Suite("The body tracker", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
struct HumanBodyTrackerTests {
  private typealias Observation = HumanBodyPoseObservation

  /// One person, and several people who are apart in a picture of another size.
  private let person: String, people: String
  private var camera: StillCamera

  init() throws {
    camera = try StillCamera()
    (person, people) = (try camera.wholeBody(), try camera.faces(3))
  }

  private func distance(_ body: Observation?, _ other: Observation?, at name: Observation.JointName) throws -> Float {
    let a = try #require(body).joint(for: name).pixelLocation
    let b = try #require(other).joint(for: name).pixelLocation
    return max(abs(a.x - b.x), abs(a.y - b.y))
  }

  @Test("follows a body without the detector, and the body stays in its place")
  mutating func followed() throws {
    var tracker = try HumanBodyTracker(prefix: .find())
    try camera.show(person) { try tracker.track($0) }
    #expect(tracker.ranDetector == true)
    let first = tracker.bodies.first
    for _ in 0..<10 {
      try camera.show(person) { try tracker.track($0) }
      #expect(tracker.bodies.count == 1 && !tracker.ranDetector)
      for name in [Observation.JointName.nose, .leftShoulder, .rightShoulder] {
        #expect(try distance(tracker.bodies.first, first, at: name) < 20)
      }
    }
  }

  @Test("finds in the first frame what a request finds in a still image")
  mutating func firstFrame() throws {
    var tracker = try HumanBodyTracker(prefix: .find())
    var request = try DetectHumanBodyPoseRequest(prefix: .find(), maximumBodyCount: 1)
    for file in [person, people] {
      tracker.reset()
      var expected: [Observation] = []
      try camera.show(file) { frame in
        try tracker.track(frame)
        expected = try request.perform(on: frame)
      }
      #expect(expected.count == 1 && tracker.bodies == expected)
    }
  }

  @Test("loses a body in the first frame without it, searches until there is one again, and does not smooth it with the lost one")
  mutating func lost() throws {
    var tracker = try HumanBodyTracker(prefix: .find())
    try camera.show(person) { try tracker.track($0) }
    let first = tracker.bodies
    try camera.show(person, covered: true) { try tracker.track($0) }
    #expect(tracker.bodies.isEmpty && !tracker.ranDetector)
    try camera.show(person, covered: true) { try tracker.track($0) }
    #expect(tracker.bodies.isEmpty && tracker.ranDetector)
    try camera.show(person) { try tracker.track($0) }
    #expect(tracker.ranDetector && first.count == 1 && tracker.bodies == first)
  }

  @Test("forgets a body when it is reset")
  mutating func reset() throws {
    var tracker = try HumanBodyTracker(prefix: .find())
    try camera.show(person) { try tracker.track($0) }
    let first = tracker.bodies
    try camera.show(person) { try tracker.track($0) }
    #expect(tracker.bodies != first)
    tracker.reset()
    #expect(tracker.bodies.isEmpty)
    try camera.show(person) { try tracker.track($0) }
    #expect(tracker.ranDetector && tracker.bodies == first)
  }

  @Test("searches again in a frame of another size")
  mutating func otherSize() throws {
    var tracker = try HumanBodyTracker(prefix: .find())
    var fresh = try HumanBodyTracker(prefix: .find())
    try camera.show(person) { try tracker.track($0) }
    try camera.show(people) { frame in
      try tracker.track(frame)
      try fresh.track(frame)
    }
    #expect(tracker.ranDetector && tracker.bodies.count == 1 && tracker.bodies == fresh.bodies)
  }

  @Test("follows two bodies, then only the first one when only one is asked for")
  mutating func twoBodies() throws {
    var tracker = try HumanBodyTracker(prefix: .find(), maximumBodyCount: 2)
    try camera.show(people) { try tracker.track($0) }
    let first = tracker.bodies
    try #require(first.count == 2)
    #expect(try distance(first[0], first[1], at: .nose) > 300)
    try camera.show(people) { try tracker.track($0) }
    #expect(!tracker.ranDetector && tracker.bodies.count == 2)
    for (body, before) in zip(tracker.bodies, first) { #expect(try distance(body, before, at: .nose) < 20) }
    tracker.maximumBodyCount = 1
    try camera.show(people) { try tracker.track($0) }
    #expect(!tracker.ranDetector && tracker.bodies.count == 1)
    #expect(try distance(tracker.bodies.first, first.first, at: .nose) < 20)
  }

  @Test("does not take a body for a second one while more are searched for")
  mutating func noDuplicate() throws {
    var tracker = try HumanBodyTracker(prefix: .find(), maximumBodyCount: 3)
    for _ in 0..<5 {
      try camera.show(person) { try tracker.track($0) }
      #expect(tracker.ranDetector && tracker.bodies.count == 1)
    }
  }

  @Test("follows a body through frames that have all the same time")
  mutating func sameTime() throws {
    var tracker = try HumanBodyTracker(prefix: .find())
    for _ in 0..<3 {
      try camera.show(person, seconds: 5) { try tracker.track($0) }
      #expect(tracker.bodies.count == 1)
      let joints = try #require(tracker.bodies.first).joints().values
      #expect(joints.allSatisfy { $0.pixelLocation.x.isFinite && $0.pixelLocation.y.isFinite && $0.confidence.isFinite })
    }
  }
}
