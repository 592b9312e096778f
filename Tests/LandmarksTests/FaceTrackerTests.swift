import Bodies
import Corpus
import Imaging
import Inference
import Landmarks
import Testing

@Suite("The face tracker", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
struct FaceTrackerTests {
  /// Two faces, and three in a picture of another size.
  private let pair: String, three: String
  private var camera: StillCamera

  init() throws {
    camera = try StillCamera()
    (pair, three) = (try camera.faces(2), try camera.faces(3))
  }

  /// Largest distance of a point of a face from that of another, as a fraction of the other's width.
  private func distance(_ face: FaceObservation?, _ other: FaceObservation?) throws -> Float {
    let (face, other) = (try #require(face), try #require(other))
    let (points, others) = (try #require(face.landmarks).mesh, try #require(other.landmarks).mesh)
    #expect(points.count == others.count)
    let distances = zip(points, others).map { a, b in
      max(abs(a.pixelLocation.x - b.pixelLocation.x), abs(a.pixelLocation.y - b.pixelLocation.y))
    }
    return (distances.max() ?? .infinity) / other.pixelBoundingBox.width
  }

  @Test("finds in the first frame what a request finds in a still image, with the irises or without", arguments: [false, true])
  mutating func firstFrame(refined: Bool) throws {
    var tracker = try FaceTracker(prefix: .find(), refined: refined, maximumFaceCount: 4)
    var request = try DetectFaceLandmarksRequest(prefix: .find(), refined: refined, maximumFaceCount: 4)
    for (file, count) in [(pair, 2), (three, 3)] {
      tracker.reset()
      var expected: [FaceObservation] = []
      try camera.show(file) { frame in
        try tracker.track(frame)
        expected = try request.perform(on: frame)
      }
      #expect(expected.count == count && tracker.faces == expected)
    }
  }

  @Test("follows faces without the detectors, each in its place", arguments: [false, true])
  mutating func followed(refined: Bool) throws {
    var tracker = try FaceTracker(prefix: .find(), refined: refined, maximumFaceCount: 3)
    try camera.show(three) { try tracker.track($0) }
    #expect(tracker.ranDetector == true)
    let first = tracker.faces
    try #require(first.count == 3)
    for _ in 0..<5 {
      try camera.show(three) { try tracker.track($0) }
      try #require(tracker.faces.count == 3)
      #expect(tracker.ranDetector == false)
      for (face, before) in zip(tracker.faces, first) { #expect(try distance(face, before) < 0.1) }
    }
  }

  @Test("loses a face in the first frame without it, and searches until there is one again")
  mutating func lost() throws {
    var tracker = try FaceTracker(prefix: .find())
    try camera.show(pair) { try tracker.track($0) }
    let first = tracker.faces
    try camera.show(pair, covered: true) { try tracker.track($0) }
    #expect(tracker.faces.isEmpty && !tracker.ranDetector)
    try camera.show(pair, covered: true) { try tracker.track($0) }
    #expect(tracker.faces.isEmpty && tracker.ranDetector)
    try camera.show(pair) { try tracker.track($0) }
    #expect(tracker.ranDetector && first.count == 1 && tracker.faces == first)
  }

  @Test("forgets a face when it is reset, and in a frame of another size")
  mutating func forgotten() throws {
    var tracker = try FaceTracker(prefix: .find())
    var fresh = try FaceTracker(prefix: .find())
    try camera.show(pair) { try tracker.track($0) }
    tracker.reset()
    #expect(tracker.faces.isEmpty)
    try camera.show(pair) { try tracker.track($0) }
    #expect(tracker.ranDetector == true)
    try camera.show(three) { frame in
      try tracker.track(frame)
      try fresh.track(frame)
    }
    #expect(tracker.ranDetector && tracker.faces.count == 1 && tracker.faces == fresh.faces)
  }

  @Test("finds another face once more are asked for, takes none for two, and keeps the first when only one is asked for")
  mutating func maximum() throws {
    var tracker = try FaceTracker(prefix: .find())
    try camera.show(pair) { try tracker.track($0) }
    let first = tracker.faces
    try #require(first.count == 1)
    tracker.maximumFaceCount = 4
    for _ in 0..<3 {
      try camera.show(pair) { try tracker.track($0) }
      #expect(tracker.ranDetector && tracker.faces.count == 2)
    }
    #expect(try distance(tracker.faces.first, first.first) < 0.1)
    #expect(try distance(tracker.faces.last, first.first) > 1)
    tracker.maximumFaceCount = 1
    try camera.show(pair) { try tracker.track($0) }
    #expect(!tracker.ranDetector && tracker.faces.count == 1)
    #expect(try distance(tracker.faces.first, first.first) < 0.1)
  }
}
