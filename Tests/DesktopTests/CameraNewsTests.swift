import Desktop
import Testing

@Suite("What notifications report of the camera")
struct CameraNewsTests {
  /// A change, or the passing of time, at a time in ms.
  typealias Step = (ms: UInt64, condition: CameraCondition?)

  private static let open = CameraCondition.open("HD Webcam")
  private static let taken = CameraCondition.taken("HD Webcam is in use by a call")
  private static let failed = CameraCondition.failed("HD Webcam was unplugged")

  /// The titles that are shown, each with its time.
  private func shown(_ steps: [Step], wasReported: Bool = false) -> [String] {
    var news = CameraNews(wasReported: wasReported)
    return steps.compactMap { ms, condition in
      let now = ms * 1_000_000
      let notification = if let condition { news.update(condition, at: now) } else { news.tick(at: now) }
      return notification.map { "\(ms) \($0.title)" }
    }
  }

  @Test("The camera is reported to be open once for each login")
  func opening() {
    let steps: [Step] = [(0, .idle), (10, Self.open), (20, .idle), (30, Self.open), (5000, nil)]
    #expect(shown(steps) == ["10 Camera on"])
    #expect(shown(steps, wasReported: true) == [])
  }

  @Test("After a logout, the camera is reported to be open again")
  func logout() {
    var news = CameraNews(wasReported: true)
    #expect(news.update(Self.open, at: 0) == nil)
    #expect(news.update(Self.failed, at: 1) == nil && news.dueNs != nil)
    news.forget()
    #expect(news.dueNs == nil && news.update(Self.open, at: 2)?.title == "Camera on")
  }

  @Test(
    "A loss is reported after 3 s, and the end of a reported loss at once",
    arguments: [(taken, "Camera used by another program"), (failed, "No camera")])
  func loss(condition: CameraCondition, title: String) {
    let steps: [Step] = [(0, Self.open), (1000, condition), (3999, nil), (4000, nil), (9000, nil), (20_000, Self.open), (30_000, nil)]
    #expect(shown(steps, wasReported: true) == ["4000 \(title)", "20000 Camera on again"])
  }

  @Test("A picture that is too dark for ten seconds is reported once, and never in place of the camera's being open")
  func darkness() {
    let dark = CameraCondition.dark("HD Webcam")
    let steps: [Step] = [
      (0, dark), (9000, Self.open), (20_000, nil), (21_000, dark), (25_000, dark), (31_000, nil), (40_000, Self.open), (50_000, dark),
      (70_000, nil),
    ]
    #expect(shown(steps) == ["0 Camera on", "31000 Too dark to see a hand"])
    let lost: [Step] = [(0, Self.open), (1000, dark), (9000, Self.taken), (11_500, nil), (12_000, nil)]
    #expect(shown(lost, wasReported: true) == ["12000 Camera used by another program"])
  }

  @Test("A short loss is not reported", arguments: [taken, failed])
  func hiccup(condition: CameraCondition) {
    #expect(shown([(0, Self.open), (1000, condition), (3900, Self.open), (4000, nil), (9000, nil)], wasReported: true) == [])
    #expect(shown([(0, Self.open), (1000, condition), (2000, .idle), (9000, nil)], wasReported: true) == [])
  }

  @Test("The time of a loss goes on while its reason changes, and the last reason is reported")
  func reasons() {
    var news = CameraNews(wasReported: true)
    _ = news.update(.failed("it was unplugged"), at: 0)
    _ = news.update(.failed("no camera found; plug a camera in"), at: 2_900_000_000)
    #expect(news.dueNs == 3_000_000_000)
    #expect(news.tick(at: 3_000_000_000)?.body == "No camera found; plug a camera in")
  }

  @Test("A loss of another kind is reported, the same one is not reported again")
  func kinds() {
    let steps: [Step] = [
      (0, Self.failed), (3000, nil), (4000, .idle), (5000, Self.failed), (9000, nil), (10_000, Self.taken), (13_000, nil),
    ]
    #expect(shown(steps, wasReported: true) == ["3000 No camera", "13000 Camera used by another program"])
  }

  @Test("Without a camera since the login, nothing is lost", arguments: [taken, failed])
  func neverOpen(condition: CameraCondition) {
    #expect(shown([(0, condition), (9000, nil), (10_000, Self.open)]) == ["10000 Camera on"])
  }

  @Test("After a pause, a loss that was reported before is over when the camera is open")
  func pause() {
    let steps: [Step] = [(0, Self.taken), (3000, nil), (4000, .idle), (60_000, Self.open)]
    #expect(shown(steps, wasReported: true) == ["3000 Camera used by another program", "60000 Camera on again"])
  }

  @Test("The names of cameras and programs are no markup")
  func markup() {
    var news = CameraNews(wasReported: false)
    #expect(news.update(.open("<b>A&B"), at: 0)?.body.contains { "<>&".contains($0) } == false)
  }
}
