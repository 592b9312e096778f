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

  @Test("want them for five minutes, or until nothing has moved for a minute, and not while a hand is in view")
  func memory() {
    /// When larger pictures begin and stop to help, in s: a far hand for a second, and then what `hands` says.
    func times(_ hands: (Int) -> [HumanHandPoseObservation] = { _ in [] }, stillS: (Int) -> Int = { _ in 0 }) -> [Int] {
      var far = FarHands()
      var (before, wanted) = (false, false)
      return (0..<400).filter { second in
        for part in 0..<10 {
          let hands = second == 0 ? [hand(14)] : hands(second)
          let ns = UInt64(second * 10 + part) * 100_000_000
          wanted = far.take(hands, side: 640, stillNs: UInt64(stillS(second)) * 1_000_000_000, at: ns)
        }
        defer { before = wanted }
        return wanted != before
      }
    }
    #expect(times() == [1, 300])
    #expect(times(stillS: { max($0 - 100, 0) }) == [1, 160])
    #expect(times({ (290..<320).contains($0) ? [hand(60)] : [] }) == [1, 320])
    #expect(times({ $0 == 200 ? [hand(14)] : [] }) == [1])
  }

  @Test("are measured by the size of the picture, and are not those of people in the background")
  func near() {
    #expect(time { $0 < 1000 ? [hand(18)] : [] } == nil)
    #expect(time({ $0 < 1000 ? [hand(18)] : [] }, side: 1280) == 1950)
    #expect(time { $0 < 1000 ? [hand(14, isInBackground: true)] : [] } == nil)
  }
}
