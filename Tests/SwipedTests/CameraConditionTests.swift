import Desktop
import EventProtocol
import Testing
import swiped

@Suite("What the status means for notifications")
struct CameraConditionTests {
  @Test(
    "A running camera is open, one that another program has is taken, one that cannot be used has failed, and others are idle",
    arguments: [
      (.running, nil, .open("HD Webcam")),
      (.starting, nil, .idle),
      (.paused, StatusReason(.pauseRequested, "why"), .idle),
      (.paused, StatusReason(.sessionLocked, "why"), .idle),
      (.paused, StatusReason(.noDemand, "why"), .idle),
      (.paused, StatusReason(.cameraYielded, "why"), .taken("why")),
      (.noCamera, StatusReason(.cameraBusy, "why"), .taken("why")),
      (.noCamera, StatusReason(.cameraUnplugged, "why"), .failed("why")),
      (.noCamera, StatusReason(.cameraPermissionDenied, "why"), .failed("why")),
      (.noCamera, StatusReason(.cameraStalled, "why"), .failed("why")),
    ] as [(Status.State, StatusReason?, CameraCondition)])
  func condition(state: Status.State, reason: StatusReason?, condition: CameraCondition) {
    let camera = Status.Camera(path: "/dev/video0", name: "HD Webcam", width: 640, height: 480, fps: 30, format: "YUYV")
    let status = Status(state: state, keys: .off, source: "auto", precision: "f32", pid: 1) {
      ($0.reason, $0.reasonCode, $0.camera) = (reason?.text, reason?.code, state == .running ? camera : nil)
    }
    #expect(CameraCondition(status) == condition)
  }
}
