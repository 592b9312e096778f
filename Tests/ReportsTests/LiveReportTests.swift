import EventProtocol
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
    let line = report.text(swipe)
    let bar = report.text(frame(-60))
    #expect(line?.contains("→ right") == true && line?.hasSuffix("\n") == true && line?.contains("\u{1B}") == false)
    #expect(!report.showsFrames && bar == nil && report.end == "")
  }

  @Test("On a terminal, the bar stays on its line, and a swipe takes the place of the bar")
  func live() {
    var report = LiveReport(columns: 100, hasColors: false)
    let bar = report.text(frame(-60)) ?? ""
    let line = report.text(swipe) ?? ""
    #expect(report.showsFrames && bar.hasPrefix("\r\u{1B}[K") && bar.contains("●") && !bar.contains("\n"))
    #expect(line.hasPrefix("\r\u{1B}[K") && line.hasSuffix("\n"))
  }

  @Test("A higher thumb is farther to the right; the thresholds are in between")
  func heights() throws {
    var report = LiveReport(columns: 100, hasColors: false)
    func place(of character: Character, at distance: Double) throws -> Int {
      let bar = report.text(frame(distance)) ?? ""
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
      let bar = report.text(frame(distance, armed: false)) ?? ""
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
    let (up, down) = (report.text(frame(-17)) ?? "", report.text(frame(60)) ?? "")
    #expect(up.contains("17 of 50 px up") && down.contains("60 of 50 px down"))
  }
}
