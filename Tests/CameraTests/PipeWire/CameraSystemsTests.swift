import CV4L2
import Camera
import Foundation
import Glibc
import Imaging
import Synchronization
import Testing

/// A camera that is open as long as this value exists.
private struct FakeCamera: OpenCamera, ~Copyable {
  let description: SourceDescription
  var label: String { description.name }
  let notices = ["by the fake"]
  let lost = LostFrames()
  let exclusiveDevice: String?
  var idleUntilNs: UInt64 = 0

  init(_ node: PipeWireNode) {
    exclusiveDevice = node.devicePath
    description = SourceDescription(path: node.name, name: node.description, width: 640, height: 480, fps: 30, format: "YUYV")
  }

  func makeFrameRateMonitor() -> FrameRateMonitor { FrameRateMonitor(negotiatedFPS: 30, name: label, cause: .exposure) }
  mutating func setFrameRateReduced(_ isReduced: Bool) -> Double? { nil }
  mutating func restart() throws(CameraError) {}
  mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep { .woken }
}

/// A PipeWire with some cameras.
private final class FakePipeWire: Sendable {
  struct State {
    var nodes: [PipeWireNode]?
    var failure = CameraError.Code.noCamera
    var onChange: (@Sendable () -> Void)?
    var hasChanged = false
  }
  let state: Mutex<State>

  /// - Parameters:
  ///   - nodes: nil for a server that does not run.
  ///   - failure: of that server.
  init(_ nodes: [PipeWireNode]?, failure: CameraError.Code = .noCamera) { state = Mutex(State(nodes: nodes, failure: failure)) }

  var isWatched: Bool { state.withLock { $0.onChange != nil } }

  func appear(_ nodes: [PipeWireNode]) {
    let onChange = state.withLock { state in
      (state.nodes, state.hasChanged) = (nodes, true)
      return state.onChange
    }
    onChange?()
  }

  private func cameras() throws(CameraError) -> [PipeWireNode] {
    let (nodes, failure) = state.withLock { ($0.nodes, $0.failure) }
    guard let nodes else { throw CameraError(failure, "PipeWire fails") }
    return nodes
  }

  var access: PipeWireAccess {
    var access = PipeWireAccess.none
    access.cameras = { [self] () throws(CameraError) in try cameras() }
    access.open = { [self] choose, _, camera throws(CameraError) in
      camera = FakeCamera(try choose(cameras()))
      return []
    }
    access.watch = { [self] onChange in
      state.withLock { $0.onChange = onChange }
      return CameraListWatch(
        take: { [self] in
          state.withLock { state in
            defer { state.hasChanged = false }
            return state.hasChanged
          }
        },
        stop: { [self] in state.withLock { $0.onChange = nil } })
    }
    return access
  }
}

private func node(_ name: String, location: String? = nil, path: String? = nil, id: UInt32 = 40) -> PipeWireNode {
  var node = PipeWireNode(id: id, serial: "\(id + 100)", name: "libcamera_input.\(name)", description: name)
  (node.location, node.devicePath) = (location, path)
  return node
}

@Suite("The choice between V4L2 and PipeWire")
struct CameraSystemsTests {
  private static let front = node("Front Sensor", location: "front")

  /// What is open after a step, and what has happened.
  private func opened(
    _ name: String, _ driver: FakeDriver, _ pipeWire: FakePipeWire, backend: CameraBackend = .auto
  ) throws -> (path: String?, error: CameraError.Code?) {
    let systems = CameraSystems(v4l2: driver.calls, pipeWire: pipeWire.access)
    var session = CameraSession(CameraOptions(name: name, backend: backend), systems: systems, search: { _, _ in }, onChange: {})
    _ = try session.next(wake: -1) { _ in }
    for case .failed(let error, _) in session.takeEvents() { return (nil, error.code) }
    return (session.description?.path, nil)
  }

  @Test("V4L2 comes first where it gives pictures")
  func v4l2First() throws {
    let (driver, pipeWire) = (FakeDriver(), FakePipeWire([Self.front]))
    #expect(try opened("auto", driver, pipeWire).path == FakeDriver.path)
    #expect(try opened("fake", driver, pipeWire).path == FakeDriver.path)
    #expect(try opened("auto", driver, pipeWire, backend: .v4l2).path == FakeDriver.path)
  }

  @Test("Without a camera of V4L2, that of PipeWire is taken", arguments: ["auto", "front", "sensor", "pipewire:", "pipewire:front"])
  func pipeWire(name: String) throws {
    #expect(try opened(name, FakeDriver([:]), FakePipeWire([Self.front])).path == Self.front.name)
  }

  @Test("A name of PipeWire is never one of V4L2, and the backend decides, too")
  func backend() throws {
    let (driver, pipeWire) = (FakeDriver(), FakePipeWire([Self.front]))
    #expect(try opened("pipewire:fake", driver, pipeWire).error == .noSuchDevice)
    #expect(try opened("auto", driver, pipeWire, backend: .pipewire).path == Self.front.name)
    #expect(try opened("fake", driver, pipeWire, backend: .pipewire).error == .noSuchDevice)
    #expect(try opened("front", driver, pipeWire, backend: .v4l2).error == .noSuchDevice)
    #expect(try opened("auto", FakeDriver([:]), pipeWire, backend: .v4l2).error == .noCamera)
  }

  @Test("Larger pictures are given up where the bus has no bandwidth for them, also if they were asked for")
  func bandwidth() throws {
    var node = FakeNode(formats: [FakeNode.Format(code: .yuyv, sizes: [(640, 480), (1280, 720)])])
    func size(_ request: CameraRequest = CameraRequest()) throws -> (width: Int?, why: String?, error: CameraError.Code?) {
      let systems = CameraSystems(v4l2: FakeDriver(node).calls, pipeWire: FakePipeWire([]).access)
      var options = CameraOptions(name: "auto")
      options.request = request
      var session = CameraSession(options, systems: systems, search: { _, _ in }, onChange: {})
      _ = try session.next(wake: -1) { _ in }
      for case .failed(let error, _) in session.takeEvents() { return (nil, nil, error.code) }
      return (session.description?.width, session.description?.why, nil)
    }
    #expect(try size().width == 1280)
    node.mostWidth = 640
    let usual = try size()
    #expect(usual.width == 640 && usual.why?.contains("1280×720 failed: ") == true)
    let asked = try size(CameraRequest(width: 1280, height: 720, fps: 30))
    #expect(asked.width == 640 && asked.why?.contains("1280×720 failed: ") == true)
    node.mostWidth = 320
    #expect(try size().error == .failed)
  }

  @Test("A camera that fails without having been asked for larger pictures keeps them for the next time")
  func failsOnce() throws {
    var node = FakeNode(formats: [FakeNode.Format(code: .yuyv, sizes: [(640, 480)])])
    node.failures[.streamOn] = EPROTO
    let driver = FakeDriver(node)
    let systems = CameraSystems(v4l2: driver.calls, pipeWire: FakePipeWire([]).access)
    var session = CameraSession(CameraOptions(name: "auto"), systems: systems, search: { _, _ in }, onChange: {})
    _ = try session.next(wake: -1) { _ in }
    let isOpen = session.isOpen
    #expect(!isOpen)
    #expect(driver.state.withLock { $0.requests.filter { $0 == .streamOn }.count } == 1)
  }

  @Test("What auto takes is listed as what is opened, with every backend", arguments: [CameraBackend.auto, .v4l2, .pipewire])
  func listedChoice(backend: CameraBackend) throws {
    for driver in [FakeDriver(), FakeDriver([:])] {
      let pipeWire = FakePipeWire([Self.front])
      let list = CameraListing.all(CameraSystems(v4l2: driver.calls, pipeWire: pipeWire.access), backend: backend)
      let path = try opened("auto", driver, pipeWire, backend: backend).path
      #expect(list.first { $0.isAutoChoice }?.path == path.map { $0 == Self.front.name ? CameraName.of(Self.front) : $0 })
    }
  }

  @Test("A node that nothing can read comes after one of the same rank")
  func depth() throws {
    let depth = FakeNode(card: "Depth Camera", formats: [FakeNode.Format(code: FourCC("Z16 "))])
    let driver = FakeDriver(["/dev/video0": depth, "/dev/video2": FakeNode(card: "Depth Camera")])
    #expect(try opened("auto", driver, FakePipeWire([])).path == "/dev/video2")
    #expect(try opened("depth", driver, FakePipeWire([])).path == "/dev/video2")
  }

  @Test("A node that gives the raw data of a sensor is no camera, unless it is an old webcam's")
  func raw() throws {
    var sensor = FakeNode(formats: [FakeNode.Format(code: FourCC("BG10")), FakeNode.Format(code: FourCC("BA10"))])
    sensor.busInfo = "PCI:0000:00:05.0"
    #expect(try opened("auto", FakeDriver(sensor), FakePipeWire([Self.front])).path == Self.front.name)
    #expect(try opened("auto", FakeDriver(sensor), FakePipeWire([])).error == .noCamera)
    #expect(try opened(FakeDriver.path, FakeDriver(sensor), FakePipeWire([])).error == .notACamera)
    sensor.formats = [FakeNode.Format(code: FourCC("BA81")), FakeNode.Format(code: .yuv420, isEmulated: true)]
    sensor.busInfo = "usb-0000:00:14.0-1"
    #expect(try opened("auto", FakeDriver(sensor), FakePipeWire([Self.front])).path == FakeDriver.path)
  }

  @Test("A camera that V4L2 refuses is taken from PipeWire, once it is sure that it is not about to be granted")
  func denied() throws {
    let driver = FakeDriver(FakeNode(openErrno: EACCES))
    let pipeWire = FakePipeWire([Self.front])
    let systems = CameraSystems(v4l2: driver.calls, pipeWire: pipeWire.access)
    var session = CameraSession(CameraOptions(name: "auto"), systems: systems, search: { _, _ in }, onChange: {})
    _ = try session.next(wake: -1) { _ in }
    let (isOpen, events) = (session.isOpen, session.takeEvents())
    #expect(!isOpen && events.count == 1)
    // The watch reports the cameras that are there, and so would end the wait.
    #expect(!pipeWire.isWatched)
    driver.state.withLock { $0.nowNs = session.retryNs ?? 0 }
    _ = try session.next(wake: -1) { _ in }
    let path = session.description?.path
    #expect(path == Self.front.name)
  }

  @Test("A path is that of the camera with this node behind it")
  func path() throws {
    let (one, two) = (node("One", path: "/dev/video2", id: 41), node("Two", path: "/dev/video4", id: 42))
    #expect(try opened("/dev/video4", FakeDriver([:]), FakePipeWire([one, two])).path == two.name)
    #expect(try opened("/dev/video6", FakeDriver([:]), FakePipeWire([one, two])).error == .noSuchDevice)
  }

  @Test(
    "A camera of PipeWire may be named by its device node, by a link to it, and by one of udev's names",
    arguments: ["/dev/video3", "/dev/v4l/by-id/usb-cam", "usb-cam"])
  func link(name: String) throws {
    let pipeWire = FakePipeWire([Self.front, node("Webcam", path: "/dev/video3")])
    let driver = FakeDriver([:], links: [("usb-cam", "/dev/video3"), ("usb-other", "/dev/video5")])
    #expect(try opened(name, driver, pipeWire, backend: .pipewire).path == "libcamera_input.Webcam")
    #expect(try opened("usb-other", driver, pipeWire, backend: .pipewire).error == .noSuchDevice)
    let systems = CameraSystems(v4l2: driver.calls, pipeWire: pipeWire.access)
    #expect(try systems.find(name, backend: .pipewire) == "pipewire:libcamera_input.Webcam")
  }

  @Test("The front camera is preferred, then one whose place is unknown, then the back camera")
  func location() {
    let nodes = [
      node("A", location: "back", id: 1), node("B", id: 2), node("C", location: "front", id: 3), node("D", location: "external", id: 4),
    ]
    #expect(nodes.ranked.map(\.description) == ["C", "B", "D", "A"])
  }

  @Test("The error is that of V4L2 if PipeWire has nothing either")
  func neither() throws {
    #expect(try opened("auto", FakeDriver([:]), FakePipeWire(nil)).error == .noCamera)
    #expect(try opened("auto", FakeDriver([:]), FakePipeWire([])).error == .noCamera)
    #expect(try opened("/dev/video0", FakeDriver(FakeNode(openErrno: EBUSY)), FakePipeWire([Self.front])).error == .busy)
  }

  @Test("A PipeWire that does not answer is said to be that, but not in place of what is wrong with a camera that is there")
  func silent() throws {
    let silent = FakePipeWire(nil, failure: .noAnswer)
    for name in ["auto", "sensor", "pipewire:"] {
      #expect(try opened(name, FakeDriver([:]), silent).error == .noAnswer)
      #expect(throws: CameraError.self) { try CameraSystems(v4l2: FakeDriver([:]).calls, pipeWire: silent.access).find(name) }
    }
    #expect(try opened("/dev/video0", FakeDriver(FakeNode(openErrno: EBUSY)), silent).error == .busy)
  }

  @Test("A loopback that no program feeds is tried again, also while PipeWire does not answer")
  func silentBesideLoopback() throws {
    let loopback = FakeNode(
      capabilities: UInt32(V4L2_CAP_VIDEO_OUTPUT) | UInt32(V4L2_CAP_STREAMING), formats: [], driver: "v4l2 loopback")
    let systems = CameraSystems(v4l2: FakeDriver(loopback).calls, pipeWire: FakePipeWire(nil, failure: .noAnswer).access)
    var session = CameraSession(CameraOptions(name: "auto"), systems: systems, search: { _, _ in }, onChange: {})
    _ = try session.next(wake: -1) { _ in }
    let retryNs = session.retryNs
    #expect(retryNs != nil)
  }

  @Test("A camera is opened once a silent PipeWire answers, without a device event")
  func answers() throws {
    let pipeWire = FakePipeWire(nil, failure: .noAnswer)
    let systems = CameraSystems(v4l2: FakeDriver([:]).calls, pipeWire: pipeWire.access)
    var session = CameraSession(CameraOptions(name: "auto"), systems: systems, search: { _, _ in }, onChange: {})
    _ = try session.next(wake: -1) { _ in }
    _ = session.takeEvents()
    let (isOpen, retryNs) = (session.isOpen, session.retryNs)
    #expect(!isOpen && retryNs == nil && pipeWire.isWatched)
    pipeWire.appear([Self.front])
    _ = try session.next(wake: -1) { _ in }
    let path = session.description?.path
    #expect(path == Self.front.name)
  }

  @Test("A camera that appears in PipeWire is opened at once, without a device event")
  func appears() throws {
    let (driver, pipeWire) = (FakeDriver([:]), FakePipeWire([]))
    let isWoken = Mutex(false)
    var session = CameraSession(
      CameraOptions(name: "auto"), systems: CameraSystems(v4l2: driver.calls, pipeWire: pipeWire.access), search: { _, _ in },
      onChange: { isWoken.withLock { $0 = true } })
    _ = try session.next(wake: -1) { _ in }
    _ = session.takeEvents()
    let (isOpen, retryNs) = (session.isOpen, session.retryNs)
    #expect(!isOpen && retryNs == nil && pipeWire.isWatched)
    pipeWire.appear([Self.front])
    #expect(isWoken.withLock { $0 })
    _ = try session.next(wake: -1) { _ in }
    let path = session.description?.path
    #expect(path == Self.front.name && !pipeWire.isWatched)
  }

  @Test("Nothing is watched while the camera is not wanted, or could not come from PipeWire")
  func unwatched() throws {
    let (driver, pipeWire) = (FakeDriver([:]), FakePipeWire([]))
    let systems = CameraSystems(v4l2: driver.calls, pipeWire: pipeWire.access)
    var session = CameraSession(CameraOptions(name: "auto"), systems: systems, search: { _, _ in }, onChange: {})
    _ = try session.next(wake: -1) { _ in }
    #expect(pipeWire.isWatched)
    _ = session.close()
    #expect(!pipeWire.isWatched)
    var other = CameraSession(CameraOptions(name: "auto", backend: .v4l2), systems: systems, search: { _, _ in }, onChange: {})
    _ = try other.next(wake: -1) { _ in }
    #expect(!pipeWire.isWatched)
  }

  @Test("A camera of PipeWire that is yielded comes back with a change of devices only if its own is gone")
  func yielded() throws {
    let device = FileManager.default.temporaryDirectory.appendingPathComponent("yielded-\(UUID())").path
    try Data().write(to: URL(fileURLWithPath: device))
    let systems = CameraSystems(v4l2: FakeDriver([:]).calls, pipeWire: FakePipeWire([node("Webcam", path: device)]).access)
    var session = CameraSession(CameraOptions(name: "auto", yields: true), systems: systems, search: { _, _ in }, onChange: {})
    _ = try session.next(wake: -1) { _ in }
    session.handle([.yield])
    session.camerasChanged()
    #expect((session.isYielded, session.isOpen) == (true, false))
    try FileManager.default.removeItem(atPath: device)
    session.camerasChanged()
    #expect((session.isYielded, session.isOpen) == (false, false))
    _ = session.close()
  }

  @Test("The list has the cameras of both systems, and says which are the same")
  func list() {
    let driver = FakeDriver(["/dev/video0": FakeNode(openErrno: EACCES), "/dev/video2": FakeNode(card: "Webcam")])
    driver.state.withLock { $0.attributes["/sys/class/video4linux/video0/dev"] = "81:0" }
    var sensor = Self.front
    sensor.deviceNumbers = [81 << 8]
    let nodes = [sensor, node("Webcam (V4L2)", path: "/dev/video2", id: 42)]
    let list = CameraListing.all(CameraSystems(v4l2: driver.calls, pipeWire: FakePipeWire(nodes).access))
    let names = nodes.map { "pipewire:\($0.name)" }
    #expect(list.map(\.path) == ["/dev/video2", names[0], names[1], "/dev/video0"])
    #expect(list.map(\.sameAs) == [[names[1]], ["/dev/video0"], ["/dev/video2"], [names[0]]])
    #expect(list.map(\.isAutoChoice) == [true, false, false, false])
    #expect(list.map(\.system) == [.v4l2, .pipewire, .pipewire, .v4l2])
    #expect(nodes.map { $0.device(driver.calls.machine) } == ["/dev/video0", "/dev/video2"])
  }
}
