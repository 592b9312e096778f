import CV4L2
import Camera
import Glibc
import Testing

private func open(_ driver: FakeDriver, dynamicFramerate: Bool? = nil) throws -> CameraStream {
  var wish = CameraWish()
  wish.dynamicFramerate = dynamicFramerate
  return try CameraStream(CameraDevice.find("auto", calls: driver.calls), wish: wish, calls: driver.calls)
}

/// Makes a stream slow enough, for long enough, to be told of.
private func slowLine(_ stream: borrowing CameraStream) -> String {
  var watch = stream.makeRateWatch()
  return (0..<100).compactMap { watch.note(sequence: $0, capturedNs: $0 * 100_000_000) }.first ?? ""
}

@Suite("What a camera makes of a wish")
struct CameraWishTests {
  @Test("Auto exposure is kept from lowering the rate while the stream lasts", arguments: [(1, false, 0), (0, true, 1), (2, false, 0)])
  func control(_ before: Int32, _ wish: Bool, during: Int32) throws {
    let driver = FakeDriver()
    driver.state.withLock { $0.dynamicFramerate = before }
    do {
      let stream = try open(driver, dynamicFramerate: wish)
      #expect(driver.state.withLock { $0.dynamicFramerate } == during)
      #expect(stream.notices.count == 1)
      #expect(slowLine(stream).contains("exposure_dynamic_framerate") == wish)
    }
    #expect(driver.state.withLock { $0.dynamicFramerate } == before)
    #expect(driver.isAllReturned)
  }

  @Test("The control is not touched when it is as wished, or when nothing is wished", arguments: [(1, nil), (1, true), (0, false)])
  func untouched(_ value: Int32, _ wish: Bool?) throws {
    let driver = FakeDriver()
    driver.state.withLock { $0.dynamicFramerate = value }
    let line = slowLine(try open(driver, dynamicFramerate: wish))
    #expect(driver.state.withLock { !$0.requests.contains(.setControl) })
    #expect(line.contains("gives 10 of 30"))
    #expect(line.contains("exposure_dynamic_framerate") == (value == 1))
  }

  @Test("A virtual camera that is slow has a slow feeder")
  func virtual() throws {
    let driver = FakeDriver(FakeNode(driver: "vivid"))
    #expect(try slowLine(open(driver)).contains("the program that feeds it"))
  }

  @Test("The former value comes back also when the stream cannot be started")
  func failure() throws {
    let driver = FakeDriver(FakeNode(failures: [.streamOn: ENOSPC]))
    driver.state.withLock { $0.dynamicFramerate = 1 }
    #expect(throws: CameraError.self) { _ = try open(driver, dynamicFramerate: false) }
    #expect(driver.state.withLock { $0.requests.filter { $0 == .setControl }.count } == 2)
    #expect(driver.state.withLock { $0.dynamicFramerate } == 1)
    #expect(driver.isAllReturned)
  }

  @Test("A camera without the control streams all the same; one line says so, and only if it was asked for")
  func missing() throws {
    let driver = FakeDriver()
    let asked = try open(driver, dynamicFramerate: false).notices
    #expect(asked.count == 2)
    #expect(asked.last == "/dev/video0 (Fake Camera) has no control exposure_dynamic_framerate; that setting changes nothing")
    let stream = try open(driver)
    #expect(stream.notices.count == 1)
    #expect(!slowLine(stream).contains("exposure_dynamic_framerate"))
  }

  @Test("A control that is disabled counts as missing; one that may not be set is told of and left alone")
  func refused() throws {
    let disabled = FakeDriver(FakeNode(controlFlags: UInt32(V4L2_CTRL_FLAG_DISABLED)))
    disabled.state.withLock { $0.dynamicFramerate = 1 }
    #expect(try open(disabled, dynamicFramerate: false).notices.last?.contains("has no control") == true)
    let locked = FakeDriver(FakeNode(failures: [.setControl: EBUSY]))
    locked.state.withLock { $0.dynamicFramerate = 1 }
    let notice = try open(locked, dynamicFramerate: false).notices.last ?? ""
    #expect(notice.contains("exposure_dynamic_framerate") && notice.contains("resource busy; it stays on"), "\(notice)")
  }

  @Test("The reason for the mode is told")
  func reason() throws {
    #expect(try open(FakeDriver()).notices == ["4×2 YUYV at 30 fps: nearest to 640×480 that reaches 24 fps, no decoding"])
  }

  @Test("A driver that answers with another size, format or rate is believed, and told of")
  func otherAnswer() throws {
    let driver = FakeDriver(FakeNode(present: (.nv12, 6, 4), insists: true, failures: [.setParameters: ENOTTY]))
    driver.state.withLock { $0.interval = FrameInterval(2, 15) }
    let stream = try open(driver)
    #expect(stream.description.fps == 7.5)
    #expect(
      stream.notices == [
        "6×4 NV12 at 7.5 fps: what the driver makes of 4×2 YUYV at 30 fps, which was asked for as the "
          + "nearest to 640×480 that reaches 24 fps, no decoding"
      ])
  }

  @Test("A driver without a list of modes gives what it has, which is told")
  func noList() throws {
    let notices = try open(FakeDriver(FakeNode(formats: [], present: (.yuyv, 320, 200)))).notices
    #expect(notices == ["320×200 YUYV at 30 fps: the driver lists no modes, this is what it has"])
  }
}
