import EventProtocol
import Gestures
import Reports
import Testing

@Suite("Events as text for the person who runs the daemon")
struct LiveReportTests {
  private let swipe = Event.gesture(
    GestureEvent(
      seq: 1, gesture: .thumbUp, distance: -60, chirality: .left, confidence: 1, frame: 1, capturedNs: 1, emittedNs: 1))

  private func frame(_ distance: Double?, armed: Bool = true) -> Event {
    .frame(FrameEvent(frame: 1, capturedNs: 1, width: 640, height: 480, distance: distance, armed: armed))
  }

  @Test("Without a terminal, a swipe is a plain line, and frames are not shown")
  func plain() {
    var report = LiveReport(columns: nil, hasColors: false)
    let line = report.text(swipe, at: 1)
    let bar = report.text(frame(-60), at: 1)
    #expect(line?.contains("→ right") == true && line?.hasSuffix("\n") == true && line?.contains("\u{1B}") == false)
    #expect(!report.topics.contains(.frame) && bar == nil)
  }

  @Test("On a terminal, the bar stays on its line, and a swipe takes the place of the bar")
  func live() {
    var report = LiveReport(columns: 100, hasColors: false)
    let bar = report.text(frame(-60), at: 1) ?? ""
    let line = report.text(swipe, at: 1) ?? ""
    #expect(report.topics.contains(.frame) && bar.hasPrefix("\r\u{1B}[K") && bar.contains("●") && !bar.contains("\n"))
    #expect(line.hasPrefix("\r\u{1B}[K") && line.hasSuffix("\n"))
  }

  @Test("A higher thumb is farther to the right; the thresholds are in between")
  func heights() throws {
    var report = LiveReport(columns: 100, hasColors: false)
    func place(of character: Character, at distance: Double) throws -> Int {
      let bar = report.text(frame(distance), at: 1) ?? ""
      let index = try #require(bar.firstIndex(of: character))
      return bar.distance(from: bar.startIndex, to: index)
    }
    let down = try place(of: "●", at: 70)
    let up = try place(of: "●", at: -70)
    let threshold = try place(of: "|", at: 0)
    let rest = try place(of: "●", at: 0)
    #expect(down < threshold && threshold < rest && rest < up)
  }

  @Test("No line is wider than the terminal", arguments: [0, 1, 20, 40, 80])
  func width(columns: Int) {
    var report = LiveReport(columns: columns, hasColors: false)
    for distance in [nil, -60, 1e9] as [Double?] {
      let bar = report.text(frame(distance, armed: false), at: 1) ?? ""
      #expect(bar.count <= max(columns - 1, 0) + "\r\u{1B}[K".count)
    }
  }

  @Test("The greeting says how to stop and, without a camera, how to use one")
  func greeting() {
    let camera = LiveReport.greeting(.camera, in: .checkout("/x"))
    let rendered = LiveReport.greeting(.renderedHand, in: .checkout("/x"))
    #expect(camera.contains("Ctrl-C") && !camera.contains("SOURCE="))
    #expect(rendered.contains("Ctrl-C") && rendered.contains("make run SOURCE=auto"))
    #expect(LiveReport.greeting(.renderedHand, in: .package).contains("swiped run --watch --source auto"))
    #expect(LiveReport.greeting(.recording, in: .package) == "")
  }

  @Test("The distance beside the bar says its direction, and has no sign")
  func direction() {
    var report = LiveReport(columns: 100, hasColors: false)
    let (up, down) = (report.text(frame(-17), at: 1) ?? "", report.text(frame(60), at: 1) ?? "")
    #expect(up.contains("17 of 50 px up") && down.contains("60 of 50 px down"))
  }

  @Test(
    "On a narrow terminal, the bar and what is beside it have room",
    arguments: [
      (GestureSettings.plain, -17, "17 of 50 px up, rest"), (.daily, -17, "0.20 of 0.60 up, rest"), (.daily, 17, "0.20 of 0.36 down, rest"),
    ])
  func narrow(settings: GestureSettings, distance: Double, place: String) {
    var report = LiveReport(columns: 40, hasColors: false)
    _ = report.text(
      .status(Status(state: .running, keys: .off, source: "a", precision: "f32", pid: 1) { $0.gesture = GestureOptions(settings) }), at: 1)
    let frame = FrameEvent(frame: 1, capturedNs: 1, width: 640, height: 480, distance: distance, threshold: 51, armed: false)
    let bar = report.text(.frame(frame), at: 1) ?? ""
    #expect(bar.contains("●") && bar.contains("|") && bar.hasSuffix(place), "\(bar)")
  }

  @Test("Where no hand is seen for three seconds, one line says so, and again only after a hand, at most once a minute")
  func noHand() {
    func lines(_ seconds: [Double], hands: (Double) -> Bool) -> [Double] {
      var report = LiveReport(columns: nil, hasColors: false, explains: true)
      return seconds.filter { second in
        let ns = UInt64(1e9 * (10 + second))
        let hand = hands(second) ? [Hand(confidence: 1, chirality: .left, points: [:])] : []
        let frame = FrameEvent(frame: 1, capturedNs: ns, width: 640, height: 480, hands: hand, armed: true)
        return report.text(.frame(frame), at: ns)?.contains("no hand is seen") == true
      }
    }
    let seconds = Array(stride(from: 0, to: 100, by: 0.5))
    #expect(lines(seconds) { _ in false } == [3])
    #expect(lines(seconds) { _ in true } == [])
    // A hand every five seconds, and none in between.
    #expect(lines(seconds) { $0.truncatingRemainder(dividingBy: 5) < 1 } == [4.0, 64])
  }

  @Test("The times of a recording count from its first frame")
  func recording() {
    var report = LiveReport(columns: nil, hasColors: false, isRecording: true)
    let start: UInt64 = 5_000_000_000
    _ = report.text(.frame(FrameEvent(frame: 1, capturedNs: start, width: 640, height: 480, armed: true)), at: 1)
    let swipe = GestureEvent(
      seq: 1, gesture: .thumbUp, distance: -60, chirality: .left, confidence: 1, frame: 9, capturedNs: start + 83_467_000_000, emittedNs: 1)
    #expect(report.text(.gesture(swipe), at: 2)?.hasPrefix("1:23.467  → right") == true)
    #expect(report.end(at: 3) == "1.4 min watched, swipes: 1 right, 0 left\n")
  }

  @Test("With explanations, a miss is one line when it begins, and the end has the misses by their reason")
  func misses() {
    var report = LiveReport(columns: nil, hasColors: false, explains: true)
    func miss(_ phase: Miss.Phase, _ code: String, hands: Int = 1) -> Event {
      .miss(
        MissEvent(
          phase: phase, reasonCode: code, reason: "because of\u{1B}[2J \(code)", gesture: .thumbUp, chirality: .left, hands: hands,
          frame: 1,
          startedNs: 1, capturedNs: 2))
    }
    let line = report.text(miss(.began, "too_small"), at: 1_000_000_000) ?? ""
    #expect(line.hasSuffix("  × no swipe: because of\\u{1b}[2J too_small\n"), "\(line)")
    #expect(report.text(miss(.ended, "too_small"), at: 1_000_000_000) == nil)
    #expect(report.text(miss(.began, "dwell", hands: 2), at: 1_000_000_000)?.contains("no swipe: left hand: because") == true)
    _ = report.text(miss(.began, "dwell"), at: 1_000_000_000)
    _ = report.text(swipe, at: 1_000_000_000)
    #expect(
      report.end(at: 13_000_000_000)
        == "12 s watched, swipes: 1 right, 0 left; no swipe: 2 not held for long enough, 1 too far away\n")
    #expect(report.topics.isSuperset(of: [.miss, .frame]))
  }
}
