import CV4L2
import Camera
import Foundation
import Testing

@Suite("The list of cameras")
struct CameraListingTests {
  private static let output = UInt32(V4L2_CAP_VIDEO_OUTPUT) | UInt32(V4L2_CAP_STREAMING)

  private static func machine() -> FakeDriver {
    var ranges = FakeNode.Format(code: .yuyv)
    ranges.sizeRange = (SizeRange(16, 1920, step: 16), SizeRange(16, 1080, step: 8))
    ranges.intervalRange = (FrameInterval(1, 60), FrameInterval(2, 15))
    let webcam = [
      FakeNode.Format(code: .yuyv, sizes: [(640, 480), (1280, 720)], intervals: [FrameInterval(1, 30), FrameInterval(2, 15)]),
      FakeNode.Format(code: FourCC("H264"), sizes: [(1920, 1080)], intervals: []),
      FakeNode.Format(code: .yuv420, isEmulated: true),
    ]
    let driver = FakeDriver(
      [
        "/dev/video0": FakeNode(card: "vivid", formats: [ranges], driver: "vivid"),
        "/dev/video1": FakeNode(card: "C920", formats: webcam, driver: "uvcvideo", busInfo: "usb-0000:00:14.0-2"),
        "/dev/video2": FakeNode(card: "C920", capabilities: UInt32(V4L2_CAP_META_CAPTURE)),
        "/dev/video3": FakeNode(card: "Loop", capabilities: output, formats: [], driver: "v4l2 loopback"),
        "/dev/video4": FakeNode(openErrno: EACCES),
      ], links: [("usb-b", "/dev/video1"), ("usb-a", "/dev/video1"), ("usb-c", "/dev/video4")])
    driver.state.withLock {
      $0.holders["/dev/video1"] = [CameraHolder(pid: 4242, name: "cheese")]
      $0.attributes["/sys/class/video4linux/video4/name"] = "Locked Camera"
    }
    return driver
  }

  @Test("Cameras are listed in auto's order, then those that cannot be used now, then what is no camera")
  func order() {
    let driver = Self.machine()
    let list = CameraListing.all(CameraSystems(v4l2: driver.calls))
    #expect(list.map(\.path) == ["/dev/video1", "/dev/video0", "/dev/video3", "/dev/video4", "/dev/video2"])
    #expect(list.map(\.isAutoChoice) == [true, false, false, false, false])
    #expect(list.map(\.why) == ["connected by USB", "virtual", nil, nil, nil])
    #expect(list.map(\.name) == ["C920", "vivid", "Loop", "Locked Camera", "C920"])
    #expect(list[4].error?.contains("metadata") == true)
    #expect(list.map(\.cause?.code) == [nil, nil, .notACamera, .permissionDenied, .notACamera])
    #expect(driver.isAllReturned)
  }

  @Test("A camera is listed with its names, driver, bus, every mode, and its holders")
  func details() throws {
    let camera = try #require(CameraListing.all(CameraSystems(v4l2: Self.machine().calls)).first)
    #expect(camera.byID == ["usb-a", "usb-b"])
    #expect(camera.driver == "uvcvideo" && camera.bus == "usb-0000:00:14.0-2")
    #expect(camera.holders == [CameraHolder(pid: 4242, name: "cheese")])
    #expect(camera.error == nil && !camera.isInfrared)
    let modes = camera.modes.map { "\($0.format) \($0.sizeText) \($0.rateText) \($0.isReadable)" }
    #expect(modes == ["YUYV 640×480 30, 7.5 fps true", "YUYV 1280×720 30, 7.5 fps true", "H264 1920×1080  false"])
  }

  @Test("Ranges are shown as ranges")
  func ranges() throws {
    let vivid = try #require(CameraListing.all(CameraSystems(v4l2: Self.machine().calls)).first { $0.name == "vivid" })
    let mode = try #require(vivid.modes.first)
    #expect(vivid.modes.count == 1)
    #expect(mode.sizeText == "16×16 to 1920×1080" && mode.width == SizeRange(16, 1920, step: 16))
    #expect(mode.rateText == "7.5 to 60 fps" && mode.rateRange == [7.5, 60] && mode.rates.isEmpty)
  }

  @Test("An unusable camera is listed with its links and the reason in one line")
  func refused() throws {
    let list = CameraListing.all(CameraSystems(v4l2: Self.machine().calls))
    #expect(list[2].error?.hasPrefix("/dev/video3 (Loop) is a loopback") == true)
    #expect(list[2].driver == "v4l2 loopback" && list[2].modes.isEmpty)
    #expect(list[3].error?.hasPrefix("/dev/video4: permission denied") == true)
    #expect(list[3].byID == ["usb-c"] && list[3].driver == nil)
  }

  @Test("A node of a sensor is listed with the reason why it is no camera")
  func raw() {
    var sensor = FakeNode(card: "ipu6", formats: [FakeNode.Format(code: FourCC("BG10"))], driver: "isys")
    sensor.busInfo = "PCI:0000:00:05.0"
    let list = CameraListing.all(CameraSystems(v4l2: FakeDriver(sensor).calls))
    #expect(list.count == 1 && list.allSatisfy { $0.isRawSensor && $0.error?.contains("libcamera") == true && !$0.isAutoChoice })
  }

  @Test("A camera that disappears between two queries is listed with that error")
  func vanished() throws {
    let driver = FakeDriver()
    var calls = driver.calls
    calls.machine.holders = { _ in
      driver.state.withLock { $0.nodes = [:] }
      return []
    }
    let camera = try #require(CameraListing.all(CameraSystems(v4l2: calls)).first)
    #expect(camera.modes.isEmpty && camera.error == "/dev/video0: no such device")
  }

  @Test("The list survives a round trip through JSON")
  func json() throws {
    let list = CameraListing.all(CameraSystems(v4l2: Self.machine().calls))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = try encoder.encode(list)
    #expect(try encoder.encode(JSONDecoder().decode([CameraListing].self, from: text)) == text)
    let object = try #require(try JSONSerialization.jsonObject(with: text) as? [[String: Any]])
    #expect(object[0]["path"] as? String == "/dev/video1" && object[0]["would_be_taken"] as? Bool == true)
    #expect((object[0]["holders"] as? [[String: Any]])?.first?["pid"] as? Int == 4242)
  }

  @Test("The cameras of this machine can be listed")
  func realMachine() {
    for camera in CameraListing.all() { #expect(camera.path.hasPrefix("/dev/video")) }
  }
}
