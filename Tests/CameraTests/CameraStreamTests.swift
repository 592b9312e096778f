import Camera
import Glibc
import Imaging
import Testing

/// What the tests compare of a frame.
private struct Seen: Equatable {
  var firstByte: UInt8
  var sequence: UInt64
  var capturedNs: UInt64
}

/// Takes frames until there are `count`, or the camera fails.
private func take(_ count: Int, from driver: FakeDriver) throws -> (seen: [Seen], dropped: UInt64, damaged: DamagedFrames) {
  let device = try CameraDevice.find(FakeDriver.path, calls: driver.calls)
  var stream = try V4L2Camera(device, calls: driver.calls)
  var seen: [Seen] = []
  while seen.count < count {
    _ = try stream.next(wake: -1) { frame in
      seen.append(Seen(firstByte: frame.planes.0.base.load(as: UInt8.self), sequence: frame.sequence, capturedNs: frame.capturedNs))
    }
  }
  return (seen, stream.lost.dropped, stream.lost.damaged)
}

private func yuyv(_ value: UInt8, _ sequence: UInt32, bytes: Int = 16) -> FakeFrame {
  FakeFrame(bytes: [UInt8](repeating: value, count: bytes), sequence: sequence)
}

@Suite("Streaming")
struct CameraStreamTests {
  @Test("Of the frames that are ready only the newest is passed on, and the others count as dropped")
  func newest() throws {
    let driver = FakeDriver(FakeNode(steps: [.frames([yuyv(1, 0), yuyv(2, 1), yuyv(3, 2)]), .frames([yuyv(4, 3)])]))
    let result = try take(2, from: driver)
    #expect(result.seen.map(\.firstByte) == [3, 4])
    #expect(result.seen.map(\.sequence) == [2, 3])
    #expect(result.dropped == 2)
    #expect(result.damaged == DamagedFrames())
    #expect(driver.isAllReturned)
  }

  @Test("Every buffer is queued again, however long the stream runs")
  func requeueing() throws {
    let steps = (0..<100).map { FakeStep.frames([yuyv(1, UInt32($0))]) }
    let driver = FakeDriver(FakeNode(bufferCount: 2, steps: steps))
    #expect(try take(100, from: driver).seen.count == 100)
    #expect(driver.state.withLock { $0.queuedAtStop } == 2)
  }

  @Test("Flagged and short frames count as damaged, by reason, and do not hide a usable one")
  func unusable() throws {
    var flagged = yuyv(1, 0)
    flagged.isFlagged = true
    let driver = FakeDriver(FakeNode(steps: [.frames([flagged]), .frames([yuyv(2, 1), yuyv(3, 2, bytes: 15)])]))
    let result = try take(1, from: driver)
    #expect(result.seen.map(\.firstByte) == [2])
    #expect(result.damaged == DamagedFrames(flagged: 1, short: 1))
    #expect(result.dropped == 0)
    #expect(driver.state.withLock { $0.queuedAtStop } == 4)
  }

  @Test("The capture time is the driver's timestamp if that is of the monotonic clock, else the time of dequeuing")
  func stamps() throws {
    var other = yuyv(2, 1)
    other.stampIsMonotonic = false
    var future = yuyv(3, 2)
    future.stampNs = 9_000_000_000
    let driver = FakeDriver(FakeNode(steps: [.frames([yuyv(1, 0)]), .frames([other]), .frames([future])]))
    #expect(try take(3, from: driver).seen.map(\.capturedNs) == [5_000_000, 76_000_000, 109_000_000])
  }

  @Test(
    "A driver's timestamp that is no time is not used",
    arguments: [(0, -1), (-1, 0), (.max, 0), (.max, .max), (.min, .min), (1 << 34, 0), (0, 1_000_000), (0, 0)] as [(Int, Int)])
  func wrongStamps(seconds: Int, microseconds: Int) throws {
    var frame = yuyv(1, 0)
    frame.stamp = (seconds, microseconds)
    let driver = FakeDriver(FakeNode(steps: [.frames([frame])]))
    #expect(try take(1, from: driver).seen.map(\.capturedNs) == [43_000_000])
  }

  @Test("The wait ends when the other descriptor becomes readable, and continues after a signal")
  func waking() throws {
    let driver = FakeDriver(FakeNode(steps: [.interrupted, .woken, .frames([yuyv(1, 0)])]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(try stream.next(wake: 3) { _ in } == .woken)
    #expect(try stream.next(wake: 3) { _ in } == .frame)
  }

  @Test("An error of the frame's receiver is passed on, and the buffer is still queued again")
  func bodyThrows() throws {
    struct Stop: Error {}
    let driver = FakeDriver(FakeNode(steps: [.frames([yuyv(1, 0)])]))
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(throws: Stop.self) { _ = try stream.next(wake: -1) { _ in throw Stop() } }
    #expect(driver.state.withLock { $0.queued.count } == 4)
  }

  @Test("The driver's answer is used: size, padded rows, rate")
  func answer() throws {
    let node = FakeNode(present: (.nv12, 6, 4), insists: true, bytesPerLine: 8, steps: [.frames([yuyv(9, 0, bytes: 48)])])
    let driver = FakeDriver(node)
    var stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(stream.description.why?.hasPrefix("the driver's answer to 4×2 YUYV at 30 fps, ") == true)
    #expect(
      stream.description
        == SourceDescription(
          path: "/dev/video0", name: "Fake Camera", width: 6, height: 4, fps: 30, format: "NV12", why: stream.description.why))
    _ = try stream.next(wake: -1) { frame in
      #expect(frame.format == .nv12)
      #expect(frame.planes.0.bytesPerRow == 8)
      #expect(frame.planes.1.base - frame.planes.0.base == 32)
    }
  }

  @Test("A loopback that lists neither sizes nor rates delivers its current mode")
  func loopback() throws {
    let format = FakeNode.Format(code: .yuyv, sizes: [], intervals: [])
    let node = FakeNode(formats: [format], present: (.yuyv, 320, 200), failures: [.setParameters: ENOTTY])
    let driver = FakeDriver(node)
    let stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(stream.description.width == 320 && stream.description.height == 200 && stream.description.fps == 30)
  }

  @Test("A camera that offers ranges is asked for 640×480 at 30 fps")
  func ranges() throws {
    var format = FakeNode.Format(code: .yuyv)
    format.sizeRange = (SizeRange(32, 1920, step: 16), SizeRange(32, 1080, step: 16))
    format.intervalRange = (FrameInterval(1, 60), FrameInterval(1, 5))
    let driver = FakeDriver(FakeNode(formats: [format]))
    let stream = try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
    #expect(stream.description.width == 640 && stream.description.height == 480 && stream.description.fps == 30)
  }
}
