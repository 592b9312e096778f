import Landmarks
import Testing

@Suite("An observed hand")
struct HandObservationTests {
  @Test("has the joints of Vision's vocabulary in the model's order")
  func joints() {
    #expect(JointName.allCases.count == 21)
    #expect(JointName.thumbTip.rawValue == 4 && JointName.indexTip.rawValue == 8 && JointName.littleTip.rawValue == 20)
    #expect(JointName.middleMCP.name == "middleMCP")
  }

  @Test(
    "trusts a joint as far as the hand, and not at all outside of the image",
    arguments: [
      (0, 0, true), (640, 480, true), (-0.01, 10, false), (640.01, 10, false), (10, -0.01, false), (10, 480.01, false), (320, 240, true),
    ] as [(Float, Float, Bool)])
  func confidence(x: Float, y: Float, inside: Bool) {
    let hand = HandObservation(confidence: 0.9, chirality: .left, imageWidth: 640, imageHeight: 480) { joint in
      joint == .thumbTip ? (x, y, -3) : (100, 100, 0)
    }
    #expect(hand.recognizedPoint(.thumbTip) == RecognizedPoint(x: x, y: y, z: -3, confidence: inside ? 0.9 : 0))
    #expect(hand.recognizedPoint(.wrist).confidence == 0.9)
  }

  @Test("with a joint at no number is not trusted there")
  func nan() {
    let hand = HandObservation(confidence: 0.9, chirality: .left, imageWidth: 640, imageHeight: 480) { _ in (.nan, 10, 0) }
    #expect(hand.recognizedPoint(.wrist).confidence == 0)
  }
}
