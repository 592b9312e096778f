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

  @Test("A person who hardly moves the thumb gets a lower threshold, with room on both sides")
  func small() {
    var person = Person()
    person.calibrate(height: 0.55)
    let proposal = proposal(of: person)
    #expect(proposal.verdict == .improves && proposal.profileScore.recognized == 0)
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
    #expect(table[2].hasPrefix("daily         0.60 hand   150 ms") && table[2].contains("0 of 10"))
    #expect(table[3].hasPrefix("plain         50 px       0 ms"))
    var usual = Person()
    usual.calibrate()
    #expect(proposal(of: usual).table(profile: "daily").count == 3)
  }
}
