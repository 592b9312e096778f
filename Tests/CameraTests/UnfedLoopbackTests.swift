import CV4L2
import Camera
import Glibc
import Testing

@Suite("Failures that may end without a device event")
struct UnfedLoopbackTests {
  private static let loopback = FakeNode(
    card: "Test Camera", capabilities: UInt32(V4L2_CAP_VIDEO_OUTPUT) | UInt32(V4L2_CAP_STREAMING), formats: [], driver: "v4l2 loopback")

  private func refusal(_ wanted: String, _ nodes: [String: FakeNode], links: [(name: String, path: String)] = []) -> CameraError? {
    let driver = FakeDriver(nodes, links: links)
    let error = #expect(throws: CameraError.self) { try CameraDevice.find(wanted, calls: driver.calls) }
    #expect(driver.isAllReturned)
    return error
  }

  @Test("If auto finds only a loopback without a feeder, the error says so")
  func auto() {
    let error = refusal("auto", ["/dev/video3": Self.loopback])
    #expect(error?.code == .noCamera)
    #expect(error?.isWorthRetrying == true)
    #expect(error?.description.contains("/dev/video3 (Test Camera), a loopback") == true)
  }

  @Test(
    "A loopback without a feeder that is named by path, link or name is reported as one",
    arguments: ["/dev/video3", "usb-loop", "test cam"])
  func named(_ wanted: String) {
    let error = refusal(wanted, ["/dev/video3": Self.loopback, "/dev/video0": FakeNode()], links: [("usb-loop", "/dev/video3")])
    #expect(error?.code == .notACamera)
    #expect(error?.isWorthRetrying == true)
    #expect(error?.description.hasPrefix("/dev/video3 (Test Camera) is a loopback") == true)
  }

  @Test("A real camera is preferred to it, and a camera that may not be opened is reported before it")
  func others() throws {
    let driver = FakeDriver(["/dev/video3": Self.loopback, "/dev/video5": FakeNode()])
    #expect(try CameraDevice.find("auto", calls: driver.calls).path == "/dev/video5")
    let error = refusal("auto", ["/dev/video3": Self.loopback, "/dev/video5": FakeNode(openErrno: EACCES)])
    #expect(error?.code == .permissionDenied)
    #expect(error?.isWorthRetrying == false)
  }

  @Test("A loopback with the capture capability is not a camera while it has no format")
  func alwaysCapturing() {
    var node = Self.loopback
    node.capabilities |= FakeNode().capabilities
    let error = refusal("auto", ["/dev/video3": node])
    #expect(error?.code == .noCamera && error?.isWorthRetrying == true)
  }

  @Test("A loopback with a feeder is a camera")
  func fed() throws {
    var node = FakeNode()
    node.driver = "v4l2 loopback"
    #expect(try CameraDevice.find("auto", calls: FakeDriver(node).calls).preference.why == "virtual")
  }

  @Test("An error that only a new device, or an answer, ends is not retried; every other one is", arguments: CameraError.Code.allCases)
  func retrying(_ code: CameraError.Code) {
    let waits: [CameraError.Code] = [.noCamera, .noSuchDevice, .notACamera, .permissionDenied, .noAnswer]
    #expect(CameraError(code, "x").isWorthRetrying == !waits.contains(code))
  }

  @Test("Another output is not a camera, and will not become one")
  func otherOutput() {
    var node = Self.loopback
    node.driver = "vivid"
    let byPath = refusal("/dev/video0", ["/dev/video0": node])
    #expect(byPath?.code == .notACamera && byPath?.isWorthRetrying == false)
    let auto = refusal("auto", ["/dev/video0": node])
    #expect(auto?.code == .noCamera && auto?.isWorthRetrying == false)
  }
}
