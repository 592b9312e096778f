import CV4L2
import Camera
import Glibc
import Platform
import Testing
import UserErrors

private func frame(_ sequence: UInt32) -> FakeStep {
  .frames([FakeFrame(bytes: [UInt8](repeating: 1, count: 16), sequence: sequence)])
}

/// The error of the next wait.
private func failure(of stream: inout V4L2Camera) -> CameraError? {
  #expect(throws: CameraError.self) { _ = try stream.next(wake: -1) { _ in } }
}

@Suite("Restarting a stream")
struct RestartTests {
  @Test("A stalled camera can be restarted any number of times, with every buffer")
  func stalled() throws {
    let driver = FakeDriver(FakeNode(steps: [frame(0), .silence, .silence, frame(0)]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(try stream.next(wake: -1) { _ in } == .frame)
    for _ in 0..<2 {
      #expect(failure(of: &stream)?.code == .stalled)
      try stream.restart()
      #expect(driver.state.withLock { $0.queued } == [0, 1, 2, 3])
    }
    #expect(try stream.next(wake: -1) { _ in } == .frame)
  }

  @Test("After a restart, the wait for a frame starts again")
  func waitBeginsAnew() throws {
    let driver = FakeDriver(FakeNode(steps: [.silence, .woken, frame(0)]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(failure(of: &stream)?.code == .stalled)
    driver.state.withLock { $0.nowNs += 60_000_000_000 }
    try stream.restart()
    let before = driver.state.withLock { $0.nowNs }
    #expect(try stream.next(wake: -1) { _ in } == .woken)
    #expect(try stream.next(wake: -1) { _ in } == .frame)
    #expect(failure(of: &stream)?.code == .stalled)
    #expect(driver.state.withLock { $0.nowNs } == before + 33_000_000 + 2_000_000_000)
  }

  @Test("A stall counts only the damaged frames of its own wait")
  func damagedBefore() throws {
    let damaged = FakeStep.frames([FakeFrame(bytes: [1])])
    let driver = FakeDriver(FakeNode(steps: [damaged, frame(0), .silence, damaged, damaged, .silence, .silence]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(try stream.next(wake: -1) { _ in } == .frame)
    let expected = ["2.0 s; plug it in again", "2.0 s, only 2 damaged", "2.0 s; plug it in again"]
    for words in expected {
      let message = failure(of: &stream)?.description ?? ""
      #expect(message.contains(words), "\(message)")
      try stream.restart()
    }
  }

  @Test("A failed stream can be restarted, unless its camera has gone")
  func failed() throws {
    let driver = FakeDriver(FakeNode(steps: [.error(EIO), frame(0), .error(ENODEV)]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(failure(of: &stream)?.code == .failed)
    try stream.restart()
    #expect(try stream.next(wake: -1) { _ in } == .frame)
    #expect(failure(of: &stream)?.code == .unplugged)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [.streamOff: ENODEV] }
    let error = #expect(throws: CameraError.self) { try stream.restart() }
    #expect(error?.code == .unplugged)
  }

  @Test(
    "A restart that the driver refuses can be tried again",
    arguments: [V4L2Request.streamOn, .queueBuffer, .getFormat, .streamOff])
  func refused(_ request: V4L2Request) throws {
    let driver = FakeDriver(FakeNode(steps: [.silence, frame(0)]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(failure(of: &stream)?.code == .stalled)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [request: EIO] }
    let error = #expect(throws: CameraError.self) { try stream.restart() }
    #expect(error?.code == .failed)
    #expect(error?.description.contains(request.name) == true)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [:] }
    try stream.restart()
    #expect(try stream.next(wake: -1) { _ in } == .frame)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code = FourCC.yuyv
    var width = 4, height = 2, bytesPerLine = 0
    var expected: CameraError.Code?
    var words: [String] = []
  }

  static let changes: [Change] = [
    Change(testDescription: "the same"),
    Change(testDescription: "the same, with the row distance spelled out", bytesPerLine: 8),
    Change(testDescription: "another size", width: 8, expected: .changed, words: ["8×2 YUYV", "no longer 4×2 YUYV", "open it again"]),
    Change(testDescription: "another format", code: .nv12, expected: .changed, words: ["4×2 NV12"]),
    Change(testDescription: "other rows", bytesPerLine: 64, expected: .changed),
    Change(testDescription: "one that cannot be read", code: FourCC("H264"), expected: .noUsableFormat, words: ["H264"]),
  ]

  @Test("A camera that has another format by the time it is restarted has changed", arguments: changes)
  func changedFormat(_ row: Change) throws {
    let driver = FakeDriver()
    do {
      var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
      driver.state.withLock {
        $0.nodes[FakeDriver.path]!.present = (row.code, row.width, row.height)
        $0.nodes[FakeDriver.path]!.bytesPerLine = row.bytesPerLine
      }
      guard let expected = row.expected else { return try stream.restart() }
      let error = #expect(throws: CameraError.self) { try stream.restart() }
      #expect(error?.code == expected)
      #expect(error?.exitStatus == .unavailable)
      for word in row.words { #expect(error?.description.contains(word) == true, "\(error?.description ?? "")") }
    }
    #expect(driver.isAllReturned)
  }

  @Test("A loopback whose feeder has gone cannot be restarted")
  func feederGone() throws {
    let driver = FakeDriver()
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [.getFormat: EINVAL] }
    let error = #expect(throws: CameraError.self) { try stream.restart() }
    #expect(error?.code == .noUsableFormat)
  }

  @Test("Changes of the source are subscribed to for the camera's input, and end the stream")
  func sourceChange() throws {
    let driver = FakeDriver(FakeNode(input: 3, steps: [frame(0), .event(UInt32(V4L2_EVENT_SOURCE_CHANGE))]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(driver.state.withLock { $0.subscriptions } == [Subscription(type: UInt32(V4L2_EVENT_SOURCE_CHANGE), id: 3)])
    #expect(try stream.next(wake: -1) { _ in } == .frame)
    let error = failure(of: &stream)
    #expect(error?.code == .changed)
    #expect(error?.description.contains("/dev/video0 (Fake Camera) now delivers something else") == true)
  }

  @Test("A driver without events and inputs is accepted")
  func withoutEvents() throws {
    let driver = FakeDriver(FakeNode(failures: [.getInput: ENOTTY, .subscribeEvent: ENOTTY], steps: [frame(0)]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(try stream.next(wake: -1) { _ in } == .frame)
  }

  @Test("Another event changes nothing; one that is announced and cannot be read is an error, not an endless loop")
  func otherEvents() throws {
    let driver = FakeDriver(FakeNode(steps: [.event(UInt32(V4L2_EVENT_CTRL)), frame(0), .event(nil)]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(try stream.next(wake: -1) { _ in } == .frame)
    #expect(failure(of: &stream)?.code == .failed)
  }
}
