import Corpus
import Hands
import Imaging
import Inference
import Landmarks
import Testing

@Suite("Compared with MediaPipe's results", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
struct AccuracyTests {
  @Test("hands in stills are found at the same places", arguments: [(Precision.f32, 0.1, 0.5), (.bf16, 0.2, 1.0)])
  func stills(precision: Precision, median: Double, p95: Double) throws {
    let table = try StillAccuracy(.required(), prefix: .find(), precision: precision)
    #expect(table.stillsWithHand == 103)
    #expect(Double(table.stillsFound) >= 0.98 * Double(table.stillsWithHand))
    #expect(table.falseStills == [])
    #expect(table.handsMatched >= 105)
    #expect(Double(table.chiralityAgrees) >= 0.99 * Double(table.handsMatched))
    #expect(table.distances.median <= median)
    #expect(table.distances.p95 <= p95)
  }

  @Test("a first look misses no palm that a search finds, and moves none", arguments: Precision.allCases)
  func firstLook(precision: Precision) throws {
    let corpus = try Corpus.required()
    let runtime = try Runtime(.find(), cache: .find())
    var detector = try PalmDetector(runtime, precision: precision, threads: 1)
    var exact = try PalmDetector(runtime, precision: .f32, threads: 1)
    var seen = 0
    for (file, _) in try corpus.stills() {
      // Right after a palm, it would search at once.
      for _ in 1...3 { #expect(try withEmptyRoom { try detector.detect($0) } == []) }
      try StillImage(path: corpus.folder.appendingPathComponent(file).path).withFrame { frame in
        let palms = try exact.detect(frame)
        let found = try detector.detect(frame)
        // The search takes a face and a drawing for palms.
        #expect(found == palms || found.isEmpty && file.hasPrefix("negative/"), "\(file)")
        seen += found.isEmpty ? 0 : 1
      }
    }
    #expect(seen > 103)
  }

  @Test("bodies in stills are found where MediaPipe finds one, with the same landmarks")
  func bodies() throws {
    let table = try BodyAccuracy(.required(), prefix: .find())
    #expect(table.stillsWithBody == 40 && table.stillsFound == 40)
    #expect(table.falseStills == [])
    #expect(table.givenRegion.count == 40 * 33 && table.givenRegion.median <= 0.1 && table.givenRegion.p99 <= 1)
    #expect(table.seen.count > 500 && table.seen.p99 <= 0.5)
  }

  @Test("a body is followed and smoothed as by MediaPipe, with its regions and without them")
  func followedBody() throws {
    let clips = try Corpus.required().following()
    let changed = try Corpus.required().followingChanged()
    #expect(clips.count == 4)
    for (clip, expected) in clips {
      let table = try BodyFollowing(clip, expected, prefix: .find())
      #expect(table.givenRegion.count == 30 * 33 && table.free.count == 30 * 33 && table.detections == 1, "\(clip.name)")
      #expect(table.givenRegion.median <= 0.01 && table.givenRegion.p95 <= 0.05 && table.givenRegion.worst <= 1, "\(clip.name)")
      #expect(table.visibilityError <= 0.002, "\(clip.name)")
      // Without its regions, rounding errors grow from frame to frame: as far as MediaPipe's own if a code of a pixel is changed by 1.
      let own = try #require(changed[clip.name])
      #expect(table.free.median <= 1.5 * own.median && table.free.p95 <= 1.5 * own.p95, "\(clip.name)")
    }
  }

  @Test("a followed face has its points where a request finds them in each frame alone", arguments: [false, true])
  func followedFace(refined: Bool) throws {
    let distances = try faceFollowing(.required(), prefix: .find(), refined: refined)
    #expect(distances.count == 50 * (refined ? 478 : 468) && distances.median <= 2 && distances.p99 <= 15)
  }

  @Test("faces in stills are found where MediaPipe finds them, with the same points", arguments: [false, true])
  func faces(refined: Bool) throws {
    let table = try FaceAccuracy(.required(), prefix: .find(), refined: refined)
    #expect(table.facesExpected == (refined ? 40 : 43) && table.facesFound == table.facesExpected)
    #expect(table.falseStills == [])
    #expect(table.givenRegion.median <= 0.05 && table.givenRegion.worst <= 0.1)
    #expect(table.found.median <= 0.05 && table.found.worst <= 0.2)
  }

  @Test("a hand that is in the first picture has the same joints to the bit with and without searches of squares, until it is lost")
  func squares() throws {
    var counts = (clips: 0, hands: 0)
    for clip in try Corpus.required().clips() {
      var whole = try HandFollower(prefix: .find(), precision: .f32)
      whole.searchesWholePictures = true
      var squares = try HandFollower(prefix: .find(), precision: .f32)
      var isInView = true
      try clip.forEachFrame(most: 100) { index, frame in
        guard isInView else { return }
        try whole.track(frame)
        try squares.track(frame)
        let first = whole.hands.first { $0.id == 1 }
        isInView = first != nil
        guard let first else { return }
        #expect(squares.hands.contains { $0.id == 1 && $0.hasSamePlaces(as: first) }, "\(clip.name), frame \(index)")
        counts.hands += 1
        if index == 0 { counts.clips += 1 }
      }
    }
    print("with and without squares: \(counts.hands) hands of \(counts.clips) clips are the same")
    #expect(counts.clips >= 4 && counts.hands >= 200, "\(counts)")
  }

  @Test("a hand is tracked through every clip as by MediaPipe, from the same previous hand")
  func clips() throws {
    let clips = try Corpus.required().clips()
    #expect(clips.count == 9)
    for clip in clips {
      let distances = try trackingAccuracy(clip, prefix: .find(), precision: .f32)
      #expect(distances.count > 30, "\(clip.name)")
      #expect(distances.median <= 0.2, "\(clip.name)")
      #expect(distances.p95 <= 0.6, "\(clip.name)")
    }
  }
}

extension HumanHandPoseObservation {
  fileprivate func hasSamePlaces(as other: Self) -> Bool {
    JointName.allCases.allSatisfy { joint in
      let (one, two) = (recognizedPoint(joint), other.recognizedPoint(joint))
      return (one.x, one.y, one.z) == (two.x, two.y, two.z)
    }
  }
}
