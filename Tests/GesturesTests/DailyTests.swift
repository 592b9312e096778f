import Gestures
import Hands
import Testing

private let thumb = makeSidewaysHand()
private let thumbDown = makeSidewaysHand(down: true)
private let resting = makeSidewaysHand(thumbTip: -10)
private let palm = makeSidewaysHand(curled: false)
/// The hand of somebody else, or the person's other one, far from the first.
private let otherAtRest = makeSidewaysHand(thumbTip: -10, offset: (-150, 250))

@Suite("The options of everyday life")
struct DailyTests {
  private func swipes(
    _ hands: [HumanHandPoseObservation?], stepMs: UInt64 = 50, _ change: (inout GestureSettings) -> Void = { _ in }
  ) -> [Int] {
    var settings = GestureSettings.daily
    change(&settings)
    var classifier = SwipeClassifier(settings)
    return classifier.swipes(hands, stepMs: stepMs).enumerated().compactMap { $1 == nil ? nil : $0 }
  }

  private func frames(_ parts: (HumanHandPoseObservation?, Int)...) -> [HumanHandPoseObservation?] {
    parts.flatMap { Array(repeating: $0.0, count: $0.1) }
  }

  @Test("A thumb that stays swipes once, after 150 ms; an open hand never does")
  func once() {
    #expect(swipes(frames((thumb, 60))) == [3])
    #expect(swipes(frames((palm, 60))).isEmpty)
    #expect(swipes(frames((thumb, 10), (resting, 10), (thumbDown, 10))) == [3, 23])
  }

  @Test("Hysteresis: a thumb that trembles around the threshold is one gesture")
  func hysteresis() {
    let over = makeHand(distance: 55)
    let under = makeHand(distance: 46)
    func count(_ hysteresis: Double) -> Int {
      var settings = GestureSettings()
      settings.hysteresis = hysteresis
      var classifier = SwipeClassifier(settings)
      return classifier.swipes([over, under, over, under, over]).compactMap { $0 }.count
    }
    #expect(count(0) == 3)
    #expect(count(0.15) == 1)
  }

  @Test("A hand that is far away swipes, and one of which the camera shows too little does not")
  func far() {
    func smaller(_ times: Float) -> HumanHandPoseObservation {
      HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
        let point = thumb.recognizedPoint(joint)
        return (point.x / times, point.y / times, point.z / times)
      }
    }
    #expect(swipes(frames((smaller(8), 20))) == [3])
    #expect(swipes(frames((smaller(20), 20))).isEmpty)
    #expect(swipes(frames((smaller(20), 20))) { $0.minHandSize = 0 } == [3])
  }

  @Test("A hand of somebody in the background does not swipe, and is answered, unless everybody counts")
  func background() {
    var behind = thumb
    behind.isInBackground = true
    #expect(swipes(frames((behind, 20))).isEmpty)
    #expect(swipes(frames((behind, 20))) { $0.people = .nearest }.isEmpty)
    #expect(swipes(frames((behind, 20))) { $0.people = .all } == [3])
    var classifier = SwipeClassifier(.daily)
    for frame in 0..<20 { #expect(classifier.classify(HandFrame([behind], at: UInt64(frame) * 50_000_000)).reason == .notNearest) }
  }

  @Test("A hand of which a part is outside the picture swipes, unless whole hands are asked for")
  func outside() {
    let cut = makeSidewaysHand(offset: (0, -130))
    #expect(cut.recognizedPoint(.thumbTip).y < 0)
    #expect(swipes(frames((cut, 20))) == [3])
    #expect(swipes(frames((cut, 20))) { $0.wholeHand = true }.isEmpty)
  }

  @Test("Another hand at rest does not end a gesture, the same hand's rest does")
  func otherHand() {
    #expect(swipes(frames((thumb, 10), (otherAtRest, 10), (thumb, 20))) == [3])
    #expect(swipes(frames((thumb, 10), (otherAtRest, 10), (thumb, 20))) { $0.lostGestureMs = 0 } == [3, 23])
    #expect(swipes(frames((thumb, 10), (resting, 10), (thumb, 20))) == [3, 23])
  }

  @Test("A gesture that the tracker loses for less than a second is the same one; after that, another")
  func lost() {
    #expect(swipes(frames((thumb, 10), (nil, 18), (thumb, 20))) == [3])
    // The hand that was last seen in the tenth frame comes back a second later.
    #expect(swipes(frames((thumb, 10), (nil, 19), (thumb, 20))) == [3, 32])
    #expect(swipes(frames((thumb, 10), (nil, 40), (thumb, 10), (nil, 40), (thumb, 10))) == [3, 53, 103])
  }

  @Test("A hand that comes back at rest to about the same place is the same one, after any time")
  func back() {
    let near = [makeSidewaysHand(thumbTip: -10), makeSidewaysHand(thumbTip: -10, offset: (80, 60))]
    for resting in near { #expect(swipes(frames((thumb, 10), (nil, 14), (resting, 3), (thumb, 20))).count == 2) }
    let others = [otherAtRest, makeSidewaysHand(thumbTip: -10, chirality: .left)]
    for other in others { #expect(swipes(frames((thumb, 10), (nil, 14), (other, 3), (thumb, 20))) == [3]) }
  }

  @Test("While only another hand is in view, the gesture counts as held for three seconds")
  func elsewhere() {
    #expect(swipes(frames((thumb, 10), (otherAtRest, 58), (thumb, 20))) == [3])
    #expect(swipes(frames((thumb, 10), (otherAtRest, 60), (thumb, 20))) == [3, 73])
    #expect(swipes(frames((thumb, 10), (otherAtRest, 30), (thumb, 20))) { $0.lostGestureMs = 0 } == [3, 43])
  }

  @Test("Where no absence arms, a rest does, also of a hand that was away for a minute")
  func neverByAbsence() {
    func count(_ parts: (HumanHandPoseObservation?, Int)...) -> Int {
      let hands = parts.flatMap { Array(repeating: $0.0, count: $0.1) }
      return swipes(hands) { ($0.rearmAfterLostMs, $0.releaseMs) = (0, 0) }.count
    }
    #expect(count((thumb, 10), (nil, 1200), (thumb, 20)) == 1)
    #expect(count((thumb, 10), (nil, 1200), (resting, 3), (thumb, 20)) == 2)
    #expect(count((thumb, 10), (nil, 1200), (otherAtRest, 3), (thumb, 20)) == 2)
    #expect(count((thumb, 10), (nil, 20), (otherAtRest, 3), (thumb, 20)) == 1)
  }

  @Test("A hand that has left the gesture and then the picture is ready after one second")
  func leaves() {
    #expect(swipes(frames((thumb, 10), (palm, 5), (nil, 25), (thumb, 20))) == [3, 43])
    #expect(swipes(frames((thumb, 10), (palm, 5), (nil, 10), (thumb, 20))) == [3])
  }

  @Test("A hand that opens for most of a second has ended its gesture without resting")
  func release() {
    #expect(swipes(frames((thumb, 10), (palm, 20), (thumb, 20))) == [3, 33])
    #expect(swipes(frames((thumb, 10), (palm, 10), (thumb, 20))) == [3])
    #expect(swipes(frames((thumb, 10), (palm, 20), (thumb, 20))) { $0.releaseMs = 0 } == [3])
  }

  @Test("Bridge: a few frames without the hand do not start the dwell again")
  func bridge() {
    let flicker = frames((thumb, 2), (nil, 1), (thumb, 20))
    #expect(swipes(flicker) { $0.bridgeMs = 0 } == [6])
    #expect(swipes(flicker) == [3])
    #expect(swipes(frames((thumb, 2), (nil, 5), (thumb, 20))) { $0.bridgeMs = 150 } == [10])
  }

  @Test("Repeat: a held thumb swipes again after the delay, and then at each interval, until it is let go")
  func repeats() {
    let held = frames((thumb, 30), (resting, 10), (thumb, 5))
    #expect(swipes(held) { ($0.repeatMs, $0.repeatDelayMs) = (200, 500) } == [3, 13, 17, 21, 25, 29, 43])
  }

  @Test("Repeat: neither the opposite thumb nor one that comes back, without a rest between them, swipes again")
  func repeatsHeldOnly() {
    func repeated(_ hands: [HumanHandPoseObservation?]) -> [Int] { swipes(hands) { ($0.repeatMs, $0.repeatDelayMs) = (200, 500) } }
    #expect(repeated(frames((thumb, 20), (thumbDown, 30))) == [3, 13, 17])
    #expect(repeated(frames((thumb, 20), (nil, 12), (thumb, 30))) == [3, 13, 17])
    #expect(repeated(frames((thumb, 20), (palm, 12), (thumb, 30))) == [3, 13, 17])
  }

  @Test("A thumb that is held swipes once, also if its hand does not count for a while")
  func heldUncounted() {
    func uncounted(_ change: (inout HumanHandPoseObservation) -> Void) -> HumanHandPoseObservation {
      var hand = thumb
      change(&hand)
      return hand
    }
    let inBackground = uncounted { $0.isInBackground = true }
    #expect(swipes(frames((thumb, 10), (inBackground, 30), (thumb, 20))) == [3])
    #expect(swipes(frames((thumb, 10), (makeSidewaysHand(chirality: .left), 30), (thumb, 20))) { $0.hand = .right } == [3])
    // It goes on swiping again.
    #expect(swipes(frames((thumb, 15), (inBackground, 8), (thumb, 8))) { ($0.repeatMs, $0.repeatDelayMs) = (200, 500) } == [3, 13, 23, 27])
    // Within the hysteresis.
    func lower(_ confidence: Float) -> HumanHandPoseObservation { makeHand(distance: 46, confidence: confidence) }
    let held = frames((makeHand(distance: 55), 5), (lower(1), 5), (lower(0.1), 30), (makeHand(distance: 55), 5))
    var settings = GestureSettings()
    (settings.hysteresis, settings.rearmAfterLostMs, settings.lostGestureMs) = (0.15, 1000, 3000)
    var classifier = SwipeClassifier(settings)
    #expect(classifier.swipes(held, stepMs: 50).compactMap(\.self).count == 1)
  }

  @Test("With two hands, the one on the chosen side swipes")
  func chosen() {
    let left = makeSidewaysHand(chirality: .left, offset: (100, 200))
    var settings = GestureSettings.daily
    settings.hand = .right
    let both = (0..<30).map { HandFrame([left, thumb], at: UInt64($0) * 50 * millisecond) }
    #expect(both.actions(under: settings).map(\.action.chirality) == [.right])
    let other = (0..<30).map { HandFrame([left], at: UInt64($0) * 50 * millisecond) }
    #expect(other.actions(under: settings).isEmpty)
  }
}
