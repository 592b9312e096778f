import Gestures
import Hands
import Testing

@Suite("A thumb close to a threshold")
struct ClosenessTests {
  private func isClose(_ hand: HumanHandPoseObservation?, _ settings: GestureSettings = GestureSettings()) -> Bool {
    var classifier = SwipeClassifier(settings)
    return classifier.classify(hand, at: 0).isClose
  }

  @Test("is within five pixels of it, above or below, on either side", arguments: [45.5, 50, 54.5, -45.5, -50, -54.5] as [Float])
  func close(distance: Float) {
    #expect(isClose(makeHand(distance: distance)))
  }

  @Test("is not farther away", arguments: [0, 44, 56, -44, -56, 120] as [Float])
  func far(distance: Float) {
    #expect(!isClose(makeHand(distance: distance)))
  }

  @Test("is measured in the view, and from the threshold that is set")
  func units() {
    let large = makeHand([.thumbTip: (300, 240 + 153)], width: 1920, height: 1440)
    #expect(isClose(large))
    var settings = GestureSettings()
    settings.threshold = .pixels(80)
    #expect(isClose(makeHand(distance: 78), settings))
    settings.threshold = .handSizes(0.8)
    let hand = makeHand([.thumbTip: (300, 320), .middleMCP: (400, 240)])
    #expect(isClose(hand, settings))
  }

  @Test("is measured before smoothing, which lags behind the hand")
  func smoothed() {
    var settings = GestureSettings()
    settings.smoothing = .oneEuro
    var classifier = SwipeClassifier(settings)
    _ = classifier.classify(makeHand(distance: 0), at: 0)
    #expect(classifier.classify(makeHand(distance: 50), at: 33 * millisecond).isClose)
  }

  @Test("needs a hand that counts")
  func noHand() {
    #expect(!isClose(nil))
    #expect(!isClose(makeHand(distance: 50, confidence: 0.2)))
  }
}
