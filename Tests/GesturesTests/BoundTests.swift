import Corpus
import Foundation
import Gestures
import Testing

@Suite("How well the daily profile recognizes gestures")
struct BoundTests {
  @Test("Of the thumbs on the corpus's stills, at most one is lost, and at most one other hand swipes")
  func stills() throws {
    let score = HandScore(try LabeledHand.stills(), .daily)
    #expect(score.thumbs == 48 && score.others == 36)
    #expect(score.kept >= 47 && score.firing <= 1)
  }

  @Test("Of the gestures in the corpus's clips, at least five of six are found, half of them within 250 ms, and nothing else")
  func clips() throws {
    let score = TraceScore(try GestureTrace.clips(), .daily)
    #expect(score.gestures == 6 && score.found >= 5)
    #expect(score.falseSwipes.isEmpty)
    #expect(score.steadyMs.sorted()[score.steadyMs.count / 2] <= 250)
  }

  @Test("The plain profile finds fewer of them, and swipes at other hands: the score can fail")
  func plain() throws {
    #expect(TraceScore(try GestureTrace.clips(), .plain).falseSwipes.count > 10)
    #expect(HandScore(try LabeledHand.stills(), .plain).firing > 20)
  }

  @Suite("on labeled hands and people", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  struct PeopleTests {
    @Test(
      "Of the labeled thumbs within 60° of upright it keeps 97.5 %, of each large source 85 %, and at most 0.3 % of the other hands swipe")
    func hands() throws {
      let hands = try People.required().hands().filter { $0.source != People.mixedSource && ($0.gesture == nil || $0.isUpright) }
      let score = HandScore(hands, .daily)
      #expect(score.thumbs > 1300 && score.keptShare >= 0.975 && score.firingShare <= 0.003, "\(score)")
      for (source, hands) in Dictionary(grouping: hands, by: \.source) {
        let score = HandScore(hands, .daily)
        #expect(score.thumbs < 50 || score.keptShare >= 0.85, "\(source): \(score)")
      }
    }

    @Test(
      "A thumb that swipes once swipes again and again, in every rhythm with a second or more without a hand",
      arguments: [0.5, 1], Rhythm.Rest.allCases)
    func rhythm(shown: Double, rest: Rhythm.Rest) throws {
      let thumbs = try People.required().hands().filter { $0.source != People.mixedSource && $0.gesture != nil && $0.isUpright }
      let some = thumbs.enumerated().filter { $0.offset.isMultiple(of: 7) }.map(\.element)
      for hands in [some, some.map(\.mirrored)] {
        let once = HandScore(hands, .daily).keptShare
        for shift in [(x: 0.0, y: 0.0), (x: -1, y: 0), (x: 0.7, y: 0.7)] {
          for away in [1, 1.5, 2] {
            let share = Rhythm(shown: shown, away: away, rest: rest, shift: shift).share(of: hands, .daily)
            // A thumb that is not clear may have to be held for longer than half a second.
            #expect(share >= once - (shown < 1 ? 0.01 : 0), "\(away) s without a hand, at \(shift)")
          }
        }
      }
    }

    @Test("A rhythm that is too fast loses thumbs: the score can fail")
    func fastRhythm() throws {
      let thumbs = try People.required().hands().filter { $0.gesture != nil }.prefix(100)
      #expect(Rhythm(shown: 0.5, away: 0.5, rest: .never).share(of: Array(thumbs), .daily) < 0.1)
    }

    @Test("With the daily profile, all but one of 22 swipes are made within two frames if a calm hand is seen in every second frame only")
    func calm() throws {
      var (swipes, lost) = (0, 0)
      for trace in try GestureTrace.clips() + People.required().traces() {
        let (all, half) = (trace.swipes(.daily, isPatient: false), trace.swipes(.daily, isPatient: true))
        func isIn(_ others: [(seconds: Double, direction: SwipeDirection)], _ swipe: (seconds: Double, direction: SwipeDirection)) -> Bool {
          others.contains { $0.direction == swipe.direction && abs($0.seconds - swipe.seconds) <= 0.1 }
        }
        #expect(half.allSatisfy { isIn(all, $0) }, "\(trace.name): \(half) for \(all)")
        lost += all.count { !isIn(half, $0) }
        swipes += all.count
      }
      // A sign with both hands, one of which is found in some frames only.
      #expect(swipes >= 22 && lost <= 1, "\(lost) of \(swipes)")
    }

    @Test("With the plain profile, which swipes at single frames, all but one of 700 swipes are")
    func calmPlain() throws {
      var (swipes, lost) = (0, 0)
      for trace in try GestureTrace.clips() + People.required().traces() {
        let (all, half) = (trace.swipes(.plain, isPatient: false), trace.swipes(.plain, isPatient: true))
        (swipes, lost) = (swipes + all.count, lost + all.count)
        lost -= all.count { swipe in half.contains { $0.direction == swipe.direction && abs($0.seconds - swipe.seconds) <= 0.1 } }
        #expect(half.count <= all.count, "\(trace.name): \(half) for \(all)")
      }
      #expect(swipes >= 700 && lost <= 1, "\(lost) of \(swipes)")
    }

    @Test("In 1.6 hours of people of whom two show a thumb and many talk with their hands, both are found, and at most two others swipe")
    func people() throws {
      let traces = try People.required().everyone().filter { $0.kind != People.signLanguage }
      let score = TraceScore(traces, .daily)
      #expect(traces.count > 160 && score.seconds > 5900)
      #expect(score.falseSwipes.count <= 2, "\(score.falseSwipes)")
      #expect(score.found == score.gestures && score.gestures == 2)
      var unlocked = GestureSettings.daily
      unlocked.unlock = .double
      #expect(TraceScore(traces, unlocked).falseSwipes.count <= 1)
    }

    @Test("Of people who show a thumb to their webcam, 99 % of those up and 95 % of those down swipe the right way, and once")
    func thumbs() throws {
      let thumbs = try People.required().thumbs()
      for (direction, share) in [(SwipeDirection.right, 0.99), (.left, 0.95)] {
        let shown = thumbs.filter { $0.segments.first?.direction == direction }
        let found = shown.count { $0.shownThumb(.daily, look: .trained) == .once }
        #expect(shown.count >= 60 && Double(found) >= share * Double(shown.count), "\(found) of \(shown.count)")
      }
    }
  }
}
