import Gestures
import Hands
import Testing

@Suite("The options")
struct OptionTests {
  @Test(
    "Dwell: a thumb swipes once it has been shown for the whole time without interruption",
    arguments: [
      (0, [up], [.right]),
      (200, [up, up, up, up], [nil, nil, .right, nil]),
      (201, [up, up, up, up], [nil, nil, nil, .right]),
      (200, [up, up, rest, up, up, up], [nil, nil, nil, nil, nil, .right]),
      (200, [up, up, down, down, down], [nil, nil, nil, nil, .left]),
      (200, [up, up, nil, up, up, up], [nil, nil, nil, nil, nil, .right]),
      // Rest needs no dwell to arm.
      (100, [up, up, rest, up, up], [nil, .right, nil, nil, .right]),
    ] as [(UInt32, [HumanHandPoseObservation?], [SwipeDirection?])])
  func dwell(ms: UInt32, hands: [HumanHandPoseObservation?], expected: [SwipeDirection?]) {
    #expect(swipes(hands) { $0.dwellMs = ms } == expected)
  }

  @Test(
    "Cooldown: a gesture made too early is spent, and does not fire late",
    arguments: [
      (0, [up, rest, up], [.right, nil, .right]),
      (200, [up, rest, up], [.right, nil, .right]),
      (201, [up, rest, up, up, up], [.right, nil, nil, nil, nil]),
      (300, [up, rest, down, rest, down], [.right, nil, nil, nil, .left]),
      // A spent gesture does not prolong it.
      (300, [up, rest, down, rest, up], [.right, nil, nil, nil, .right]),
    ] as [(UInt32, [HumanHandPoseObservation?], [SwipeDirection?])])
  func cooldown(ms: UInt32, hands: [HumanHandPoseObservation?], expected: [SwipeDirection?]) {
    #expect(swipes(hands) { $0.cooldownMs = ms } == expected)
  }

  @Test("A cooldown goes on in a classifier that takes the place of another", arguments: [0, 1, 2])
  func cooldownGoesOn(_ seconds: UInt64) {
    var settings = GestureSettings()
    settings.cooldownMs = 2000
    var first = SwipeClassifier(settings)
    #expect(first.lastSwipeNs == nil && first.classify(up, at: 5).action != nil && first.lastSwipeNs == 5)
    var second = SwipeClassifier(settings, lastSwipeNs: first.lastSwipeNs)
    #expect((second.classify(up, at: 5 + seconds * 1_000_000_000).action != nil) == (seconds >= 2))
  }

  @Test(
    "Re-arming after loss: only when no hand has counted for the whole time",
    arguments: [
      (0, [up, nil, nil, nil, nil, up], [.right, nil, nil, nil, nil, nil]),
      (200, [up, nil, nil, up], [.right, nil, nil, .right]),
      (201, [up, nil, nil, up], [.right, nil, nil, nil]),
      (201, [up, nil, nil, up, nil, nil, nil, up], [.right, nil, nil, nil, nil, nil, nil, .right]),
    ] as [(UInt32, [HumanHandPoseObservation?], [SwipeDirection?])])
  func rearmAfterLost(ms: UInt32, hands: [HumanHandPoseObservation?], expected: [SwipeDirection?]) {
    #expect(swipes(hands) { $0.rearmAfterLostMs = ms } == expected)
  }

  @Test("Missing frames do not count as a lost hand")
  func gapIsNoLoss() {
    #expect(swipes([up, up], stepMs: 5000) { $0.rearmAfterLostMs = 200 } == [.right, nil])
  }

  @Test(
    "Hand: only the chosen one counts",
    arguments: [(.any, .right, .right), (.left, .right, nil), (.right, nil, .right)]
      as [(HandRule, SwipeDirection?, SwipeDirection?)])
  func hand(rule: HandRule, left: SwipeDirection?, right: SwipeDirection?) {
    #expect(swipes([makeHand(distance: -80, chirality: .left)]) { $0.hand = rule } == [left])
    #expect(swipes([makeHand(distance: -80, chirality: .right)]) { $0.hand = rule } == [right])
  }

  @Test("Hand: the other hand neither arms the latch nor keeps it from re-arming")
  func otherHand() {
    let otherAtRest = makeHand(distance: 0, chirality: .left)
    #expect(swipes([up, otherAtRest, up]) { $0.hand = .right } == [.right, nil, nil])
    #expect(swipes([up, otherAtRest, up]) { ($0.hand, $0.rearmAfterLostMs) = (.right, 100) } == [.right, nil, .right])
  }

  @Test(
    "Threshold in hand sizes: wrist to middle knuckle, 100 px here, of which a thumb down must reach 0.6 times as much",
    arguments: [
      (0.8, -80, nil), (0.8, -80.1, .right), (0.8, 47.9, nil), (0.8, 48.1, .left), (1.2, -110, nil), (1.2, 70, nil), (0.3, 20, .left),
    ] as [(Double, Float, SwipeDirection?)])
  func handSizes(threshold: Double, distance: Float, direction: SwipeDirection?) {
    for (scale, width, height) in [(1, 640, 480), (2, 1280, 960), (0.5, 640, 480)] as [(Float, Int, Int)] {
      let hand = makeHand(
        [.middleMCP: (220 + 60 * scale, 220 + 80 * scale), .thumbTip: (220, 220 + distance * scale)], elsewhere: (220, 220),
        width: width, height: height)
      #expect(swipes([hand]) { $0.threshold = .handSizes(threshold) } == [direction])
    }
  }

  @Test("A clock that goes back does no harm")
  func clockBack() {
    var settings = GestureSettings()
    (settings.dwellMs, settings.cooldownMs, settings.rearmAfterLostMs) = (10, 10, 10)
    var classifier = SwipeClassifier(settings)
    for (hand, ms) in [(up, 500), (up, 600), (nil, 100), (rest, 50), (up, 40), (up, 0)] as [(HumanHandPoseObservation?, UInt64)] {
      #expect(classifier.classify(hand, at: ms * millisecond).action == nil || ms == 600)
    }
  }
}
