import EventProtocol
import Foundation
import Reports
import Testing

@Suite("The state for a panel")
struct PanelReportTests {
  private func status(_ state: Status.State, _ reason: StatusReason? = nil, camera: String? = nil) -> Status {
    let camera = camera.map { Status.Camera(path: "/dev/video0", name: $0, width: 640, height: 480, fps: 30, format: "YUYV") }
    return Status(state: state, keys: .ready, source: "auto", precision: "f32", pid: 1) {
      ($0.reason, $0.reasonCode, $0.camera) = (reason?.text, reason?.code, camera)
    }
  }

  private func object(_ report: PanelReport) throws -> [String: String] {
    try #require(try JSONSerialization.jsonObject(with: Data(report.waybar)) as? [String: String])
  }

  @Test("Each state has a text of its own, and its name on the wire as class")
  func states() throws {
    let reports = Status.State.allCases.map { PanelReport(status($0)) }
    #expect(Set(reports.map(\.text)).count == reports.count)
    #expect(reports.map(\.name) == Status.State.allCases.map(\.rawValue))
    #expect(reports.allSatisfy { !$0.tooltip.isEmpty && $0.text.count <= 16 })
  }

  @Test("Swipes that wait for an application are not paused, and the tooltip says for which")
  func waiting() {
    let report = PanelReport(status(.paused, StatusReason(.otherApplication, "waiting for Anki; Terminal is in front")))
    #expect(report.lines == ["swipes waiting", "waiting for Anki; Terminal is in front", "waiting"])
  }

  @Test("Swipes that are asleep are no reason for another class")
  func asleep() {
    var status = status(.running)
    status.gesture = GestureOptions { $0.unlock = .double }
    #expect(PanelReport(status).text == "swipes asleep" && PanelReport(status).name == "running")
    status.awakeUntilNs = 1
    #expect(PanelReport(status).text == "swipes on")
  }

  @Test("A camera that another program has is shown as such, with the reason")
  func yielded() {
    let report = PanelReport(status(.paused, StatusReason(.cameraYielded, "firefox has the camera")))
    #expect(report.lines == ["swipes yielded", "firefox has the camera", "yielded"])
  }

  @Test("The tooltip has the camera, or the reason")
  func tooltip() {
    #expect(PanelReport(status(.running, camera: "HD Webcam")).tooltip == "HD Webcam (/dev/video0)")
    #expect(PanelReport(status(.noCamera, StatusReason(.cameraUnplugged, "it was unplugged"))).tooltip == "it was unplugged")
    #expect(PanelReport(stopped: "swiped is not running").lines == ["swipes off", "swiped is not running", "stopped"])
  }

  @Test("Waybar gets one line of JSON, in which the name of a camera is no markup and makes no line")
  func waybar() throws {
    let report = PanelReport(status(.running, camera: "<b>A&B\"\n"))
    #expect(!report.waybar.contains(10))
    #expect(
      try object(report) == [
        "text": "swipes on", "tooltip": "&lt;b&gt;A&amp;B\"\\n (/dev/video0)", "class": "running", "alt": "running",
      ])
    #expect(report.lines.allSatisfy { !$0.contains(where: \.isNewline) })
  }
}
