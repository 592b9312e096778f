import CV4L2
import Camera
import Glibc
import Testing

@Suite("Slowing a camera down in mid-stream")
struct FramePaceTests {
  private func stream(_ driver: FakeDriver) throws -> CameraStream {
    try CameraStream(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
  }

  private func interval(of driver: FakeDriver) -> FrameInterval { driver.state.withLock { $0.interval } }

  private func wishes(of driver: FakeDriver) -> Int {
    driver.state.withLock { $0.requests.count { $0 == .setParameters } }
  }

  @Test("halves its frames, once, and gives them back")
  func halves() throws {
    let driver = FakeDriver()
    var stream = try stream(driver)
    #expect(stream.slow(down: false) == nil)
    #expect(stream.slow(down: true) == 15)
    #expect(stream.slow(down: true) == nil)
    #expect(interval(of: driver) == FrameInterval(2, 30))
    #expect(stream.slow(down: false) == 30)
    #expect(stream.slow(down: false) == nil)
    #expect(interval(of: driver) == FrameInterval(1, 30))
    #expect(wishes(of: driver) == 3)
  }

  @Test("down to 10 frames a second")
  func least() throws {
    let driver = FakeDriver()
    driver.state.withLock { $0.nodes[FakeDriver.path]!.formats[0].intervals = [FrameInterval(1, 20)] }
    var stream = try stream(driver)
    #expect(stream.slow(down: true) == 10)
  }

  @Test("leaves it to the next program at the full rate")
  func closing() throws {
    let driver = FakeDriver()
    do {
      var stream = try stream(driver)
      #expect(stream.slow(down: true) == 15)
    }
    #expect(interval(of: driver) == FrameInterval(1, 30))
    #expect(driver.isAllReturned)
  }

  @Test("leaves one alone whose driver refuses while it streams, and does not ask again")
  func busy() throws {
    let driver = FakeDriver()
    var stream = try stream(driver)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [.setParameters: EBUSY] }
    for isSlow in [true, false, true] { #expect(stream.slow(down: isSlow) == nil) }
    #expect(wishes(of: driver) == 2)
    #expect(interval(of: driver) == FrameInterval(1, 30))
  }

  @Test("asks for the frames back until it gets them")
  func persistent() throws {
    let driver = FakeDriver()
    var stream = try stream(driver)
    #expect(stream.slow(down: true) == 15)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [.setParameters: EBUSY] }
    #expect(stream.slow(down: false) == nil)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [:] }
    #expect(stream.slow(down: false) == 30)
  }

  @Test(
    "asks nothing of a driver that does not tell its rate, or of which half would leave too few frames",
    arguments: [FrameInterval(0, 0), FrameInterval(1, 19), FrameInterval(.max, 30)])
  func unknown(_ interval: FrameInterval) throws {
    let driver = FakeDriver()
    driver.state.withLock {
      $0.interval = interval
      $0.nodes[FakeDriver.path]!.formats[0].intervals = []
    }
    var stream = try stream(driver)
    let before = wishes(of: driver)
    #expect(stream.slow(down: true) == nil)
    #expect(wishes(of: driver) == before)
  }
}
