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
    #expect(CameraCondition(state, because: reason, camera: state == .running ? "HD Webcam" : nil) == condition)
  }
}
