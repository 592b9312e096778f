import Hands
import Testing
import swiped

@Suite("Hands that are far away")
struct FarHandsTests {
  private func hand(_ size: Float, isInBackground: Bool = false) -> HumanHandPoseObservation {
    var hand = HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
      (0, joint == .wrist ? 0 : size, 0)
    }
    hand.isInBackground = isInBackground
    return hand
  }

  /// The first time at which larger pictures would help, in ms; nil if they never would.
  private func time(_ hands: (Int) -> [HumanHandPoseObservation], side: Int = 640) -> Int? {
    var far = FarHands()
    return stride(from: 0, to: 5000, by: 50).first { far.take(hands($0), side: side, at: UInt64($0 + 10_000) * 1_000_000) }
  }

  @Test("want larger pictures a second after they are gone, and only if they were followed for a moment")
  func gone() {
    #expect(time { $0 < 1000 ? [hand(14)] : [] } == 1950)
    #expect(time { $0 < 250 ? [hand(14)] : [] } == nil)
    #expect(time { _ in [hand(14)] } == nil)
    // One comes nearer before it is gone.
    #expect(time { $0 < 1000 ? [hand(14)] : $0 < 2000 ? [hand(60)] : [] } == 2950)
  }

  @Test("are measured by the size of the picture, and are not those of people in the background")
  func near() {
    #expect(time { $0 < 1000 ? [hand(18)] : [] } == nil)
    #expect(time({ $0 < 1000 ? [hand(18)] : [] }, side: 1280) == 1950)
    #expect(time { $0 < 1000 ? [hand(14, isInBackground: true)] : [] } == nil)
  }
}
