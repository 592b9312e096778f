import Foundation
import Gestures
import Hands
import Testing

@Suite("The thumb pose")
struct PoseTests {
  /// The thumb is above the wrist, but not above the index finger.
  let fist = makeSidewaysHand(thumbTip: -60, middleJoint: -70)

  @Test(
    "A fist with its thumb out shows the thumb pose; an open hand, a folded thumb or one stretched finger does not",
    arguments: [
      (makeSidewaysHand(), .up, true), (makeSidewaysHand(), .down, false), (makeSidewaysHand(), .rest, false),
      (makeSidewaysHand(down: true), .down, true), (makeSidewaysHand(down: true), .up, false),
      (makeSidewaysHand(curled: false), .up, false), (makeSidewaysHand(thumbTip: -60, middleJoint: -70), .up, false),
    ] as [(HumanHandPoseObservation, Zone, Bool)])
  func poses(hand: HumanHandPoseObservation, zone: Zone, shows: Bool) {
    #expect(hand.showsThumb(zone) == shows)
  }

  @Test("One stretched finger is enough to reject the pose", arguments: [JointName.indexTip, .middleTip, .ringTip, .littleTip])
  func stretchedFinger(_ tip: JointName) {
    let hand = makeSidewaysHand()
    let stretched = HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
      let point = hand.recognizedPoint(joint)
      return (joint == tip ? 420 : point.x, point.y, 0)
    }
    #expect(hand.showsThumb(.up) && !stretched.showsThumb(.up))
  }

  @Test("With pose = any every hand swipes; with pose = thumb only the posed one")
  func gate() {
    let open = makeSidewaysHand(curled: false)
    #expect(swipes([open]) == [.right])
    #expect(swipes([fist]) == [.right])
    #expect(swipes([open, fist, makeSidewaysHand()]) { $0.pose = .thumb } == [nil, nil, .right])
    #expect(swipes([makeSidewaysHand(down: true)]) { $0.pose = .thumb } == [.left])
  }

  @Test("A thumb up or down in another pose neither swipes, disarms nor arms, and its zone is still reported")
  func otherPose() {
    var settings = GestureSettings()
    settings.pose = .thumb
    var classifier = SwipeClassifier(settings)
    #expect(classifier.classify(fist, at: 0).zone == .up)
    #expect(classifier.classify(fist, at: 1).armed)
    #expect(classifier.classify(makeSidewaysHand(), at: 2).action?.direction == .right)
    #expect(!classifier.classify(fist, at: 3).armed)
    #expect(classifier.classify(makeSidewaysHand(), at: 4).action == nil)
  }

  @Test("Rest arms in every pose")
  func restArms() {
    let thumb = makeSidewaysHand()
    #expect(swipes([thumb, rest, thumb]) { $0.pose = .thumb } == [.right, nil, .right])
  }

  @Test("A finger that is stretched toward the camera refuses, too, which only its depth shows")
  func depth() {
    let hand = makeSidewaysHand()
    func pointing(_ depth: Float) -> HumanHandPoseObservation {
      HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
        let point = hand.recognizedPoint(joint)
        let isIndex: [JointName: Float] = [.indexPIP: 0.4, .indexDIP: 0.7, .indexTip: 1]
        return (point.x, point.y, depth * (isIndex[joint] ?? 0))
      }
    }
    #expect(pointing(0).showsThumb(.up))
    #expect(!pointing(-250).showsThumb(.up))
  }

  @Test("The size of the image, and a roll of 20°, change nothing", arguments: [0.25, 1, 4] as [Float])
  func invariance(scale: Float) {
    let hand = makeSidewaysHand()
    for roll in [-20, 0, 20] {
      let (sine, cosine) = (Float(sin(Double(roll) * .pi / 180)), Float(cos(Double(roll) * .pi / 180)))
      let other = HumanHandPoseObservation(confidence: 1, chirality: .left, imageWidth: 640, imageHeight: 480) { joint in
        let point = hand.recognizedPoint(joint)
        return (scale * (point.x * cosine - point.y * sine), scale * (point.x * sine + point.y * cosine), 0)
      }
      #expect(other.showsThumb(.up) && !other.showsThumb(.down), "\(roll)")
    }
  }

  @Test("A moment in another pose starts the dwell again")
  func dwell() {
    let thumb = makeSidewaysHand()
    #expect(
      swipes([thumb, fist, thumb, thumb]) { ($0.pose, $0.dwellMs) = (.thumb, 100) } == [nil, nil, nil, .right])
  }
}
