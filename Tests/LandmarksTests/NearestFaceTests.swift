import Corpus
import Foundation
import Hands
import Imaging
import Inference
import Landmarks
import Testing

@Suite("The face that is nearest to the camera")
struct NearestFaceTests {
  private static let side = 640

  /// A hand of a size, wrist to knuckles.
  private func hand(_ size: Float) -> HumanHandPoseObservation {
    HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: Self.side, imageHeight: 480) { joint in
      let isKnuckle = [JointName.indexMCP, .middleMCP, .ringMCP, .littleMCP].contains(joint)
      return (200, isKnuckle ? 200 - size : 200, 0)
    }
  }

  @Test(
    "puts a hand in the background that is a quarter as large, and less than 25 of 640 pixels",
    arguments: [(20, 85, true), (20, 75, false), (24, 100, true), (26, 400, false)] as [(Float, Double, Bool)])
  func background(size: Float, face: Double, isBehind: Bool) {
    var nearest = NearestFace()
    nearest.didSearch(width: face, at: 0)
    #expect(nearest.hides(hand(size), side: Self.side) == isBehind)
  }

  @Test("counts for two seconds after it was seen last")
  func memory() {
    var nearest = NearestFace()
    #expect(!nearest.hides(hand(20), side: Self.side))
    nearest.didSearch(width: 100, at: 0)
    nearest.didSearch(width: nil, at: 2_000_000_000)
    #expect(nearest.hides(hand(20), side: Self.side))
    nearest.didSearch(width: nil, at: 2_500_000_000)
    #expect(!nearest.hides(hand(20), side: Self.side))
  }

  @Test("is searched for while there is a small hand, twice a second, and at once after the clock went back")
  func search() {
    var nearest = NearestFace()
    #expect(!nearest.isSearchDue(for: [], side: Self.side, at: 0) && !nearest.isSearchDue(for: [hand(26)], side: Self.side, at: 0))
    #expect(nearest.isSearchDue(for: [hand(26), hand(24)], side: Self.side, at: 1_000_000_000))
    nearest.didSearch(width: nil, at: 1_000_000_000)
    #expect(!nearest.isSearchDue(for: [hand(24)], side: Self.side, at: 1_499_999_999))
    #expect(nearest.isSearchDue(for: [hand(24)], side: Self.side, at: 1_500_000_000))
    #expect(nearest.isSearchDue(for: [hand(24)], side: Self.side, at: 999_999_999))
  }

  @Test(
    "is not searched for after its model is gone, which ends nothing, nor where it decides nothing",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func gone() throws {
    let name = "models"
    try withPrefix([]) { prefix, folder in
      let models = folder.appendingPathComponent(name)
      let whole = URL(fileURLWithPath: try RuntimePrefix.find().path).appendingPathComponent(name)
      try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
      for file in try FileManager.default.contentsOfDirectory(atPath: whole.path) {
        try FileManager.default.createSymbolicLink(
          at: models.appendingPathComponent(file), withDestinationURL: whole.appendingPathComponent(file))
      }
      for searchesFaces in [false, true] {
        var follower = try HandFollower(prefix: prefix, precision: .f32)
        follower.searchesFaces = searchesFaces
        if searchesFaces {
          try FileManager.default.removeItem(at: models.appendingPathComponent(ModelFile.faceDetectionShortRange.name))
        }
        var camera = FarCamera(at: 1.5)
        for _ in 0..<30 { try camera.next(hand: SIMD2(200, 330)) { try follower.track($0) } }
        let (found, hasProblem) = (follower.hands.map(\.isInBackground), follower.faceProblem != nil)
        #expect(found == [false] && hasProblem == searchesFaces)
      }
    }
  }

  @Test(
    "puts a far hand beside it in the background, from the first frame in which that is found, while faces are searched",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func pictured() throws {
    let picture = try StillImage(path: Corpus.required().folder.appendingPathComponent("people/fr_obama.jpg").path)
    func isInBackground(beside face: RGBPicture?) throws -> [Bool] {
      var follower = try HandFollower(prefix: .find(), precision: .f32)
      var camera = FarCamera(at: 1.5)
      camera.person = face
      var found: [Bool] = []
      for _ in 0..<30 {
        try camera.next(hand: SIMD2(200, 330)) { try follower.track($0) }
        found += follower.hands.map(\.isInBackground)
      }
      follower.searchesFaces = false
      try camera.next(hand: SIMD2(200, 330)) { try follower.track($0) }
      #expect(!follower.hands.map(\.isInBackground).contains(true))
      return found
    }
    let alone = try isInBackground(beside: nil)
    #expect(!alone.isEmpty && !alone.contains(true))
    let beside = try isInBackground(beside: picture.withFrame { RGBPicture($0, fitting: (1000, 1000)) })
    #expect(!beside.isEmpty && !beside.contains(false))
  }
}
