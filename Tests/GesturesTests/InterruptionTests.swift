import Gestures
import Hands
import Testing

/// A hand seen from the side, at rest.
private let resting = makeSidewaysHand(thumbTip: -10)
private let thumb = makeSidewaysHand()

@Suite("An interruption of the source")
struct InterruptionTests {
  /// What happens, at 20 frames a second.
  private enum Part {
    case show(HumanHandPoseObservation?, frames: Int)
    /// A pause, a lock, a yield or a lost camera, for ten seconds.
    case interruption
    /// The same, of which nobody tells.
    case silence
  }

  /// The frames that swipe, counted from the first after the last interruption; those before it are negative.
  private func swipes(_ settings: GestureSettings, isArmed: Bool = true, _ parts: [Part]) -> [Int] {
    var classifier = SwipeClassifier(settings, isArmed: isArmed)
    var (ns, frame, start): (UInt64, Int, Int) = (1_000_000_000, 0, 0)
    var swipes: [Int] = []
    for part in parts {
      switch part {
      case .interruption:
        classifier.interrupt()
        (ns, start) = (ns + 10_000_000_000, frame)
      case .silence: (ns, start) = (ns + 10_000_000_000, frame)
      case .show(let hand, let count):
        for _ in 0..<count {
          if classifier.classify(hand, at: ns).action != nil { swipes.append(frame) }
          (ns, frame) = (ns + 50_000_000, frame + 1)
        }
      }
    }
    return swipes.map { $0 - start }
  }

  private func settings(_ change: (inout GestureSettings) -> Void) -> GestureSettings {
    var settings = GestureSettings()
    change(&settings)
    return settings
  }

  @Test(
    "The time for which a thumb was shown before it does not count, with any option that makes it count",
    arguments: [0, 100, 60_000] as [UInt32])
  func dwell(bridgeMs: UInt32) {
    for change in [
      { $0.dwellMs = 150 }, { ($0.dwellMs, $0.hysteresis) = (150, 0.15) },
    ] as [(inout GestureSettings) -> Void] {
      var settings = settings(change)
      settings.bridgeMs = bridgeMs
      for gap in [Part.interruption, .silence] {
        #expect(swipes(settings, [.show(resting, frames: 4), .show(thumb, frames: 2), gap, .show(thumb, frames: 9)]) == [3])
      }
    }
  }

  @Test("A thumb that is held throughout does not swipe again, with any option that arms or repeats")
  func held() {
    for change in [
      { _ in }, { $0.rearmAfterLostMs = 500 }, { ($0.rearmAfterLostMs, $0.lostGestureMs) = (500, 3000) }, { $0.cooldownMs = 500 },
      { $0.repeatMs = 200 }, { ($0.repeatMs, $0.repeatDelayMs, $0.rearmAfterLostMs) = (200, 0, 500) },
      { ($0.lostGestureMs, $0.releaseMs, $0.rearmAfterLostMs) = (3000, 800, 1000) },
    ] as [(inout GestureSettings) -> Void] {
      let before = [Part.show(resting, frames: 3), .show(thumb, frames: 5)]
      let found = swipes(settings(change), before + [.interruption, .show(thumb, frames: 40)])
      #expect(found.filter { $0 >= 0 } == [])
      #expect(found.count >= 1)
      // Rest arms as ever.
      #expect(
        swipes(settings(change), before + [.interruption, .show(thumb, frames: 3), .show(resting, frames: 3), .show(thumb, frames: 4)])
          .filter { $0 >= 0 }.first == 6)
    }
    #expect(
      swipes(.daily, [.show(resting, frames: 3), .show(thumb, frames: 9), .interruption, .show(thumb, frames: 60)]).filter { $0 >= 0 } == []
    )
  }

  @Test("The time without a hand begins after it")
  func absence() {
    let settings = settings { $0.rearmAfterLostMs = 500 }
    let parts = [Part.show(thumb, frames: 2), .show(nil, frames: 3), .interruption]
    #expect(swipes(settings, parts + [.show(nil, frames: 10), .show(thumb, frames: 3)]) == [-5])
    #expect(swipes(settings, parts + [.show(nil, frames: 11), .show(thumb, frames: 3)]) == [-5, 11])
  }

  @Test("A new rule that is not armed arms by absence as well, which is the same however it began", arguments: [false, true])
  func newRule(isDaily: Bool) {
    let settings = isDaily ? GestureSettings.daily : settings { $0.rearmAfterLostMs = 1000 }
    let first = isDaily ? 3 : 0
    #expect(swipes(settings, isArmed: false, [.show(nil, frames: 21), .show(thumb, frames: 9)]) == [21 + first])
    // Where a gesture is bound to its hand, the time ends when the hand comes back.
    #expect(swipes(settings, isArmed: false, [.show(nil, frames: isDaily ? 19 : 20), .show(thumb, frames: 9)]) == [])
    #expect(swipes(settings, isArmed: false, [.show(thumb, frames: 90)]) == [], "a thumb that is held")
  }

  @Test("Times near the end of time do not trap", arguments: [UInt64.max, UInt64.max - 1, UInt64.max / 2, 0])
  func times(ns: UInt64) {
    var settings = GestureSettings.daily
    (settings.repeatMs, settings.repeatDelayMs, settings.dwellMs) = (.max, .max, 0)
    settings.cooldownMs = .max
    var classifier = SwipeClassifier(settings)
    for hand in [resting, thumb, thumb, nil, resting, thumb, thumb] {
      _ = classifier.classify(hand, at: ns).reasonSentence
      classifier.interrupt()
      _ = classifier.classify(hand, at: ns).reasonSentence
    }
  }

  @Test("Options and joints of another program that no hand has make a text", arguments: [0, 1e19, -1e25, .infinity, .nan] as [Double])
  func texts(number: Double) {
    var settings = GestureSettings.daily
    (settings.minHandSize, settings.threshold) = (number, .handSizes(number))
    let far = makeSidewaysHand(offset: (Float(number), Float(number)))
    for hand in [thumb, far, resting, makeSidewaysHand(thumbTip: Float(number))] {
      var classifier = SwipeClassifier(settings)
      for frame in 0..<3 { _ = classifier.classify(frame == 1 ? far : hand, at: UInt64(frame) * 33_000_000).reasonSentence }
    }
    for reason in [
      .tooSmall(number, number), .threshold(number, number, unit: "px"), .lowConfidence(Float(number), 1),
    ] as [NoSwipeReason] {
      #expect(!reason.sentence(isUp: true).isEmpty)
    }
  }
}
