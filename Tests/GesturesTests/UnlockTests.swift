import Gestures
import Hands
import Testing

private let thumb = makeSidewaysHand()
private let thumbDown = makeSidewaysHand(down: true)
private let resting = makeSidewaysHand(thumbTip: -10)
/// A fist whose thumb lies on it, at the height of a thumb up: no rest.
private let folded = makeSidewaysHand(thumbTip: -65, middleJoint: -75)

@Suite("Swipes that are asleep until a thumb is shown twice")
struct UnlockTests {
  /// What a frame every 25 ms shows, in turn.
  private typealias Part = (hand: HumanHandPoseObservation?, ms: UInt64)

  private func locked(_ settings: GestureSettings, _ change: (inout GestureSettings) -> Void = { _ in }) -> GestureSettings {
    var settings = settings
    settings.unlock = .double
    change(&settings)
    return settings
  }

  /// The times of the swipes, in ms, and of the first frame in which the swipes were awake.
  private func outcome(
    _ settings: GestureSettings, stepMs: UInt64 = 25, _ parts: [Part]
  ) -> (swipes: [UInt64], wokenMs: UInt64?, classifier: SwipeClassifier) {
    var classifier = SwipeClassifier(settings)
    var (ms, swipes, wokenMs): (UInt64, [UInt64], UInt64?) = (0, [], nil)
    for part in parts {
      let end = ms + part.ms
      while ms < end {
        if classifier.classify(part.hand, at: ms * millisecond).action != nil { swipes.append(ms) }
        if classifier.awakeUntilNs != nil, wokenMs == nil { wokenMs = ms }
        ms += stepMs
      }
    }
    return (swipes, wokenMs, classifier)
  }

  private func wakes(under settings: GestureSettings = .daily, stepMs: UInt64 = 25, _ parts: Part...) -> Bool {
    outcome(locked(settings), stepMs: stepMs, parts).wokenMs != nil
  }

  @Test("It is off unless it is chosen, and then nothing is ever asleep")
  func off() {
    for settings in [GestureSettings.plain, .daily] {
      #expect(settings.unlock == .off && settings.awakeS == 30)
      let (swipes, wokenMs, _) = outcome(settings, [(resting, 200), (thumb, 400), (resting, 600), (thumb, 400)])
      #expect(swipes.count == 2 && wokenMs == nil)
    }
  }

  @Test(
    "A single thumb does nothing, however often and however long; two in an ordinary rhythm wake, and the third one swipes",
    arguments: [GestureSettings.daily, .plain])
  func double(settings: GestureSettings) {
    let settings = locked(settings)
    #expect(outcome(settings, [(resting, 200), (thumb, 30_000)]).swipes.isEmpty)
    let single: [Part] = [(resting, 3000), (thumb, 400)]
    let often = outcome(settings, single + single + single + single)
    #expect(often.swipes.isEmpty && often.wokenMs == nil)
    let dwellMs = UInt64(settings.dwellMs)
    let twice: [Part] = [(resting, 200), (thumb, 400), (resting, 400), (thumb, 400), (resting, 400)]
    let woken = outcome(settings, twice + [(thumb, 400), (resting, 600), (thumbDown, 400)])
    #expect(woken.wokenMs == 1000 + dwellMs)
    #expect(woken.swipes == [1800 + dwellMs, 2800 + dwellMs])
  }

  @Test(
    "The hand may rest, fold its thumb or leave in between, for 0.3 s or more",
    arguments: [GestureSettings.daily, .plain], [25, 33, 100] as [UInt64])
  func pauses(settings: GestureSettings, stepMs: UInt64) {
    let ways = settings.pose == .thumb ? [resting, folded, nil] : [resting, nil]
    for between in ways {
      for ms in [400, 500, 1000] as [UInt64] {
        #expect(wakes(under: settings, stepMs: stepMs, (resting, 200), (thumb, 400), (between, ms), (thumb, 400)), "\(ms) ms")
      }
      // At ten frames a second, 0.2 s without a thumb may be 0.3 s.
      for ms in [100, 200] as [UInt64] where ms + 2 * stepMs <= 300 {
        #expect(!wakes(under: settings, stepMs: stepMs, (resting, 200), (thumb, 400), (between, ms), (thumb, 400)), "\(ms) ms")
      }
    }
    #expect(wakes(under: settings, (resting, 200), (thumb, 400), (resting, 325), (thumb, 400)))
    #expect(wakes(under: settings, (thumb, 400), (resting, 400), (thumb, 400)))
  }

  @Test("The second thumb counts at most 2 s after the first one; the latest one always counts as a first")
  func late() {
    // Both count after the dwell time, so they may begin 2 s apart.
    #expect(wakes((resting, 200), (thumb, 1500), (resting, 500), (thumb, 400)))
    #expect(!wakes((resting, 200), (thumb, 1500), (resting, 525), (thumb, 400)))
    #expect(!wakes((resting, 200), (thumb, 400), (resting, 1625), (thumb, 400)))
    #expect(wakes((resting, 200), (thumb, 400), (resting, 1625), (thumb, 400), (resting, 500), (thumb, 400)))
  }

  @Test("A thumb that the tracker loses again and again for less than 0.3 s is one showing, also after it has woken the swipes")
  func flicker() {
    for between in [resting, folded, nil] {
      let flickering = (0..<8).flatMap { _ in [(thumb, 200), (between, 200)] as [Part] }
      for settings in [locked(.daily), locked(.plain)] {
        let once = outcome(settings, [(resting, 200)] + flickering)
        #expect(once.wokenMs == nil && once.swipes.isEmpty)
        let twice = outcome(settings, [(resting, 200), (thumb, 400), (resting, 400)] + flickering)
        #expect(twice.wokenMs != nil && twice.swipes.isEmpty)
      }
    }
  }

  @Test("Missing frames are no pause: the thumb may have been held meanwhile")
  func missing() {
    var classifier = SwipeClassifier(locked(.daily))
    for ms in [0, 100, 200, 700, 800, 900, 1400, 1500, 1600] as [UInt64] { _ = classifier.classify(thumb, at: ms * millisecond) }
    #expect(classifier.awakeUntilNs == nil)
  }

  @Test("The other thumb does not follow the first one, and counts as a first itself")
  func otherDirection() {
    #expect(!wakes((resting, 200), (thumb, 400), (resting, 400), (thumbDown, 400)))
    #expect(!wakes((resting, 200), (thumb, 300), (resting, 400), (thumbDown, 300), (resting, 400), (thumb, 300)))
    #expect(wakes((resting, 200), (thumb, 400), (resting, 400), (thumbDown, 400), (resting, 400), (thumbDown, 400)))
    #expect(!wakes(under: .plain, (resting, 200), (thumb, 400), (thumbDown, 400), (thumb, 400), (thumbDown, 400)))
  }

  @Test("A thumb that would not swipe is no showing")
  func incomplete() {
    #expect(!wakes((resting, 200), (thumb, 100), (resting, 400), (thumb, 400)))
    #expect(!wakes((resting, 200), (thumb, 400), (resting, 400), (thumb, 100), (resting, 400)))
    let palm = makeSidewaysHand(curled: false)
    #expect(!wakes((resting, 200), (palm, 400), (resting, 400), (palm, 400)))
  }

  @Test("The swipes fall asleep after awake_s without one; each swipe keeps them awake for as long again")
  func fallsAsleep() {
    let twice: [Part] = [(resting, 200), (thumb, 400), (resting, 400), (thumb, 400)]
    let settings = locked(.daily) { $0.awakeS = 2 }
    // Woken at 1150 ms.
    #expect(outcome(settings, twice + [(resting, 1500), (thumb, 400)]).swipes == [3050])
    #expect(outcome(settings, twice + [(resting, 1700), (thumb, 400)]).swipes.isEmpty)
    let kept = outcome(settings, twice + [(resting, 1500), (thumb, 400), (resting, 1500), (thumbDown, 400)])
    #expect(kept.swipes == [3050, 4950])
    #expect(kept.classifier.awakeUntilNs == 6950 * millisecond)
    #expect(outcome(settings, twice + [(resting, 3000)]).classifier.awakeUntilNs == nil)
    let again = outcome(settings, twice + [(resting, 3000)] + twice + [(resting, 600), (thumb, 400)])
    #expect(again.swipes.count == 1)
  }

  @Test("A held thumb swipes again only if it has not woken the swipes itself, and keeps them awake")
  func repeats() {
    let settings = locked(.daily) { ($0.repeatMs, $0.awakeS) = (200, 1) }
    let twice: [Part] = [(resting, 200), (thumb, 400), (resting, 400), (thumb, 400)]
    #expect(outcome(settings, [(resting, 200), (thumb, 5000)]).swipes.isEmpty)
    #expect(outcome(settings, twice + [(thumb, 5000)]).swipes.isEmpty)
    #expect(outcome(settings, twice + [(resting, 400), (thumb, 3000)]).swipes.count > 10)
  }

  @Test("The two showings start no cooldown")
  func cooldown() {
    let settings = locked(.daily) { $0.cooldownMs = 5000 }
    let woken = outcome(settings, [(resting, 200), (thumb, 400), (resting, 400), (thumb, 400), (resting, 400), (thumb, 400)])
    #expect(woken.swipes == [1950])
  }

  @Test("An interruption of the source lets them fall asleep, forgets the first showing, and begins no second one")
  func interruption() {
    let settings = locked(.daily)
    func swipes(after parts: [Part], _ then: [Part]) -> (count: Int, isAwake: Bool) {
      var classifier = outcome(settings, parts).classifier
      classifier.interrupt()
      var (ms, count): (UInt64, Int) = (60_000, 0)
      for part in then {
        for _ in 0..<part.ms / 25 {
          if classifier.classify(part.hand, at: ms * millisecond).action != nil { count += 1 }
          ms += 25
        }
      }
      return (count, classifier.awakeUntilNs != nil)
    }
    let once: [Part] = [(resting, 200), (thumb, 400)]
    let twice = once + [(resting, 400), (thumb, 400), (resting, 600)]
    #expect(swipes(after: twice, [(resting, 400), (thumb, 400)]) == (0, false))
    #expect(swipes(after: once + [(resting, 400)], [(resting, 400), (thumb, 400)]) == (0, false))
    #expect(swipes(after: [(resting, 200)], [(thumb, 400), (resting, 400), (thumb, 400)]) == (0, false))
    #expect(swipes(after: twice, [(resting, 200)] + twice + [(thumb, 400)]) == (1, true))
  }

  @Test("A classifier with other settings may begin awake, if they have the same rule")
  func begins() {
    for (settings, isAwake) in [(locked(.daily), true), (.daily, false)] {
      #expect((SwipeClassifier(settings, awakeUntilNs: 1_000_000_000).awakeUntilNs != nil) == isAwake)
    }
    #expect(locked(.daily).withoutUnlock == .daily)
  }

  @Test("While they are asleep, a thumb that is shown says what wakes them, and then that it has, and no latch is to blame")
  func reasons() {
    var classifier = SwipeClassifier(locked(.daily))
    var sentences: [String] = []
    for ms in stride(from: 0 as UInt64, to: 6000, by: 25) {
      let decision = classifier.classify(ms % 3000 < 2500 && ms < 3500 || ms >= 4000 ? thumb : nil, at: ms * millisecond)
      if let sentence = decision.reasonSentence, decision.reason?.code != .dwell, sentences.last != sentence { sentences.append(sentence) }
    }
    #expect(
      sentences == [
        "thumb up, but the swipes are asleep: show it again within 2 s to wake them",
        "thumb up, but the swipes are asleep: show it twice within 2 s to wake them",
        "thumb up, but the swipes are asleep: show it again within 2 s to wake them",
        "thumb up, which has woken the swipes: the next one swipes",
      ])
  }
}
