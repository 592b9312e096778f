import App
import Camera
import Dispatch
import Foundation
import Imaging
import Platform
import Settings
import Synchronization
import TestWeb
import Testing

/// A system of cameras that counts which are open.
private final class Cameras: Sendable {
  struct State {
    var opened = 0, open = 0
    /// What each open camera fails with next.
    var failure: CameraError?
  }

  let state = Mutex(State())
  /// Signaled when a camera is closed.
  let closed = DispatchSemaphore(value: 0)

  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  var opened: Int { state.withLock { $0.opened } }
  var open: Int { state.withLock { $0.open } }

  /// - Parameters:
  ///   - holders: the programs that have each camera of V4L2 open.
  ///   - nodes: the device nodes, none of which can be opened.
  ///   - device: the device node of the camera of PipeWire.
  func systems(holders: [CameraHolder] = [], nodes: [String] = [], device: String? = nil) -> CameraSystems {
    var calls = V4L2Calls.libv4l2
    calls.machine.holders = { _ in holders }
    calls.machine.nodes = { nodes }
    calls.open = { [self] _ in
      change { $0.opened += 1 }
      return -EACCES
    }
    let node = {
      var node = PipeWireNode(id: 1, name: "front", description: "Front Camera")
      node.devicePath = device
      return node
    }()
    var pipeWire = PipeWireAccess.none
    pipeWire.cameras = { () throws(CameraError) in [node] }
    pipeWire.open = { [self] choose, _, camera throws(CameraError) in
      _ = try choose([node])
      camera = GrayCamera(self)
      return []
    }
    return CameraSystems(v4l2: calls, pipeWire: pipeWire)
  }
}

/// A camera that sees gray, 640 × 480 pixels.
private struct GrayCamera: OpenCamera, ~Copyable {
  let description = SourceDescription(path: "pipewire:front", name: "Front Camera", width: 640, height: 480, fps: 30, format: "GREY")
  let label = "Front Camera"
  let notices: [String] = []
  let lost = LostFrames()
  let exclusiveDevice: String? = nil
  var idleUntilNs: UInt64 = 0
  private let cameras: Cameras
  private let pixels = [UInt8](repeating: 128, count: 640 * 480)

  init(_ cameras: Cameras) {
    self.cameras = cameras
    cameras.change { ($0.opened, $0.open) = ($0.opened + 1, $0.open + 1) }
  }

  deinit {
    cameras.change { $0.open -= 1 }
    cameras.closed.signal()
  }

  func makeFrameRateMonitor() -> FrameRateMonitor { FrameRateMonitor(negotiatedFPS: 30, name: label, cause: .exposure) }
  mutating func setFrameRateReduced(_ isReduced: Bool) -> Double? { nil }
  mutating func restart() throws(CameraError) {}

  mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    guard wait(for: -1, wake: wake, untilNs: monotonicNs() + 5_000_000) == .timedOut else { return .woken }
    if let failure = cameras.state.withLock({ $0.failure }) { throw failure }
    try pixels.withUnsafeBytes { bytes in
      try body(
        Frame(
          width: 640, height: 480, format: .grey, range: .full, planes: (Plane(base: bytes.baseAddress!, bytesPerRow: 640), nil, nil)))
    }
    return .frame
  }
}

/// The pictures of cameras that a person chooses from.
struct CameraTests {
  /// The app with cameras that a page has listed.
  private func listing(_ systems: CameraSystems) throws -> AppFixture {
    let app = try AppFixture(cameras: CameraRequests(systems))
    #expect(try app.get("/cameras").status == 200)
    return app
  }

  private func ask(_ app: AppFixture, _ device: String?) throws -> Answer {
    let body = try JSONEncoder().encode(["device": device])
    return try app.send("POST", "/camera-picture", ["Content-Type": "application/json"], body: Array(body))
  }

  @Test("A camera that may not be opened is listed with why, also by a code")
  func refused() throws {
    let app = try AppFixture(cameras: CameraRequests(Cameras().systems(nodes: ["/dev/video9"])))
    struct List: Decodable { let cameras: [Choice] }
    struct Choice: Decodable { let path: String, error: String?, facts: [SaidFact] }
    let cameras = try app.get("/cameras").json(List.self).cameras
    #expect(cameras.map(\.path) == ["pipewire:front", "/dev/video9"])
    #expect(cameras[0].error == nil && cameras[0].facts == [])
    #expect(cameras[1].error?.hasPrefix("/dev/video9: permission denied") == true)
    #expect(cameras[1].facts == [SaidFact(code: "camera_not_permitted", values: ["camera": "/dev/video9"])])
  }

  @Test(
    "A camera is listed with the name by which the configuration means it, such as a part of its own",
    arguments: ["Front", "pipewire:front", "auto", "Back"])
  func configured(device: String) throws {
    let app = try AppFixture(
      cameras: CameraRequests(Cameras().systems()) {
        var camera = CameraSettings()
        camera.device = device
        return camera
      })
    struct List: Decodable { let cameras: [Choice] }
    struct Choice: Decodable { let configuredAs: String? }
    let names = try app.get("/cameras").json(List.self).cameras.map(\.configuredAs)
    #expect(names == [["auto", "Back"].contains(device) ? nil : device])
  }

  @Test("A camera is opened for its first picture, stays open for the next ones, and is closed before a page learns that it is")
  func pictures() throws {
    let cameras = Cameras()
    let app = try listing(cameras.systems())
    for _ in 0..<3 {
      let answer = try ask(app, "pipewire:front")
      #expect(answer.status == 200 && answer.header("content-type") == "image/jpeg")
      let picture = try StillImage(data: answer.body)
      #expect(picture.width == 320)
      #expect(picture.height == 240)
    }
    #expect(cameras.opened == 1 && cameras.open == 1)
    #expect(try ask(app, nil).status == 200)
    #expect(cameras.open == 0)
    #expect(try ask(app, "pipewire:front").status == 200)
    #expect(cameras.opened == 2)
  }

  @Test("It is closed when no page asks any more, and when the server stops")
  func patience() throws {
    let cameras = Cameras()
    var app: AppFixture? = try listing(cameras.systems())
    #expect(try ask(#require(app), "pipewire:front").status == 200)
    #expect(cameras.closed.wait(timeout: .now() + 30) == .success)
    #expect(try ask(#require(app), "pipewire:front").status == 200)
    app = nil
    #expect(cameras.closed.wait(timeout: .now() + 30) == .success)
  }

  @Test("A camera that fails says why, and works again when it is asked again")
  func failure() throws {
    let cameras = Cameras()
    let app = try listing(cameras.systems())
    cameras.change { $0.failure = CameraError(.unplugged, "Front Camera: is unplugged") }
    let answer = try ask(app, "pipewire:front")
    #expect(answer.status == 503 && answer.error == "Front Camera: is unplugged")
    cameras.change { $0.failure = nil }
    #expect(try ask(app, "pipewire:front").status == 200)
  }

  @Test("A camera that another program has open is not opened")
  func used() throws {
    let app = try listing(Cameras().systems(holders: [CameraHolder(pid: 4242, name: "cheese")], nodes: ["/dev/video0"]))
    let answer = try ask(app, "/dev/video0")
    #expect(answer.status == 409)
    #expect(answer.error?.contains("cheese (process 4242)") == true)
  }

  @Test("One that is read through PipeWire is not opened either while another program has its device node")
  func usedBehindPipeWire() throws {
    let cameras = Cameras()
    let systems = cameras.systems(holders: [CameraHolder(pid: 4242, name: "cheese")], device: "/dev/video0")
    let app = try listing(systems)
    #expect(try ask(app, "pipewire:front").status == 409)
    #expect(cameras.opened == 0)
  }

  @Test("A camera that was listed and has gone is refused")
  func missing() throws {
    let app = try listing(Cameras().systems(nodes: ["/dev/video999"]))
    #expect(try ask(app, "/dev/video999").status == 503)
  }

  @Test(
    "What is no camera of the list is refused, and not opened",
    arguments: [
      "auto", "/etc/passwd", "/dev/../etc/passwd", "/dev/ptmx", "/dev/video1", "/dev/./video0", "/dev/video0/", "pipewire:rear", "",
    ])
  func unlisted(device: String) throws {
    let cameras = Cameras()
    let app = try listing(cameras.systems(nodes: ["/dev/video0"]))
    let opened = cameras.opened
    #expect(try ask(app, device).status == 422)
    #expect(cameras.opened == opened)
  }

  @Test("What names no camera is refused", arguments: [#"{"device":1}"#, "["])
  func garbage(body: String) throws {
    let app = try AppFixture(cameras: CameraRequests(Cameras().systems()))
    #expect(try app.send("POST", "/camera-picture", body: Array(body.utf8)).status == 422)
  }
}
