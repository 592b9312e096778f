import EventProtocol
import Hands
import Testing
import swiped

@Suite("The hands in view, as the status has them")
struct HandsInViewTests {
  private func hand(_ id: Int?, _ chirality: Chirality) -> HumanHandPoseObservation {
    var hand = HumanHandPoseObservation(confidence: 1, chirality: chirality, imageWidth: 640, imageHeight: 480) { _ in (0, 0, 0) }
    hand.id = id
    return hand
  }

  @Test("are those of the last frame, at most four, in its order")
  func frames() {
    var hands = HandsInView()
    #expect(hands.copy == [])
    for number in 0..<9 {
      let seen = (0..<number).map { hand($0 == 1 ? nil : 10 * number + $0, $0 % 2 == 0 ? .right : .left) }
      hands.replace(by: seen)
      #expect(hands.copy == seen.prefix(4).map { Status.SeenHand(id: $0.id, chirality: $0.chirality) })
    }
    hands.replace(by: [hand(7, .left)])
    #expect(hands.copy == [Status.SeenHand(id: 7, chirality: .left)])
  }

  @Test("are none after a frame without one, and while no frames come")
  func none() {
    var hands = HandsInView()
    hands.replace(by: [hand(1, .left)])
    let before = hands.copy
    hands.replace(by: [])
    #expect(hands.copy == [])
    hands.replace(by: [hand(2, .right)])
    hands.removeAll()
    #expect(hands.copy == [] && before == [Status.SeenHand(id: 1, chirality: .left)])
  }
}
