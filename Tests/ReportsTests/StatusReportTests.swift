import EventProtocol
import Gestures
import Hands
import Reports
import Testing

@Suite("The status and the events as people read them")
struct StatusReportTests {
  private func rows(
    _ state: Status.State = .running, keys: Status.Keys = .ready, keysReason: String? = nil, profile: String = "plain",
    pose: PoseRule = .any, fps: Double? = 30, hands: [Chirality] = []
  ) -> [String: String] {
    let status = Status(state: state, keys: keys, source: "auto", precision: "f32", pid: 1) {
      ($0.keysReason, $0.gesture, $0.profile) = (keysReason, GestureOptions { $0.pose = pose }, profile)
      ($0.fps, $0.hands) = (fps, hands.map { Status.SeenHand(id: nil, chirality: $0) })
    }
    let rows = StatusReport(status).lines.dropFirst().map { ($0.prefix(12).trimmed, $0.dropFirst(12).trimmed) }
    return Dictionary(rows) { first, _ in first }
  }

  @Test("Without --verbose, it has five lines, also with a reason and an unlock")
  func short() {
    let camera = Status.Camera(
      path: "/dev/video0", name: "Front", width: 640, height: 480, fps: 30, format: "YUYV", why: "nearest to 640×480")
    var status = Status(state: .running, keys: .ready, source: "auto", precision: "f32", pid: 1) { $0.profile = "daily" }
    status.camera = camera
    let lines = StatusReport(status, isVerbose: false).lines
    #expect(lines.map { $0.prefix { $0 != " " } } == ["swiped", "camera", "keys", "profile", "swipes"])
    (status.reason, status.camera, status.state) = ("the session is locked", nil, .paused)
    status.gesture = GestureOptions { $0.unlock = .double }
    let paused = StatusReport(status, isVerbose: false).lines
    #expect(paused.map { $0.prefix { $0 != " " } } == ["swiped", "camera", "keys", "profile", "swipes"])
    #expect(paused[1] == "camera      none: the session is locked" && paused[4].contains("asleep"))
    (status.reason, status.camera, status.state) = (nil, camera, .running)
    #expect(StatusReport(status).lines.count > 10)
    #expect(StatusReport(status).lines.contains("picture     nearest to 640×480"))
  }

  @Test("Keys that are unavailable have their cause and fix")
  func keys() {
    #expect(rows(keys: .unavailable, keysReason: "/dev/uinput: denied; do x")["keys"] == "unavailable: /dev/uinput: denied; do x")
    #expect(rows(keys: .off)["keys"] == "off")
  }

  @Test("That any raised hand presses keys is said while it does, with the command that selects daily")
  func plain() {
    #expect(rows()["profile"]?.contains("`swipectl profile daily`") == true)
    #expect(rows(keys: .off)["profile"] == "plain")
    #expect(rows(pose: .thumb)["profile"] == "plain")
    #expect(rows(profile: "daily")["profile"] == "daily")
  }

  @Test("Where swipes act, and what is in front, is a line if the configuration names applications")
  func apps() {
    func row(_ apps: Status.Apps?) -> String? {
      let status = Status(state: .running, keys: .ready, source: "auto", precision: "f32", pid: 1) { $0.apps = apps }
      return StatusReport(status).lines.first { $0.hasPrefix("apps") }
    }
    let (anki, terminal) = (Status.App(id: "anki", name: "Anki"), Status.App(id: "org.gnome.Terminal", name: "Terminal"))
    #expect(row(nil) == nil)
    #expect(row(.init(only: [anki, terminal], front: terminal)) == "apps        swipes act in Anki, Terminal; Terminal is in front")
    #expect(row(.init(only: [], front: nil)) == "apps        swipes act in none; none that is known is in front")
    #expect(row(.init(only: nil, front: anki)) == "apps        swipes act in all; Anki is in front")
  }

  @Test("A profile that is selected for the moment holds until an application of the configuration changes it, where there are any")
  func profileDuration() {
    var status = Status(state: .running, keys: .ready, source: "auto", precision: "f32", pid: 1)
    #expect(status.profileDuration == "until swiped exits, or its configuration selects another profile")
    status.apps = .init(only: nil, front: nil)
    #expect(status.profileDuration.hasSuffix(", or an application with an [[app]] section comes to the front or leaves it"))
  }

  @Test("The hands in view are named, and of several the one that is nearest to a swipe")
  func hands() {
    #expect(rows()["hands"] == nil)
    #expect(rows(hands: [.left])["hands"] == "left")
    #expect(rows(hands: [.right, .left, .left])["hands"] == "right (nearest to a swipe), left, left")
  }

  @Test("While no frames come, there is no rate, and none is expected")
  func rate() {
    #expect(rows()["frame rate"] == "30.0 fps")
    #expect(rows(fps: nil)["frame rate"] == "not measured yet")
    #expect(rows(.paused, fps: nil)["frame rate"] == "no frames while paused")
  }

  @Test("Why no keys are pressed is said once, and again if it has changed")
  func keysOnce() throws {
    var report = EventReport(hasColors: false, topics: Topic.initial)
    var status = Status(state: .running, keys: .unavailable, source: "auto", precision: "f32", pid: 1) { $0.keysReason = "denied; do x" }
    func saysWhy(_ status: Status) -> Bool {
      report.take(.status(status))
      return report.text(.status(status))?.contains("denied") == true
    }
    #expect(saysWhy(status) && !saysWhy(status))
    status.keysReason = nil
    #expect(!saysWhy(status))
    status.keysReason = "denied; do y"
    #expect(saysWhy(status) && !saysWhy(status))
  }

  @Test(
    "A thumb above the wrist is up, and one below it down; no distance has a sign",
    arguments: [(-60.5, "60.5 px up"), (60.5, "60.5 px down")])
  func direction(distance: Double, text: String) {
    let report = EventReport(hasColors: false, topics: Topic.initial)
    let swipe = GestureEvent(
      seq: 1, gesture: .thumbUp, distance: distance, chirality: .left, confidence: 1, frame: 1, capturedNs: 1,
      emittedNs: 1)
    let frame = FrameEvent(frame: 1, capturedNs: 1, width: 640, height: 480, distance: distance, armed: true)
    for line in [report.text(.gesture(swipe)), report.text(.frame(frame))] { #expect(line?.contains(text) == true) }
  }
}

extension StringProtocol {
  /// Without the spaces at its end.
  fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
