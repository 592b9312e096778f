import Camera
import Testing

@Suite("The camera that auto prefers")
struct CameraPreferenceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var facts: CameraFacts
    var rank: Int
    var why: String
    var testDescription: String { "\(facts.name): \(why)" }
  }

  static let rows: [Row] = [
    Row(facts: CameraFacts(name: "HD WebCam", removable: "fixed", portPanel: "front"), rank: 0, why: "built in, faces the user"),
    Row(facts: CameraFacts(name: "HD WebCam", panel: "front"), rank: 0, why: "built in, faces the user"),
    Row(facts: CameraFacts(name: "Surface Camera Front"), rank: 0, why: "built in, faces the user"),
    Row(facts: CameraFacts(name: "User-facing camera"), rank: 0, why: "built in, faces the user"),
    Row(facts: CameraFacts(name: "HD WebCam", removable: "fixed"), rank: 1, why: "built in"),
    Row(facts: CameraFacts(name: "HD WebCam", removable: "unknown", connectType: "hardwired"), rank: 1, why: "built in"),
    Row(facts: CameraFacts(name: "Integrated Camera: Integrated C", removable: "removable"), rank: 1, why: "built in"),
    Row(facts: CameraFacts(name: "FaceTime HD Camera", driver: "facetimehd", busInfo: "PCI:0000:02:00.0"), rank: 1, why: "built in"),
    Row(facts: CameraFacts(name: "Built-in iSight"), rank: 1, why: "built in"),
    Row(facts: CameraFacts(name: "HD Pro Webcam C920", removable: "removable"), rank: 2, why: "connected by USB"),
    Row(facts: CameraFacts(name: "HD Pro Webcam C920", removable: "unknown", connectType: "hotplug"), rank: 2, why: "connected by USB"),
    // The socket at the back of a desktop computer does not show where the camera faces.
    Row(
      facts: CameraFacts(name: "HD Pro Webcam C920", removable: "removable", portPanel: "back"), rank: 2, why: "connected by USB"),
    Row(facts: CameraFacts(name: "bttv", busInfo: "PCI:0000:01:00.0"), rank: 2, why: "connected by PCI:0000:01:00.0"),
    Row(
      facts: CameraFacts(name: "HD WebCam", removable: "fixed", portPanel: "back"), rank: 3, why: "built in, faces away from the user"),
    Row(facts: CameraFacts(name: "Surface Camera Rear"), rank: 3, why: "built in, faces away from the user"),
    Row(facts: CameraFacts(name: "World-facing camera", panel: "front"), rank: 3, why: "built in, faces away from the user"),
    Row(facts: CameraFacts(name: "Integrated IR Camera", isInfrared: true, removable: "fixed", panel: "front"), rank: 4, why: "infrared"),
    Row(facts: CameraFacts(name: "Front Camera", driver: "v4l2 loopback", busInfo: "platform:v4l2loopback-000"), rank: 5, why: "virtual"),
    Row(facts: CameraFacts(name: "vivid", driver: "vivid", busInfo: "platform:vivid-000"), rank: 5, why: "virtual"),
    Row(
      facts: CameraFacts(name: "Integrated Camera", offersFormats: false), rank: 11, why: "built in, offers no picture now"),
    Row(facts: CameraFacts(name: "X", driver: "v4l2 loopback", offersFormats: false), rank: 15, why: "virtual, offers no picture now"),
  ]

  @Test("The built-in camera that faces the user comes first, then others, infrared, virtual, and those without a picture", arguments: rows)
  func preference(_ row: Row) {
    let preference = CameraPreference(row.facts)
    #expect(preference.rank == row.rank)
    #expect(preference.why == row.why)
  }

  @Test("The kernel's information about a camera's position is read for its own node, and decides")
  func sysfs() throws {
    let node = FakeNode(card: "HD WebCam", driver: "uvcvideo", busInfo: "usb-0000:00:14.0-8")
    let driver = FakeDriver(
      ["/dev/video0": node, "/dev/video2": node, "/dev/video4": FakeNode(card: "vivid", driver: "vivid")],
      links: [("usb-second", "/dev/video2")])
    driver.state.withLock {
      $0.attributes = [
        "/sys/class/video4linux/video0/device/../removable": "removable",
        "/sys/class/video4linux/video2/device/../removable": "fixed",
        "/sys/class/video4linux/video2/device/../physical_location/panel": "front",
      ]
    }
    let cameras = CameraEnumeration(calls: driver.calls).cameras
    #expect(cameras.map(\.path) == ["/dev/video2", "/dev/video0", "/dev/video4"])
    #expect(try CameraDevice.find("auto", calls: driver.calls).autoReason == "auto takes /dev/video2 (HD WebCam): built in, faces the user")
    // sysfs has no entry for a link to the node.
    #expect(
      try CameraDevice.find("/dev/v4l/by-id/usb-second", calls: FakeDriver.linked(driver)).preference.why == "built in, faces the user")
  }

  @Test("The kernel's `removable` is read only for a USB device")
  func otherBus() throws {
    let driver = FakeDriver(FakeNode(card: "Capture Card", busInfo: "PCI:0000:01:00.0"))
    driver.state.withLock { $0.attributes["/sys/class/video4linux/video0/device/../removable"] = "fixed" }
    #expect(try CameraDevice.find("auto", calls: driver.calls).preference.why == "connected by PCI:0000:01:00.0")
  }
}

extension FakeDriver {
  /// The same machine, whose links can be opened like the nodes behind them.
  fileprivate static func linked(_ driver: FakeDriver) -> V4L2Calls {
    driver.state.withLock { state in
      for link in state.links { state.nodes["/dev/v4l/by-id/" + link.name] = state.nodes[link.path] }
    }
    return driver.calls
  }
}
