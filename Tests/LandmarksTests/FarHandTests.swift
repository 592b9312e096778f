import Hands
import Imaging
import Inference
import Landmarks
import RenderedHand
import Testing

@Suite("A hand that is far from the camera")
struct FarHandTests {
  /// While the thumb of the rendered hand is up.
  private static let seconds = 1.5
  private static let corner = SIMD2(410, 330)

  private func makeFollower() throws -> HandFollower {
    try HandFollower(prefix: .find(), precision: .f32, reusing: [.stillRoom, .stillHand, .slowSearch, .calmHand])
  }

  /// Shows the hand until it is followed.
  ///
  /// - Returns: the number of frames, at most a second of them.
  private func framesUntilFound(_ follower: inout HandFollower, _ camera: inout FarCamera, at corner: SIMD2<Int>) throws -> Int {
    for frame in 1...30 {
      try camera.next(hand: corner) { try follower.track($0) }
      if !follower.hands.isEmpty { return frame }
    }
    return .max
  }

  @Test(
    "is followed within half a second, and its joints are where they are drawn, in every rotation of the picture",
    arguments: FrameRotation.allCases)
  func found(rotation: FrameRotation) throws {
    var follower = try makeFollower()
    var camera = FarCamera(at: Self.seconds, rotation)
    for _ in 0..<45 { try camera.next(hand: nil) { try follower.track($0) } }
    #expect(follower.hands.isEmpty)
    #expect(try framesUntilFound(&follower, &camera, at: Self.corner) <= 15)
    for _ in 0..<10 { try camera.next(hand: Self.corner) { try follower.track($0) } }
    let hand = try #require(follower.hands.first)
    #expect(follower.hands.count == 1)
    let drawn = HandScript.joints(at: Self.seconds)
    for joint in [JointName.wrist, .thumbTip, .middleMCP] {
      let point = hand.recognizedPoint(joint)
      let place = drawn[joint.rawValue] / Float(FarCamera.shrinking) + SIMD2<Float>(Self.corner)
      // A third of the palm.
      #expect(max(abs(point.x - place.x), abs(point.y - place.y)) < 10, "\(joint)")
    }
  }

  @Test("is not found when only whole pictures are searched")
  func whole() throws {
    var follower = try makeFollower()
    follower.searchesWholePictures = true
    var camera = FarCamera(at: Self.seconds)
    for _ in 0..<45 { try camera.next(hand: nil) { try follower.track($0) } }
    #expect(try framesUntilFound(&follower, &camera, at: Self.corner) == .max)
  }

  @Test("is found again within a quarter of a second after it was lost")
  func lost() throws {
    var follower = try makeFollower()
    var camera = FarCamera(at: Self.seconds)
    #expect(try framesUntilFound(&follower, &camera, at: Self.corner) <= 30)
    for _ in 0..<10 { try camera.next(hand: nil) { try follower.track($0) } }
    #expect(follower.hands.isEmpty)
    #expect(try framesUntilFound(&follower, &camera, at: Self.corner &+ SIMD2(20, 0)) <= 8)
  }

  /// Shows a second hand beside one that is followed, until both are.
  ///
  /// - Returns: the number of frames, at most two seconds of them.
  private func framesUntilBothAreFound(_ follower: inout HandFollower, _ camera: inout FarCamera, pause: Int) throws -> Int {
    #expect(try framesUntilFound(&follower, &camera, at: Self.corner) <= 30)
    for _ in 0..<pause { try camera.next(hand: Self.corner) { try follower.track($0) } }
    let first = try #require(follower.hands.first?.id)
    for frame in 1...60 {
      try camera.next(hands: [Self.corner, Self.corner &+ SIMD2(500, 100)]) { try follower.track($0) }
      if follower.hands.count == 2 {
        #expect(follower.hands[0].id == first)
        return frame
      }
    }
    return .max
  }

  @Test("does not hide another one that is raised beside it, also while somebody moves", arguments: [false, true], [15, 100])
  func second(hasMover: Bool, pause: Int) throws {
    var follower = try makeFollower()
    var camera = FarCamera(at: Self.seconds)
    camera.hasMover = hasMover
    #expect(try framesUntilBothAreFound(&follower, &camera, pause: pause) <= 30)
  }

  @Test("is found again when it is raised again after a pause, while somebody moves")
  func raisedAgain() throws {
    var follower = try makeFollower()
    var camera = FarCamera(at: Self.seconds)
    camera.hasMover = true
    for _ in 0..<3 {
      #expect(try framesUntilFound(&follower, &camera, at: Self.corner) <= 24)
      for _ in 0..<100 { try camera.next(hand: Self.corner) { try follower.track($0) } }
      for _ in 0..<90 { try camera.next(hand: nil) { try follower.track($0) } }
      #expect(follower.hands.isEmpty)
    }
  }

  @Test(
    "is found with an eighth of the light, whatever results are reused", arguments: [[], [.stillRoom, .slowSearch]] as [InferenceReuse])
  func dark(reuse: InferenceReuse) throws {
    var follower = try HandFollower(prefix: .find(), precision: .f32, reusing: reuse)
    var camera = FarCamera(at: Self.seconds)
    (camera.light, camera.hasMover) = (32, true)
    #expect(try framesUntilFound(&follower, &camera, at: Self.corner) <= 30)
    follower.reset()
    follower.brightensDarkPictures = false
    #expect(try framesUntilFound(&follower, &camera, at: Self.corner) == .max)
  }

  @Test("does not make a still room be searched more often")
  func stillRoom() throws {
    func inferences(whole: Bool) throws -> Int {
      var follower = try makeFollower()
      follower.searchesWholePictures = whole
      var camera = FarCamera(at: Self.seconds)
      var count = 0
      for _ in 0..<120 {
        try camera.next(hand: nil) { try follower.track($0) }
        count += follower.ranInference ? 1 : 0
      }
      return count
    }
    #expect(try inferences(whole: false) == inferences(whole: true))
  }
}
