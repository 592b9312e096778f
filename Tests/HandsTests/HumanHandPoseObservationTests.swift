import Hands
import Testing

@Suite("An observed hand")
struct HumanHandPoseObservationTests {
  @Test("has joints with Vision's names in the model's order")
  func joints() {
    #expect(JointName.allCases.count == 21)
    #expect(JointName.thumbTip.rawValue == 4 && JointName.indexTip.rawValue == 8 && JointName.littleTip.rawValue == 20)
    #expect(JointName.middleMCP.name == "middleMCP")
  }

  @Test(
    "gives a joint the hand's confidence, and none outside the image",
    arguments: [
      (0, 0, true), (640, 480, true), (-0.01, 10, false), (640.01, 10, false), (10, -0.01, false), (10, 480.01, false), (320, 240, true),
    ] as [(Float, Float, Bool)])
  func confidence(x: Float, y: Float, inside: Bool) {
    let hand = HumanHandPoseObservation(confidence: 0.9, chirality: .left, imageWidth: 640, imageHeight: 480) { joint in
      joint == .thumbTip ? (x, y, -3) : (100, 100, 0)
    }
    #expect(hand.recognizedPoint(.thumbTip) == RecognizedPoint(x: x, y: y, z: -3, confidence: inside ? 0.9 : 0))
    #expect(hand.recognizedPoint(.wrist).confidence == 0.9)
  }

  /// A hand whose joint number n is at (10 n, 200 − n), in a picture of 640×200 pixels.
  private let hand = HumanHandPoseObservation(confidence: 0.9, chirality: .left, imageWidth: 640, imageHeight: 200) { joint in
    (10 * Float(joint.rawValue), 200 - Float(joint.rawValue), 7)
  }

  @Test("has joints with the origin at the lower left, in fractions, and at the upper left, in pixels")
  func coordinates() {
    let tip = hand.joint(for: .thumbTip)
    #expect(tip.pixelLocation == PixelPoint(x: 40, y: 196) && tip.confidence == 0.9)
    #expect(abs(tip.location.x - 40 / 640) < 1e-6 && abs(tip.location.y - 4 / 200) < 1e-6)
    for name in JointName.allCases {
      let (joint, point) = (hand.joint(for: name), hand.recognizedPoint(name))
      #expect(joint.pixelLocation == PixelPoint(x: point.x, y: point.y) && joint.confidence == point.confidence)
    }
  }

  @Test("has a group of four joints for each finger, which together have all joints but the wrist")
  func groups() {
    typealias Group = HumanHandPoseObservation.JointsGroupName
    #expect(Group.allCases.map(\.jointNames.count) == [4, 4, 4, 4, 4])
    #expect(Set(Group.allCases.flatMap(\.jointNames)) == Set(JointName.allCases).subtracting([.wrist]))
    #expect(Group.middleFinger.jointNames == [.middleMCP, .middlePIP, .middleDIP, .middleTip])
    #expect(hand.joints(in: .thumb).keys.sorted { $0.rawValue < $1.rawValue } == [.thumbCMC, .thumbMP, .thumbIP, .thumbTip])
    #expect(hand.joints(in: .thumb)[.thumbTip] == hand.joint(for: .thumbTip))
    #expect(hand.joints().count == 21 && hand.points == JointName.allCases.map(hand.joint))
  }

  @Test(
    "is sane if every number is finite and near an image",
    arguments: [
      (0.9, 10, 0, true), (.nan, 10, 0, false), (0.9, .nan, 0, false), (0.9, 10, -.infinity, false), (0.9, 1e9, 0, false),
      (0.9, -70_000, 170_000, true),
    ] as [(Float, Float, Float, Bool)])
  func sanity(confidence: Float, x: Float, z: Float, isSane: Bool) {
    let hand = HumanHandPoseObservation(confidence: confidence, chirality: .left, imageWidth: 640, imageHeight: 480) { joint in
      joint == .littleTip ? (x, 10, z) : (1, 2, 3)
    }
    #expect(hand.isSane == isSane)
  }

  @Test("gives a joint at NaN no confidence")
  func nan() {
    let hand = HumanHandPoseObservation(confidence: 0.9, chirality: .left, imageWidth: 640, imageHeight: 480) { _ in (.nan, 10, 0) }
    #expect(hand.recognizedPoint(.wrist).confidence == 0)
  }
}
