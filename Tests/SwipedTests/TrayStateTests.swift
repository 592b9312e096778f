import Desktop
import EventProtocol
import Testing
import swiped

@Suite("What the status means for the icon in the panel")
struct TrayStateTests {
  private func status(_ state: Status.State, _ code: ReasonCode? = nil, camera: Status.Camera? = nil) -> Status {
    Status(state: state, keys: .off, source: "auto", precision: "f32", pid: 1) {
      ($0.reason, $0.reasonCode, $0.camera) = (code == nil ? nil : "why", code, camera)
      ($0.profile, $0.profiles) = ("daily", ["plain", "daily"])
    }
  }

  @Test(
    "Each reason to keep the camera closed is a state of the icon",
    arguments: [
      (.starting, nil, .starting),
      (.paused, .pauseRequested, .paused),
      (.paused, .sessionLocked, .locked),
      (.paused, .sessionInBackground, .away),
      (.paused, .noSession, .away),
      (.paused, .systemSleep, .asleep),
      (.paused, .noDemand, .idle),
      (.paused, .otherApplication, .waiting("why")),
      (.paused, .inhibited, .inhibited("why")),
      (.paused, .cameraYielded, .taken("why")),
      (.noCamera, .cameraBusy, .taken("why")),
      (.noCamera, .noCamera, .failed("why")),
      (.noCamera, .cameraPermissionDenied, .failed("why")),
      (.noCamera, nil, .starting),
    ] as [(Status.State, ReasonCode?, TrayState.Camera)])
  func states(state: Status.State, code: ReasonCode?, camera: TrayState.Camera) {
    #expect(TrayState(status(state, code), isCamera: true) == TrayState(camera, profile: "daily", of: ["plain", "daily"]))
  }

  @Test("A camera in use is on, and a rendered or recorded hand is none")
  func on() {
    let running = status(
      .running, camera: Status.Camera(path: "/dev/video0", name: "HD Webcam", width: 640, height: 480, fps: 30, format: "MJPG"))
    #expect(TrayState(running, isCamera: true).camera == .on("HD Webcam"))
    #expect(TrayState(running, isCamera: false).camera == .running)
  }
}
