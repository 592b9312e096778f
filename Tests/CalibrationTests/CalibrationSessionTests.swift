import Calibration
import Gestures
import Reports
import Testing

@Suite("A guided calibration")
struct CalibrationSessionTests {
  @Test("It goes from the hand over five thumbs up, five thumbs down and ten seconds at the desk to its end")
  func steps() {
    var person = Person()
    person.calibrate()
    let began = person.notices.compactMap { if case .began(let step) = $0 { step } else { nil } }
    #expect(began == [.gestures(.thumbUp), .gestures(.thumbDown), .desk, .complete])
    let counted = person.notices.filter { if case .counted = $0 { true } else { false } }
    #expect(
      counted
        == [CalibratedGesture.thumbUp, .thumbDown].flatMap { gesture in
          (1...5).map { .counted(gesture, number: $0, isRecognized: true) }
        })
    #expect(person.notices.filter { if case .secondsLeft = $0 { true } else { false } } == (1...10).reversed().map { .secondsLeft($0) })
    #expect(person.session.step == .complete)
  }

  @Test("The hand must rest for a moment first")
  func firstHand() {
    var person = Person()
    person.hold(makeHand(1.1), 3000)
    person.rest(500)
    #expect(person.session.step == .showHand)
    person.rest(300)
    #expect(person.session.step == .gestures(.thumbUp))
  }

  @Test("A gesture counts once the thumb is back, or the hand has gone")
  func rest() {
    var person = Person()
    person.rest()
    person.hold(makeHand(1.1), 2000)
    #expect(person.session.count == 0)
    person.rest(300)
    #expect(person.session.count == 1)
    person.hold(makeHand(1.1), 300)
    person.hold(nil, 300)
    #expect(person.session.count == 2)
  }

  @Test("A moment that no setting would recognize, and a trembling thumb, do not count", arguments: [(1.1, 60), (0.35, 500)])
  func noGesture(height: Float, milliseconds: UInt64) {
    var person = Person()
    person.rest()
    person.gesture(height, holding: milliseconds)
    #expect(person.session.count == 0)
  }

  @Test("A thumb that rests high is back when it is clearly below its peak")
  func highRest() {
    var person = Person()
    person.rest()
    for _ in 0..<2 {
      person.hold(makeHand(1.2), 400)
      person.hold(makeHand(0.45), 400)
    }
    #expect(person.session.count == 2)
  }

  @Test("The other thumb does not count, and what it would have swiped is not held against any setting")
  func otherThumb() {
    var person = Person()
    person.rest()
    person.gesture(-1.1, holding: 500)
    #expect(person.session.count == 0 && person.notices.last == .other(.thumbDown))
    for _ in 0..<5 { person.gesture(1.1, holding: 500) }
    #expect(person.session.step == .gestures(.thumbDown))
    #expect(person.session.recording.score(.testProfile) == CalibrationScore(asked: 5, recognized: 5))
  }

  @Test("A gesture during which the camera was interrupted does not count, and the next one does")
  func interrupted() {
    var person = Person()
    person.rest()
    person.hold(makeHand(1.1), 300)
    person.skip(seconds: 2)
    person.interrupt()
    person.rest(600)
    #expect(person.session.count == 0)
    person.gesture(1.1, holding: 500)
    #expect(person.session.count == 1)
    #expect(person.session.recording.score(.testProfile) == CalibrationScore(asked: 1, recognized: 1))
  }

  @Test("The recording at the desk begins again after an interruption")
  func interruptedAtDesk() {
    var person = Person()
    person.rest(1000)
    for height in Array(repeating: Float(1.1), count: 5) + Array(repeating: -1.1, count: 5) { person.gesture(height, holding: 500) }
    person.hold(nil, 5000)
    person.skip(seconds: 15)
    person.interrupt()
    person.hold(nil, 11_500)
    #expect(person.session.step == .desk)
    person.hold(nil, 1000)
    #expect(person.session.step == .complete)
  }

  @Test("A gesture that the profile misses counts, and is reported with the reason")
  func missed() throws {
    var person = Person()
    person.rest()
    person.gesture(1.1, holding: 500, curled: false)
    person.gesture(1.1, holding: 120)
    person.gesture(0.5, holding: 500)
    let missed = person.notices.suffix(3).compactMap { notice in
      if case .counted(_, _, isRecognized: false, let reason?) = notice { reason } else { nil }
    }
    #expect(missed.map(\.code) == [.fingersNotCurled, .dwell, .threshold])
    let reasons = missed.map(\.sentence)
    try #require(reasons.count == 3)
    #expect(reasons[0].contains("the fingers are not curled"), "\(reasons)")
    #expect(reasons[1].hasPrefix("held ") && reasons[1].hasSuffix(" of 150 ms"), "\(reasons)")
    #expect(reasons[2].contains("not far enough"), "\(reasons)")
  }

  @Test("Without a hand for a minute, or with one that does nothing, it gives up")
  func patience() {
    var nobody = Person()
    nobody.hold(nil, 59_000)
    #expect(nobody.notices == [.hint(.showHand)])
    nobody.hold(nil, 2000)
    #expect(nobody.notices.last == .gaveUp(.noHand))

    var idle = Person()
    idle.rest(62_000)
    #expect(idle.notices.contains(.hint(.raise(.thumbUp))) && idle.notices.last == .gaveUp(.noGesture(.thumbUp)))

    var high = Person()
    high.hold(makeHand(1.1), 61_000)
    #expect(high.notices.contains(.hint(.rest)) && high.notices.last == .gaveUp(.noRest))

    var gone = Person()
    gone.rest()
    gone.hold(nil, 61_000)
    #expect(gone.notices.last == .gaveUp(.noHand))
  }

  @Test("A hand that comes and goes without a gesture has all the time again for ten minutes, and then it gives up")
  func comesAndGoes() {
    var person = Person()
    func comesAndGoes(_ times: Int) {
      for _ in 0..<times {
        person.rest(10_000)
        person.hold(nil, 20_000)
      }
    }
    comesAndGoes(20)
    #expect(!person.notices.contains { if case .gaveUp = $0 { true } else { false } })
    comesAndGoes(3)
    #expect(person.notices.last == .gaveUp(.noGesture(.thumbUp)))
  }

  @Test("A hand that comes late has all the time again")
  func late() {
    var person = Person()
    person.hold(nil, 58_000)
    person.rest(1000)
    person.rest(30_000)
    #expect(person.session.step == .gestures(.thumbUp))
    #expect(!person.notices.contains { if case .gaveUp = $0 { true } else { false } })
  }

  @Test("A clock that goes back counts as one that stands still")
  func backwards() {
    var session = CalibrationSession(profile: .testProfile)
    _ = session.take(HandFrame([makeHand(0)], at: 5000 * millisecond))
    _ = session.take(HandFrame([makeHand(0)], at: 10 * millisecond))
    #expect(session.step == .showHand)
    #expect(session.take(HandFrame([makeHand(0)], at: 6000 * millisecond)) == [.began(.gestures(.thumbUp))])
  }

  @Test("The live line shows where the thumb is and how far the person has come")
  func liveLine() {
    var person = Person()
    #expect(person.session.liveLine(columns: 80).hasSuffix("  no hand"))
    person.rest()
    person.gesture(1.1, holding: 500)
    person.hold(makeHand(1.1), 100)
    let line = person.session.liveLine(columns: 80)
    #expect(line.hasSuffix(" up  thumb up · 1 of 5") && line.count < 80)
    #expect(person.session.liveLine(columns: 20) == "  thumb up · 1 of 5")
  }
}
