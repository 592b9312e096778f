import Corpus
import Hands
import Testing

@Suite("Which side a hand has, and which face of it the camera sees, by its joints")
struct HandFacingTests {
  @Test("The side by the joints is the tracker's for nine of ten hands of the corpus's stills")
  func side() throws {
    let hands = try LabeledHand.stills().map(\.hand)
    let right = hands.count { $0.chiralityByJoints == $0.chirality }
    #expect(hands.count == 84 && Double(right) >= 0.9 * Double(hands.count), "\(right) of \(hands.count)")
  }

  @Test("A mirrored hand has the other side, and shows the same face")
  func mirrored() throws {
    for labeled in try LabeledHand.stills() {
      let (hand, mirrored) = (labeled.hand, labeled.mirrored.hand)
      #expect(mirrored.chiralityByJoints != hand.chiralityByJoints)
      #expect(HandFacing(mirrored) == HandFacing(hand))
    }
  }

  @Test("An open hand shows its palm, and as one of the other side its back")
  func faces() throws {
    // A right hand that is raised, seen by the camera: the thumb on the right of the picture, the fingers up.
    let places: [JointName: (x: Float, y: Float)] = [.wrist: (100, 200), .indexMCP: (120, 120), .littleMCP: (70, 130)]
    func hand(_ chirality: Chirality) -> HumanHandPoseObservation {
      HumanHandPoseObservation(confidence: 1, chirality: chirality, imageWidth: 200, imageHeight: 200) { joint in
        let place = places[joint] ?? (100, 100)
        return (place.x, place.y, 0)
      }
    }
    #expect(HandFacing(hand(.right)) == .palm)
    #expect(HandFacing(hand(.left)) == .back)
  }
}
