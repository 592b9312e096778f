import EventProtocol
import Gestures
import Hands
import Reports
import Testing

/// A frame of a table, a thirtieth of a second after the one before it.
struct Row {
  var zone: Zone?
  var code: String?, reason: String?
  var distance: Double?
  var isInterrupted = false
  /// The hands in view, the one first that the reason is about.
  var hands: [Chirality] = []

  static let none = Row()
  static let rest = Row(zone: .rest)
  static let up = Row(zone: .up)

  static func curled(_ zone: Zone = .up) -> Row {
    Row(zone: zone, code: "fingers_not_curled", reason: "thumb \(zone.rawValue), but the fingers are not curled")
  }
  static func curled(_ hands: Chirality...) -> Row {
    var row = curled()
    row.hands = hands
    return row
  }
  static func held(_ ms: Int) -> Row { Row(zone: .up, code: "dwell", reason: "held \(ms) of 150 ms") }
  static func near(_ distance: Double) -> Row {
    Row(zone: .rest, code: "threshold", reason: "\(distance) of 50 px", distance: -distance)
  }
  static let soon = Row(zone: .up, code: "cooldown", reason: "too soon after the last swipe: 200 of 500 ms")
  static let asleep = Row(zone: .up, code: "asleep", reason: "the swipes are asleep")
  static let woke = Row(zone: .up, code: "woke", reason: "it has woken the swipes")
  static let spent = Row(zone: .up, code: "not_rested", reason: "not rested since the last swipe")
}

/// What happens in a table.
enum Step {
  case frames([Row])
  case swipe

  static func frame(_ row: Row, times: Int = 1) -> Step { .frames(Array(repeating: row, count: times)) }
}

@Suite("The explanation of gestures that make no swipe")
struct ExplanationTests {
  /// The attempts of a table, and the number of the frame at which each was over; nil for the end.
  private func attempts(_ steps: [Step]) -> [(attempt: Attempt, frame: Int?)] {
    var explanation = Explanation()
    var attempts: [(Attempt, Int?)] = []
    var number = 0
    for step in steps {
      switch step {
      case .swipe:
        explanation.take(
          GestureEvent(
            seq: 1, gesture: .thumbUp, distance: -60, chirality: .left, confidence: 1, frame: number,
            capturedNs: time(number), emittedNs: time(number)))
      case .frames(let rows):
        for row in rows {
          let frame = FrameEvent(
            frame: number, capturedNs: time(number), width: 640, height: 480,
            hands: row.hands.map { Hand(confidence: 1, chirality: $0, points: [:]) }, distance: row.distance, zone: row.zone, armed: true,
            interruptedNs: row.isInterrupted ? time(number) : nil, reason: row.reason, reasonCode: row.code)
          if let attempt = explanation.take(frame) { attempts.append((attempt, number)) }
          number += 1
        }
      }
    }
    if let attempt = explanation.end() { attempts.append((attempt, nil)) }
    return attempts
  }

  private func time(_ frame: Int) -> UInt64 { 1_000_000_000 + UInt64(frame) * 1_000_000_000 / 30 }
  private func reasons(_ steps: [Step]) -> [String] { attempts(steps).map(\.attempt.reason) }

  @Test("An attempt lasts from its first to its last frame with a reason, and is over 0.3 s after it")
  func lifetime() throws {
    let found = attempts([.frame(.rest, times: 5), .frame(.curled(), times: 10), .frame(.rest, times: 30)])
    let (attempt, frame) = try #require(found.first)
    #expect(found.count == 1 && attempt.startNs == time(5) && attempt.endNs == time(14) && frame == 14 + 9)
  }

  @Test("A hand that is absent, rests or swipes at once makes none")
  func quiet() {
    #expect(
      reasons([.frame(.none, times: 30), .frame(.rest, times: 300), .swipe, .frame(.up, times: 60), .frame(.rest, times: 30)]).isEmpty)
  }

  @Test("A hand that rests near the threshold for minutes makes one, when it leaves")
  func hovering() {
    let step = Step.frames([.near(46), .rest, .near(47), .near(48), .near(45), .none])
    let found = attempts(Array(repeating: step, count: 500) + [.frame(.none, times: 10)])
    #expect(found.map(\.attempt.reason) == ["48.0 of 50 px"] && (found.first?.frame ?? 0) >= 3000, "\(found)")
  }

  @Test("A hand that rests near the threshold between gestures makes none, but gestures there do")
  func restingNear() {
    let rest = Step.frame(.near(30), times: 60)
    #expect(reasons([.frame(.rest), .swipe, .frame(.up, times: 5), rest, .swipe, .frame(.up, times: 5), rest]).isEmpty)
    let attempt = Step.frame(.curled(), times: 20)
    let found = attempts([rest, attempt, rest, attempt, rest])
    #expect(found.map(\.attempt.reason) == Array(repeating: "thumb up, but the fingers are not curled", count: 2))
    #expect(found.map(\.frame) == [60 + 19 + 9, 140 + 19 + 9])
    let tooLow = Step.frame(.near(44), times: 20)
    #expect(reasons([tooLow, .frame(.rest, times: 9), tooLow, .frame(.rest, times: 9)]).count == 2)
  }

  @Test("A reason of one or two frames, as of a hand that comes or goes, makes none")
  func short() {
    #expect(reasons([.frame(.curled(), times: 3), .frame(.none, times: 30)]).isEmpty)
    #expect(reasons([.frame(.curled(), times: 4), .frame(.none, times: 30)]).count == 1)
  }

  @Test("A gap of some frames does not end an attempt; a longer one does")
  func gaps() {
    #expect(reasons([.frame(.curled(), times: 5), .frame(.none, times: 7), .frame(.curled(), times: 5)]).count == 1)
    #expect(reasons([.frame(.curled(), times: 5), .frame(.none, times: 8), .frame(.curled(), times: 5)]).count == 2)
  }

  @Test("A thumb zone without a reason goes on with an attempt, and begins none")
  func zones() {
    #expect(reasons([.frame(.curled(), times: 5), .frame(.up, times: 60), .frame(.curled(), times: 5)]).count == 1)
    #expect(reasons([.frame(.up, times: 60), .frame(.rest, times: 30)]).isEmpty)
  }

  @Test(
    "The reason is that of most frames, the threshold only if there is no other, and the cooldown or asleep if nothing else held it back",
    arguments: [
      ([Step.frame(.curled(), times: 20), .frame(.held(30), times: 3)], "thumb up, but the fingers are not curled"),
      (
        [.frame(.near(40), times: 9), .frames([.held(0), .held(33), .held(66), .held(100)]), .frame(.near(41), times: 9)],
        "held 100 of 150 ms"
      ),
      ([.frame(.near(40), times: 2), .frames([.near(44), .near(47), .near(43)])], "47.0 of 50 px"),
      ([.frame(.curled(.down), times: 2), .frame(.spent, times: 2)], "not rested since the last swipe"),
      ([.frame(.held(0), times: 3), .frame(.soon), .frame(.spent, times: 9)], "too soon after the last swipe: 200 of 500 ms"),
      ([.frame(.held(0), times: 5), .frame(.asleep, times: 2), .frame(.near(40), times: 3)], "the swipes are asleep"),
      ([.frame(.held(0), times: 5), .frame(.woke, times: 2)], "it has woken the swipes"),
    ])
  func choice(steps: [Step], reason: String) {
    #expect(reasons(steps + [.frame(.rest, times: 30)]) == [reason])
  }

  @Test("The reason begins with the hand that it is about, if several were in view in its frame")
  func hand() {
    let reason = "thumb up, but the fingers are not curled"
    for (hands, words) in [
      ([], reason), ([.left], reason), ([.left, .right], "left hand: \(reason)"), ([.right, .left, .left], "right hand: \(reason)"),
    ] as [([Chirality], String)] {
      var row = Row.curled()
      row.hands = hands
      #expect(reasons([.frame(row, times: 9), .frame(.rest, times: 30)]) == [words])
    }
    // Hands that come and go do not make another attempt, nor another cause.
    let frames = [Row.curled(.left, .right), .curled(.left), .curled(), .curled(.left), .curled(.right, .left)]
    #expect(reasons([.frames(frames), .frame(.held(0), times: 4), .frame(.rest, times: 30)]) == ["right hand: \(reason)"])
  }

  @Test("How long a thumb was held is the longest time, although it was held again for a shorter one")
  func longestHold() {
    let holds = [Row.held(0), .held(33), .held(66), .held(100), .rest, .held(0), .held(33)]
    #expect(reasons([.frames(holds), .frame(.rest, times: 30)]) == ["held 100 of 150 ms"])
  }

  @Test("A swipe ends an attempt without a line")
  func swipe() {
    #expect(
      reasons([.frame(.curled(), times: 9), .frames([.held(0), .held(100)]), .swipe, .frame(.up), .frame(.rest, times: 30)]).isEmpty)
  }

  @Test("The thumb that is lowered after a swipe is no attempt; one that is raised again is, and one that is held for long")
  func afterSwipe() {
    let lowered = [Step.frame(.held(120)), .swipe, .frame(.up), .frame(.spent, times: 20), .frame(.near(48), times: 3)]
    #expect(reasons(lowered + [.frame(.rest, times: 30)]).isEmpty)
    #expect(reasons(lowered + [.frame(.rest, times: 3), .frame(.spent, times: 9), .frame(.rest, times: 30)]).count == 1)
    #expect(reasons([.swipe, .frame(.spent, times: 90), .frame(.rest, times: 30)]) == ["not rested since the last swipe"])
  }

  @Test("An interruption of the source ends an attempt, and so does a daemon that pauses")
  func interruption() {
    var interrupted = Row.curled()
    interrupted.isInterrupted = true
    #expect(reasons([.frame(.curled(), times: 5), .frame(interrupted), .frame(.curled(), times: 5)]).count == 2)
    var explanation = Explanation()
    for ns in [1_000, 200_001_000 as UInt64] { #expect(explanation.take(frame(at: ns, reason: "too fast", code: "too fast")) == nil) }
    #expect(explanation.take(.status(Status(state: .running, keys: .off, source: "a", precision: "f32", pid: 1))) == nil)
    let paused = Event.status(Status(state: .paused, keys: .off, source: "a", precision: "f32", pid: 1))
    #expect(explanation.take(paused) == Attempt(startNs: 1_000, endNs: 200_001_000, reason: "too fast", code: "too fast"))
    #expect(explanation.take(paused) == nil)
  }

  private func frame(at ns: UInt64, reason: String, code: String? = nil) -> FrameEvent {
    FrameEvent(frame: 1, capturedNs: ns, width: 640, height: 480, zone: .up, armed: true, reason: reason, reasonCode: code)
  }

  @Test("Times that jump and thousands of codes, which no daemon sends, end nothing but the explanation")
  func hostile() {
    var explanation = Explanation()
    for (number, ns) in [UInt64.max, 0, 5, .max, 1].enumerated() { _ = explanation.take(frame(at: ns, reason: "\(number)")) }
    _ = explanation.end()
    for number in 0..<5_000 { _ = explanation.take(frame(at: 10, reason: "\(number)", code: "code \(number)")) }
    _ = explanation.take(frame(at: 200_000_000, reason: "last", code: "code 4999"))
    #expect(explanation.end() != nil && explanation.end() == nil)
  }
}
