import Gestures
import Hands
import Testing

private let thumb = makeSidewaysHand()

extension ThumbLook {
  /// A look to which every hand is the same.
  fileprivate init(always logOdds: Float) { self.init(Array(repeating: 0, count: Self.numberCount - 1) + [logOdds]) }
}

@Suite("The learned look at a thumb")
struct ThumbLookTests {
  /// The frames that swipe, 50 ms apart, and the code of the last one that does not.
  private func swipes(
    _ hands: [HumanHandPoseObservation?], _ look: ThumbLook, _ settings: GestureSettings = .daily
  ) -> (frames: [Int], code: NoSwipeReason.Code?) {
    var classifier = SwipeClassifier(settings, look: look)
    var (frames, code): ([Int], NoSwipeReason.Code?) = ([], nil)
    for (index, hand) in hands.enumerated() {
      let decision = classifier.classify(hand, at: UInt64(index) * 50 * millisecond)
      if decision.action != nil { frames.append(index) }
      code = decision.reason?.code ?? code
    }
    return (frames, code)
  }

  private func held(_ hand: HumanHandPoseObservation, _ count: Int = 40) -> [HumanHandPoseObservation?] {
    Array(repeating: hand, count: count)
  }

  @Test("A clear thumb swipes after the dwell; the less clear it is, the longer it must be held; what is no thumb never swipes")
  func clarity() throws {
    let frames = try [6, 2, 0, -2].map { try #require(swipes(held(thumb), ThumbLook(always: $0)).frames.first) }
    #expect(frames[0] == 3)
    #expect(frames == frames.sorted() && frames[3] > 2 * frames[0])
    let never = swipes(held(thumb, 400), ThumbLook(always: -12))
    #expect(never.frames.isEmpty && never.code == .thumbUnclear)
  }

  @Test("A thumb that is hardly above the other joints must look the clearer")
  func margin() throws {
    let low = makeSidewaysHand(thumbTip: -77, middleJoint: -70)
    #expect(low.showsThumb(.up))
    let frames = try [thumb, low].map { try #require(swipes(held($0), ThumbLook(always: 2)).frames.first) }
    #expect(frames[0] < frames[1])
    #expect(swipes(held(thumb), ThumbLook(always: -2)).frames.count == 1 && swipes(held(low), ThumbLook(always: -2)).frames.isEmpty)
  }

  @Test("A thumb down, of which there is less to learn from, may look less clear than a thumb up")
  func down() throws {
    let frames = try [makeSidewaysHand(down: true), thumb].map { try #require(swipes(held($0), ThumbLook(always: 0)).frames.first) }
    #expect(frames[0] < frames[1])
  }

  @Test("A hand that has been moving must hold its thumb longer than one that comes up to swipe")
  func activity() throws {
    let waving: [HumanHandPoseObservation?] = (0..<60).map { index in
      makeSidewaysHand(thumbTip: -10, offset: ([0, 40, 80, 40][index % 4], 0))
    }
    let still = held(makeSidewaysHand(thumbTip: -10), 60)
    let look = ThumbLook(always: 6)
    #expect(swipes(still + held(thumb), look).frames == [63])
    #expect(try #require(swipes(waving + held(thumb), look).frames.first) > 63)
    // A hand that has left the picture is another one.
    #expect(swipes(waving + Array(repeating: nil, count: 20) + held(thumb), look).frames == [83])
  }

  @Test("The look has no say where every pose swipes")
  func anyPose() {
    #expect(swipes(held(thumb, 3), ThumbLook(always: -12), .plain).frames == [0])
  }

  @Test("The trained look knows a fist with its thumb out, up and down, of both hands; and an open hand")
  func trained() {
    for chirality in [Chirality.left, .right] {
      #expect(ThumbLook.trained.logOdds(of: makeSidewaysHand(chirality: chirality), .up) > 2)
      #expect(ThumbLook.trained.logOdds(of: makeSidewaysHand(down: true, chirality: chirality), .down) > 2)
      #expect(ThumbLook.trained.logOdds(of: makeSidewaysHand(curled: false, chirality: chirality), .up) < -4)
    }
  }

  @Test("A description depends on up and down, but neither on the place, the size and the side of a hand")
  func description() {
    func changed(_ change: (SIMD3<Float>) -> SIMD3<Float>, _ chirality: Chirality) -> HumanHandPoseObservation {
      HumanHandPoseObservation(confidence: 1, chirality: chirality, imageWidth: 640, imageHeight: 480) { joint in
        let point = thumb.recognizedPoint(joint)
        let place = change(SIMD3(point.x, point.y, Float(joint.rawValue)))
        return (place.x, place.y, place.z)
      }
    }
    let one = ThumbLook.describe(changed({ $0 }, .right), .up)
    for (other, zone) in [
      (changed({ $0 * 0.5 + SIMD3(40, 10, 0) }, .right), .up), (changed({ $0 * SIMD3(-1, 1, 1) }, .left), .up),
      (changed({ $0 * SIMD3(-1, -1, 1) }, .right), .down),
    ] as [(HumanHandPoseObservation, Zone)] {
      let description = ThumbLook.describe(other, zone)
      for index in 0..<ThumbLook.inputs - 1 { #expect(abs(description[index] - one[index]) < 1e-3, "\(index)") }
      #expect(description[ThumbLook.inputs - 1] == (zone == .down ? 1 : 0))
    }
  }
}
