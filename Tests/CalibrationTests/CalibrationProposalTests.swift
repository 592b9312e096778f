import Calibration
import Gestures
import Hands
import Reports
import Testing

@Suite("The proposal of a calibration")
struct CalibrationProposalTests {
  private func proposal(of person: Person, _ profile: GestureSettings = .testProfile) -> CalibrationProposal {
    #expect(person.session.step == .complete)
    return person.session.recording.proposal(for: profile)
  }

  @Test("A person whom the profile understands keeps it, with every gesture right and no false swipe")
  func keeps() {
    var person = Person()
    person.calibrate()
    let proposal = proposal(of: person)
    #expect(proposal.verdict == .keepsProfile && proposal.settings == .testProfile)
    #expect(proposal.score == CalibrationScore(asked: 10, recognized: 10) && proposal.profileScore == proposal.score)
  }

  @Test("Gestures are scored as if the swipes were awake, and the proposal keeps the rule that wakes them")
  func asleep() {
    var profile = GestureSettings.testProfile
    profile.unlock = .double
    var person = Person(profile)
    person.calibrate()
    let proposal = proposal(of: person, profile)
    #expect(person.notices.contains(.counted(.thumbUp, number: 1, isRecognized: true)))
    #expect(proposal.settings == profile && proposal.profileScore == CalibrationScore(asked: 10, recognized: 10))
  }

  @Test("A thumb that is held counts once, though the profile repeats it")
  func repeating() {
    var profile = GestureSettings.testProfile
    (profile.repeatMs, profile.repeatDelayMs) = (200, 200)
    var person = Person(profile)
    person.calibrate(holding: 1500)
    let proposal = proposal(of: person, profile)
    #expect(proposal.settings == profile && proposal.profileScore == CalibrationScore(asked: 10, recognized: 10))
  }

  @Test("A person who hardly moves the thumb gets a lower threshold, with room on both sides")
  func small() {
    var person = Person()
    person.calibrate(height: 0.55)
    let proposal = proposal(of: person)
    // A thumb down needs less.
    #expect(proposal.verdict == .improves && proposal.profileScore.recognized == 5)
    #expect(proposal.score == CalibrationScore(asked: 10, recognized: 10))
    guard case .handSizes(let threshold) = proposal.settings.threshold else {
      Issue.record("\(proposal.settings.threshold)")
      return
    }
    #expect((0.4...0.5).contains(threshold))
    #expect(proposal.settings.pose == .thumb && proposal.settings.rearmAfterLostMs == 1000)
  }

  @Test("A person who is quick gets a shorter dwell")
  func quick() {
    var person = Person()
    person.calibrate(holding: 130)
    let proposal = proposal(of: person)
    #expect(proposal.verdict == .improves && (80...100).contains(proposal.settings.dwellMs))
    #expect(proposal.score.mistakes == 0 && proposal.profileScore.recognized == 0)
  }

  @Test("A person whose thumb passes by at the desk gets a longer dwell")
  func restless() {
    var person = Person()
    person.calibrate(holding: 600) { ms in makeHand(ms % 1000 < 200 ? 1.1 : 0) }
    let proposal = proposal(of: person)
    #expect(proposal.verdict == .improves && proposal.settings.dwellMs >= 210)
    #expect(proposal.score.mistakes == 0 && proposal.profileScore.falseSwipes >= 9 && proposal.plainScore.falseSwipes >= 9)
  }

  /// A rest, a thumb that is up for some time, and a rest.
  private func pass(_ milliseconds: UInt64, height: Float = 1.1, isArmed: Bool = true, from start: Int = 0) -> WrongSwipe {
    let frames = stride(from: 0, to: 1500 as UInt64, by: 33).map { ms in
      HandFrame([makeHand(ms >= 500 && ms < 500 + milliseconds ? height : 0)], at: ms * millisecond)
    }
    return WrongSwipe(frames, isArmed: isArmed, from: start)
  }

  private func proposal(of person: Person, avoiding wrong: [WrongSwipe]) -> CalibrationProposal {
    var recording = person.session.recording
    recording.wrongSwipes = wrong
    return recording.proposal(for: .testProfile)
  }

  @Test("Swipes that were marked as wrong count as false ones, and settings that do not make them are proposed")
  func marked() {
    var person = Person()
    person.calibrate(holding: 600)
    let proposal = proposal(of: person, avoiding: Array(repeating: pass(200), count: 4))
    #expect(proposal.verdict == .improves && proposal.settings.dwellMs >= 210)
    #expect(proposal.profileScore == CalibrationScore(asked: 10, recognized: 10, falseSwipes: 4, marked: 4, repeated: 4))
    #expect(proposal.score == CalibrationScore(asked: 10, recognized: 10, marked: 4))
    #expect(proposal.wrongSwipes(profile: "daily")?.contains("4") == true)
  }

  @Test("Marked swipes that no setting avoids are no reason to give up, nor to lose gestures")
  func unavoidable() {
    var person = Person()
    person.calibrate(holding: 600)
    let proposal = proposal(of: person, avoiding: Array(repeating: pass(900), count: 50))
    #expect(proposal.verdict == .keepsProfile && proposal.settings == .testProfile)
    #expect(proposal.profileScore == CalibrationScore(asked: 10, recognized: 10, falseSwipes: 50, marked: 50, repeated: 50))
  }

  @Test("What swipes before the frame from which a marked swipe counts, or is held from the start, counts for nothing")
  func beforeMarked() {
    var person = Person()
    person.calibrate()
    let wrong = [pass(200, from: 30), pass(200, isArmed: false), pass(900, height: 0.3)]
    // Rest arms a latch that was disarmed before the first frame.
    #expect(proposal(of: person, avoiding: wrong).profileScore.repeated == 1)
    #expect(self.proposal(of: person).wrongSwipes(profile: "daily") == nil)
  }

  @Test("Two gestures more are no reason to leave the profile")
  func noOverfit() {
    var person = Person()
    person.rest(1000)
    for _ in 0..<3 { person.gesture(1.1, holding: 500) }
    for _ in 0..<2 { person.gesture(0.55, holding: 500) }
    for _ in 0..<5 { person.gesture(-1.1, holding: 500) }
    while person.session.step == .desk { person.hold(nil, 1) }
    let proposal = proposal(of: person)
    #expect(proposal.verdict == .keepsProfile && proposal.settings == .testProfile)
    #expect(proposal.score == CalibrationScore(asked: 10, recognized: 8))
  }

  @Test("A person whose hands do the same at the desk keeps the profile, and is told why")
  func unclear() {
    var person = Person()
    person.calibrate(holding: 300) { ms in makeHand(ms % 1000 < 300 ? 1.1 : 0) }
    let proposal = proposal(of: person)
    #expect(proposal.verdict == .unclear && proposal.settings == .testProfile && proposal.profileScore.falseSwipes >= 9)
    #expect(proposal.explanation(profile: "daily").count == 3)
  }

  @Test("Hands that are no thumbs at the desk make false swipes with the plain profile alone")
  func openHands() {
    var person = Person()
    person.calibrate { ms in makeHand(ms % 1000 < 500 ? 1.1 : 0, curled: false) }
    let proposal = proposal(of: person)
    #expect(proposal.verdict == .keepsProfile && proposal.score.falseSwipes == 0 && proposal.plainScore.falseSwipes >= 9)
  }

  @Test("The plain profile can be calibrated too")
  func plain() {
    var person = Person(GestureSettings())
    person.calibrate()
    let proposal = proposal(of: person, GestureSettings())
    #expect(proposal.verdict == .keepsProfile && proposal.settings == GestureSettings())
    #expect(proposal.table(profile: "plain").count == 2)
  }

  @Test("The table has a row for the proposal, if it is another, for the profile and for plain")
  func table() {
    var person = Person()
    person.calibrate(height: 0.55)
    let table = proposal(of: person).table(profile: "daily")
    #expect(table.count == 4)
    #expect(table[1].hasPrefix("this setting") && table[1].contains("10 of 10"))
    #expect(table[2].hasPrefix("daily         0.60 hand   150 ms") && table[2].contains("5 of 10"))
    #expect(table[3].hasPrefix("plain         50 px       0 ms"))
    var usual = Person()
    usual.calibrate()
    #expect(proposal(of: usual).table(profile: "daily").count == 3)
  }
}
