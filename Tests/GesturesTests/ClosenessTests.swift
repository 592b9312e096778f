import Gestures
import Landmarks
import Testing

@Suite("A thumb close to a threshold")
struct ClosenessTests {
  @Test("is one within five pixels of it, above or below, on either side", arguments: [45.5, 50, 54.5, -45.5, -50, -54.5] as [Float])
  func close(distance: Float) {
    #expect(SwipeClassifier().isClose(makeHand(distance: distance)))
  }

  @Test("is none farther away", arguments: [0, 44, 56, -44, -56, 120] as [Float])
  func far(distance: Float) {
    #expect(!SwipeClassifier().isClose(makeHand(distance: distance)))
  }

  @Test("is measured in the view, and from the threshold that is set")
  func units() {
    let large = makeHand([.thumbTip: (300, 240 + 153)], width: 1920, height: 1440)
    #expect(SwipeClassifier().isClose(large))
    var settings = GestureSettings()
    settings.threshold = .pixels(80)
    #expect(SwipeClassifier(settings).isClose(makeHand(distance: 78)))
    settings.threshold = .handSizes(0.8)
    let hand = makeHand([.thumbTip: (300, 320), .middleMCP: (400, 240)])
    #expect(SwipeClassifier(settings).isClose(hand))
  }

  @Test("is none without a hand, or with one that does not count")
  func noHand() {
    #expect(!SwipeClassifier().isClose(nil))
    #expect(!SwipeClassifier().isClose(makeHand(distance: 50, confidence: 0.2)))
  }
}
