import CV4L2
import Camera
import Glibc
import Platform
import Testing
import UserErrors

@Suite("Finding cameras")
struct CameraDeviceTests {
  private static let meta = UInt32(V4L2_CAP_META_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
  private static let output = UInt32(V4L2_CAP_VIDEO_OUTPUT) | UInt32(V4L2_CAP_STREAMING)

  /// A laptop: two nodes of its webcam, an infrared camera, and a USB camera under a high number.
  private static func laptop() -> FakeDriver {
    FakeDriver(
      [
        "/dev/video0": FakeNode(card: "Integrated IR Camera"), "/dev/video1": FakeNode(card: "Integrated Camera", capabilities: meta),
        "/dev/video2": FakeNode(card: "Integrated Camera"), "/dev/video10": FakeNode(card: "HD Pro Webcam C920"),
        "/dev/video11": FakeNode(card: "Loopback", capabilities: output),
      ], links: [("usb-046d_HD_Pro_Webcam_C920-video-index0", "/dev/video10")])
  }

  @Test("Metadata and output nodes are not cameras; infrared comes last, the rest by number")
  func order() {
    let cameras = CameraEnumeration(calls: Self.laptop().calls).cameras
    #expect(cameras.map(\.path) == ["/dev/video2", "/dev/video10", "/dev/video0"])
    #expect(cameras.map(\.isInfrared) == [false, false, true])
  }

  @Test("A camera has its name, driver, bus and persistent link")
  func details() throws {
    let driver = Self.laptop()
    let camera = try CameraDevice.find("/dev/video10", calls: driver.calls)
    #expect(camera.name == "HD Pro Webcam C920")
    #expect(camera.driver == "fake")
    #expect(camera.busInfo == "platform:fake")
    #expect(camera.linkNames == ["usb-046d_HD_Pro_Webcam_C920-video-index0"])
    #expect(driver.isAllReturned)
  }

  @Test(
    "A camera is found by auto, path, link, path of a link, and any part of its name",
    arguments: [
      ("auto", "/dev/video2"), ("/dev/video10", "/dev/video10"), ("usb-046d_HD_Pro_Webcam_C920-video-index0", "/dev/video10"),
      ("/dev/v4l/by-id/x", "/dev/v4l/by-id/x"), ("c920", "/dev/video10"), ("Integrated Camera", "/dev/video2"), ("ir cam", "/dev/video0"),
    ])
  func names(_ wanted: String, expected: String) throws {
    let driver = Self.laptop()
    driver.state.withLock { $0.nodes["/dev/v4l/by-id/x"] = FakeNode() }
    #expect(try CameraDevice.find(wanted, calls: driver.calls).path == expected)
  }

  @Test("A camera that offers only luma is infrared, whatever its name")
  func lumaIsInfrared() throws {
    let driver = FakeDriver(FakeNode(card: "USB Camera", formats: [.init(code: .grey), .init(code: FourCC("Y16 "))]))
    #expect(try CameraDevice.find("auto", calls: driver.calls).isInfrared)
  }

  @Test("A loopback without a format comes after a camera with one")
  func unfedLoopback() throws {
    let driver = FakeDriver(["/dev/video0": FakeNode(card: "Loopback", formats: []), "/dev/video1": FakeNode()])
    #expect(try CameraDevice.find("auto", calls: driver.calls).path == "/dev/video1")
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var nodes: [String: FakeNode]
    var wanted = "auto"
    var code: CameraError.Code
    var exitStatus: UserErrors.ExitStatus
    /// What the message must name: thing, cause or fix.
    var words: [String]
  }

  static let refusals: [Refusal] = [
    Refusal(testDescription: "no camera at all", nodes: [:], code: .noCamera, exitStatus: .noInput, words: ["no camera", "plug one in"]),
    Refusal(
      testDescription: "only a metadata node", nodes: ["/dev/video0": FakeNode(capabilities: meta)], code: .noCamera, exitStatus: .noInput,
      words: ["no camera"]),
    Refusal(
      testDescription: "a path without a device", nodes: [:], wanted: "/dev/video7", code: .noSuchDevice, exitStatus: .noInput,
      words: ["/dev/video7", "no such device", "plug a camera in"]),
    Refusal(
      testDescription: "a path without a device, beside a camera", nodes: ["/dev/video0": FakeNode()], wanted: "/dev/video7",
      code: .noSuchDevice, exitStatus: .noInput, words: ["/dev/video7", "the cameras here are /dev/video0 (Fake Camera)"]),
    Refusal(
      testDescription: "a name that no camera has", nodes: ["/dev/video0": FakeNode()], wanted: "brio", code: .noSuchDevice,
      exitStatus: .noInput, words: ["brio", "/dev/video0 (Fake Camera)"]),
    Refusal(
      testDescription: "a name when there is no camera", nodes: [:], wanted: "brio", code: .noCamera, exitStatus: .noInput,
      words: ["no camera"]),
    Refusal(
      testDescription: "a file that is no video device", nodes: ["/dev/null": FakeNode(failures: [.queryCapabilities: ENOTTY])],
      wanted: "/dev/null", code: .notACamera, exitStatus: .noInput, words: ["/dev/null is not a camera"]),
    Refusal(
      testDescription: "a folder", nodes: ["/tmp": FakeNode(openErrno: EISDIR)], wanted: "/tmp", code: .notACamera, exitStatus: .noInput,
      words: ["/tmp is not a camera", "folder"]),
    Refusal(
      testDescription: "an output node", nodes: ["/dev/video0": FakeNode(capabilities: output)], wanted: "/dev/video0",
      code: .notACamera, exitStatus: .noInput, words: ["/dev/video0", "is not a camera", "video output"]),
    Refusal(
      testDescription: "a metadata node", nodes: ["/dev/video0": FakeNode(capabilities: meta)], wanted: "/dev/video0",
      code: .notACamera, exitStatus: .noInput, words: ["metadata"]),
    Refusal(
      testDescription: "a camera that cannot stream", nodes: ["/dev/video0": FakeNode(capabilities: UInt32(V4L2_CAP_VIDEO_CAPTURE))],
      wanted: "/dev/video0", code: .notACamera, exitStatus: .noInput, words: ["cannot stream"]),
    Refusal(
      testDescription: "permission denied by path", nodes: ["/dev/video0": FakeNode(openErrno: EACCES)], wanted: "/dev/video0",
      code: .permissionDenied, exitStatus: .notPermitted, words: ["/dev/video0", "permission denied", "usermod -aG video"]),
    Refusal(
      testDescription: "permission denied to the only camera", nodes: ["/dev/video0": FakeNode(openErrno: EACCES)],
      code: .permissionDenied, exitStatus: .notPermitted, words: ["/dev/video0", "log in"]),
    Refusal(
      testDescription: "busy on opening", nodes: ["/dev/video0": FakeNode(openErrno: EBUSY)], wanted: "/dev/video0", code: .busy,
      exitStatus: .unavailable, words: ["/dev/video0 is in use by another program", "`swipectl cameras` names it"]),
    Refusal(
      testDescription: "unplugged while being opened", nodes: ["/dev/video0": FakeNode(openErrno: ENODEV)], wanted: "/dev/video0",
      code: .unplugged, exitStatus: .unavailable, words: ["unplugged", "plug it in again"]),
    Refusal(
      testDescription: "a driver in trouble", nodes: ["/dev/video0": FakeNode(failures: [.queryCapabilities: EIO])],
      wanted: "/dev/video0", code: .failed, exitStatus: .unavailable, words: ["VIDIOC_QUERYCAP", "input/output error"]),
  ]

  @Test("An error is one line that names the thing, the cause and the fix", arguments: refusals)
  func refusal(_ row: Refusal) {
    let driver = FakeDriver(row.nodes)
    let error = #expect(throws: CameraError.self) { try CameraDevice.find(row.wanted, calls: driver.calls) }
    #expect(error?.code == row.code)
    #expect(error?.exitStatus == row.exitStatus)
    let message = error?.description ?? ""
    #expect(!message.contains("\n"))
    for word in row.words { #expect(message.contains(word), "\(message)") }
    #expect(driver.isAllReturned)
  }

  @Test("The system rejects a file that is not a video device, and a path that does not exist")
  func realMachine() {
    let null = #expect(throws: CameraError.self) { try CameraDevice.find("/dev/null") }
    #expect(null?.code == .notACamera)
    let absent = #expect(throws: CameraError.self) { try CameraDevice.find("/dev/video-that-is-not-there") }
    #expect(absent?.code == .noSuchDevice)
    let folder = #expect(throws: CameraError.self) { try CameraDevice.find("/dev") }
    #expect(folder?.code == .notACamera)
  }
}
