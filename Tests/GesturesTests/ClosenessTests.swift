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
    for y in [160, 288] as [Float] { #expect(isClose(makeHand([.thumbTip: (300, y), .middleMCP: (400, 240)]), settings), "\(y)") }
  }

  @Test("needs a hand that counts")
  func noHand() {
    #expect(!isClose(nil))
    #expect(!isClose(makeHand(distance: 50, confidence: 0.2)))
  }
}

@Suite("A calm hand")
struct CalmTests {
  /// Whether the last of some frames is calm: hands whose thumb is this far below the wrist, 33 ms apart.
  private func isCalm(_ hands: [HumanHandPoseObservation?], _ settings: GestureSettings) -> Bool {
    var classifier = SwipeClassifier(settings)
    var decision: Decision?
    for (index, hand) in hands.enumerated() { decision = classifier.classify(hand, at: UInt64(index) * 33 * millisecond) }
    return decision?.isCalm == true
  }

  private let patient: GestureSettings = {
    var settings = GestureSettings()
    settings.dwellMs = 100
    return settings
  }()

  @Test("rests, or shows no thumb, where a gesture must be shown for several frames")
  func calm() {
    #expect(isCalm([makeHand(distance: 0), makeHand(distance: 10)], patient))
    let open = makeSidewaysHand(curled: false)
    #expect(isCalm([open, open], .daily))
  }

  @Test("is none that shows a gesture that has not swiped, or that swipes at the first frame of one")
  func gesture() {
    #expect(!isCalm([makeHand(distance: 120), makeHand(distance: 120)], patient))
    #expect(!isCalm([makeSidewaysHand(), makeSidewaysHand()], .daily))
    #expect(!isCalm([makeHand(distance: 0), makeHand(distance: 10)], .plain))
  }

  @Test("holds a gesture, as long as its thumb is a threshold and 0.2 s away from rest")
  func held() {
    #expect(isCalm([makeHand(distance: 100), makeHand(distance: 100)], .plain))
    #expect(isCalm([makeHand(distance: -100), makeHand(distance: -100)], .plain))
    #expect(!isCalm([makeHand(distance: 99), makeHand(distance: 99)], .plain))
    // In 33 ms, at 242 and at 273 pixels per second.
    #expect(isCalm([makeHand(distance: 112), makeHand(distance: 104)], .plain))
    #expect(!isCalm([makeHand(distance: 113), makeHand(distance: 104)], .plain))
    // The dwell time is over before the seventh frame.
    let thumb = makeSidewaysHand(thumbTip: -200)
    #expect(isCalm(Array(repeating: thumb, count: 7), .daily))
    #expect(!isCalm(Array(repeating: thumb, count: 4), .daily))
  }

  @Test("is none that has just come, is gone, or moves fast")
  func moving() {
    #expect(!isCalm([makeHand(distance: 0)], patient))
    #expect(!isCalm([makeHand(distance: 0), nil], patient))
    let shift = makeHand([.wrist: (500, 240), .thumbTip: (500, 250), .middleMCP: (600, 240)])
    #expect(!isCalm([makeHand(distance: 0), shift], patient))
  }
}
