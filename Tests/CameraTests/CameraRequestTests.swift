import CV4L2
import Camera
import Foundation
import Glibc
import Testing

private func open(_ driver: FakeDriver, dynamicFramerate: Bool? = nil, _ memory: ControlMemory = ControlMemory()) throws -> V4L2Camera {
  var request = CameraRequest()
  request.dynamicFramerate = dynamicFramerate
  return try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), request: request, calls: driver.calls, memory: memory)
}

/// The warning about a stream that is slow for long enough.
private func slowWarning(_ stream: borrowing V4L2Camera) -> String {
  var monitor = stream.makeFrameRateMonitor()
  return (0..<100).compactMap { monitor.check(sequence: $0, capturedNs: $0 * 100_000_000) }.first ?? ""
}

@Suite("The answer of a camera to a request")
struct CameraRequestTests {
  @Test(
    "Auto exposure can be kept from lowering the rate for the duration of the stream",
    arguments: [(1, false, 0), (0, true, 1), (2, false, 0)])
  func control(_ before: Int32, _ wanted: Bool, during: Int32) throws {
    let driver = FakeDriver()
    driver.state.withLock { $0.dynamicFramerate = before }
    do {
      let stream = try open(driver, dynamicFramerate: wanted)
      #expect(driver.state.withLock { $0.dynamicFramerate } == during)
      #expect(stream.notices.count == 1)
      #expect(slowWarning(stream).contains("exposure_dynamic_framerate") == wanted)
    }
    #expect(driver.state.withLock { $0.dynamicFramerate } == before)
    #expect(driver.isAllReturned)
  }

  @Test("After a process that was killed, the person's exposure is restored and not the one that it had set")
  func exposureAfterKill() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiped-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let memory = ControlMemory(folder: folder.path)
    func kept() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder.path).count }
    for again in [false, nil] as [Bool?] {
      let (driver, after) = (FakeDriver(), FakeDriver())
      driver.state.withLock { $0.dynamicFramerate = 1 }
      let killed = try open(driver, dynamicFramerate: false, memory)
      // Its end is what a kill leaves out, so the next process finds what it had set.
      after.state.withLock { $0.dynamicFramerate = driver.state.withLock { $0.dynamicFramerate } }
      #expect(try kept() == 1 && after.state.withLock { $0.dynamicFramerate } == 0)
      do {
        let next = try open(after, dynamicFramerate: again, memory)
        #expect(after.state.withLock { $0.dynamicFramerate } == (again == nil ? 1 : 0))
        _ = next.notices
      }
      #expect(try kept() == 0 && after.state.withLock { $0.dynamicFramerate } == 1)
      _ = killed.notices
    }
  }

  @Test(
    "The control is not touched when it has the requested value, or when none is requested", arguments: [(1, nil), (1, true), (0, false)])
  func untouched(_ value: Int32, _ wanted: Bool?) throws {
    let driver = FakeDriver()
    driver.state.withLock { $0.dynamicFramerate = value }
    let line = slowWarning(try open(driver, dynamicFramerate: wanted))
    #expect(driver.state.withLock { !$0.requests.contains(.setControl) })
    #expect(line.contains("delivers 10 of 30"))
    #expect(line.contains("exposure_dynamic_framerate") == (value == 1))
  }

  @Test("The cause of a slow virtual camera is its feeder")
  func virtual() throws {
    let driver = FakeDriver(FakeNode(driver: "vivid"))
    #expect(try slowWarning(open(driver)).contains("the program that feeds it"))
  }

  @Test("The previous value is restored also when the stream cannot be started")
  func failure() throws {
    let driver = FakeDriver(FakeNode(failures: [.streamOn: ENOSPC]))
    driver.state.withLock { $0.dynamicFramerate = 1 }
    #expect(throws: CameraError.self) { _ = try open(driver, dynamicFramerate: false) }
    #expect(driver.state.withLock { $0.requests.filter { $0 == .setControl }.count } == 2)
    #expect(driver.state.withLock { $0.dynamicFramerate } == 1)
    #expect(driver.isAllReturned)
  }

  @Test("A camera without the control streams anyway; one line reports that, and only if a value was requested")
  func missing() throws {
    let driver = FakeDriver()
    let asked = try open(driver, dynamicFramerate: false).notices
    #expect(asked.count == 2)
    #expect(asked.last?.hasPrefix("/dev/video0 (Fake Camera) has no control exposure_dynamic_framerate") == true)
    let stream = try open(driver)
    #expect(stream.notices.count == 1)
    #expect(!slowWarning(stream).contains("exposure_dynamic_framerate"))
  }

  @Test("A control that is disabled counts as missing; one that cannot be set is reported and left alone")
  func refused() throws {
    let disabled = FakeDriver(FakeNode(controlFlags: UInt32(V4L2_CTRL_FLAG_DISABLED)))
    disabled.state.withLock { $0.dynamicFramerate = 1 }
    #expect(try open(disabled, dynamicFramerate: false).notices.last?.contains("has no control") == true)
    let locked = FakeDriver(FakeNode(failures: [.setControl: EBUSY]))
    locked.state.withLock { $0.dynamicFramerate = 1 }
    let notice = try open(locked, dynamicFramerate: false).notices.last ?? ""
    #expect(notice.contains("exposure_dynamic_framerate") && notice.contains("resource busy; it stays on"), "\(notice)")
  }

  @Test("The reason for the mode is reported")
  func reason() throws {
    let notices = try open(FakeDriver()).notices
    #expect(notices.count == 1 && notices[0].hasPrefix("4×2 YUYV at 30 fps: "))
    for thing in ["640×480", "24 fps", "no decoding"] { #expect(notices[0].contains(thing), "\(notices)") }
  }

  @Test("A driver's answer with another size, format or rate is used and reported")
  func otherAnswer() throws {
    let driver = FakeDriver(FakeNode(present: (.nv12, 6, 4), insists: true, failures: [.setParameters: ENOTTY]))
    driver.state.withLock { $0.interval = FrameInterval(2, 15) }
    let stream = try open(driver)
    #expect(stream.description.fps == 7.5)
    #expect(stream.notices.count == 1 && stream.notices[0].hasPrefix("6×4 NV12 at 7.5 fps: "))
    for thing in ["4×2 YUYV at 30 fps", "640×480", "24 fps"] { #expect(stream.notices[0].contains(thing), "\(stream.notices)") }
  }

  @Test("Larger pictures are not taken where the driver sets a lower rate than it lists")
  func slowLargeSize() throws {
    var node = FakeNode(formats: [FakeNode.Format(code: .yuyv, sizes: [(640, 480), (1280, 720)])])
    node.mostFastWidth = 640
    let stream = try open(FakeDriver(node))
    #expect(stream.description.width == 640 && stream.description.fps == 30)
    #expect(stream.notices.first?.contains("1280×720 failed: ") == true, "\(stream.notices)")
    node.mostFastWidth = .max
    #expect(try open(FakeDriver(node)).description.width == 1280)
  }

  @Test("The current mode of a driver without a list is used and reported")
  func noList() throws {
    let notices = try open(FakeDriver(FakeNode(formats: [], present: (.yuyv, 320, 200)))).notices
    #expect(notices.count == 1 && notices[0].hasPrefix("320×200 YUYV at 30 fps: "))
  }
}
