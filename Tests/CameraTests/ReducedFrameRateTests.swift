import CV4L2
import Camera
import Glibc
import Testing

@Suite("Reducing the frame rate while streaming")
struct ReducedFrameRateTests {
  private func stream(_ driver: FakeDriver) throws -> V4L2Camera {
    try V4L2Camera(CameraDevice.find("auto", calls: driver.calls), calls: driver.calls)
  }

  private func interval(of driver: FakeDriver) -> FrameInterval { driver.state.withLock { $0.interval } }

  private func requests(of driver: FakeDriver) -> Int {
    driver.state.withLock { $0.requests.count { $0 == .setParameters } }
  }

  @Test("The rate is halved, once, and restored")
  func halves() throws {
    let driver = FakeDriver()
    var stream = try stream(driver)
    #expect(stream.setFrameRateReduced(false) == nil)
    #expect(stream.setFrameRateReduced(true) == 15)
    #expect(stream.setFrameRateReduced(true) == nil)
    #expect(interval(of: driver) == FrameInterval(2, 30))
    #expect(stream.setFrameRateReduced(false) == 30)
    #expect(stream.setFrameRateReduced(false) == nil)
    #expect(interval(of: driver) == FrameInterval(1, 30))
    #expect(requests(of: driver) == 3)
  }

  @Test("The rate is not reduced below 10 frames per second")
  func least() throws {
    let driver = FakeDriver()
    driver.state.withLock { $0.nodes[FakeDriver.path]!.formats[0].intervals = [FrameInterval(1, 20)] }
    var stream = try stream(driver)
    #expect(stream.setFrameRateReduced(true) == 10)
  }

  @Test("The next program gets the full rate")
  func closing() throws {
    let driver = FakeDriver()
    do {
      var stream = try stream(driver)
      #expect(stream.setFrameRateReduced(true) == 15)
    }
    #expect(interval(of: driver) == FrameInterval(1, 30))
    #expect(driver.isAllReturned)
  }

  @Test("A driver that refuses while streaming is not asked again")
  func busy() throws {
    let driver = FakeDriver()
    var stream = try stream(driver)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [.setParameters: EBUSY] }
    for isSlow in [true, false, true] { #expect(stream.setFrameRateReduced(isSlow) == nil) }
    #expect(requests(of: driver) == 2)
    #expect(interval(of: driver) == FrameInterval(1, 30))
  }

  @Test("Restoring the rate is tried until it succeeds")
  func persistent() throws {
    let driver = FakeDriver()
    var stream = try stream(driver)
    #expect(stream.setFrameRateReduced(true) == 15)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [.setParameters: EBUSY] }
    #expect(stream.setFrameRateReduced(false) == nil)
    driver.state.withLock { $0.nodes[FakeDriver.path]!.failures = [:] }
    #expect(stream.setFrameRateReduced(false) == 30)
  }

  @Test(
    "A driver that does not report its rate is not asked, nor is one whose half rate is too low",
    arguments: [FrameInterval(0, 0), FrameInterval(1, 19), FrameInterval(.max, 30)])
  func unknown(_ interval: FrameInterval) throws {
    let driver = FakeDriver()
    driver.state.withLock {
      $0.interval = interval
      $0.nodes[FakeDriver.path]!.formats[0].intervals = []
    }
    var stream = try stream(driver)
    let before = requests(of: driver)
    #expect(stream.setFrameRateReduced(true) == nil)
    #expect(requests(of: driver) == before)
  }
}
