import Camera
import Testing

private let second: UInt64 = 1_000_000_000

private func error(_ code: CameraError.Code) -> CameraError { CameraError(code, "\(code)") }

/// `#expect` takes no mutating call.
private final class Camera {
  var recovery = CameraRecovery()

  func failed(_ code: CameraError.Code, at now: UInt64) -> Bool { recovery.failed(error(code), at: now) }
  func stalled() -> (restarts: Bool, isNew: Bool) { recovery.stalled(error(.stalled)) }
  func works(at now: UInt64) -> Bool { recovery.works(at: now) }
}

@Suite("The recovery of a camera")
struct CameraRecoveryTests {
  @Test("The first attempt is due at once")
  func first() {
    #expect(CameraRecovery().dueNs == 0)
  }

  @Test(
    "Without a camera, only a new device makes an attempt due",
    arguments: [CameraError.Code.noCamera, .noSuchDevice])
  func absent(code: CameraError.Code) {
    let camera = Camera()
    #expect(camera.failed(code, at: 5 * second))
    #expect(camera.recovery.dueNs == nil)
    camera.recovery.retry(at: 9 * second)
    #expect(camera.recovery.dueNs == 9 * second)
  }

  @Test("A camera that may not be opened is tried once more, since its permissions may be late, and then reported")
  func denied() {
    let camera = Camera()
    #expect(!camera.failed(.permissionDenied, at: 5 * second))
    #expect(camera.recovery.dueNs == 6 * second)
    #expect(camera.failed(.permissionDenied, at: 6 * second))
    #expect(camera.recovery.dueNs == nil)
    camera.recovery.retry(at: 9 * second)
    #expect(!camera.failed(.permissionDenied, at: 9 * second))
    #expect(camera.recovery.dueNs == nil)
  }

  @Test("A failing camera is tried again and again, at twice the interval each time, up to ten seconds")
  func backoff() {
    let camera = Camera()
    var intervals: [Double] = []
    for _ in 0..<8 {
      _ = camera.failed(.failed, at: 100 * second)
      intervals.append(Double(camera.recovery.dueNs! - 100 * second) / Double(second))
    }
    #expect(intervals == [0.25, 0.5, 1, 2, 4, 8, 10, 10])
  }

  @Test("A new device ends a long wait, and the next waits are short again")
  func cutShort() {
    let camera = Camera()
    for _ in 0..<8 { _ = camera.failed(.failed, at: 0) }
    camera.recovery.retry(at: second)
    #expect(camera.recovery.dueNs == second)
    _ = camera.failed(.failed, at: second)
    #expect(camera.recovery.dueNs == second + second / 4)
  }

  @Test("A busy camera is tried every two seconds")
  func busy() {
    let camera = Camera()
    for time in [0, 2 * second, 4 * second] {
      _ = camera.failed(.busy, at: time)
      #expect(camera.recovery.dueNs == time + 2 * second)
    }
  }

  @Test("A camera that changes its format is opened again at once, but not in a loop")
  func changed() {
    let camera = Camera()
    _ = camera.works(at: 0)
    _ = camera.failed(.changed, at: 20 * second)
    #expect(camera.recovery.dueNs == 20 * second)
    _ = camera.failed(.changed, at: 20 * second)
    #expect(camera.recovery.dueNs == 20 * second + second / 2)
  }

  @Test("A camera that works only for a moment is not reopened at once each time")
  func flapping() {
    let camera = Camera()
    var due: [UInt64] = []
    for round in 0..<4 {
      let now = UInt64(round) * 20 * second
      _ = camera.works(at: now)
      _ = camera.failed(.failed, at: now + second)
      due.append((camera.recovery.dueNs! - now - second) * 4 / second)
    }
    #expect(due == [1, 2, 4, 8])
    _ = camera.works(at: 200 * second)
    _ = camera.works(at: 215 * second)
    _ = camera.failed(.failed, at: 216 * second)
    #expect(camera.recovery.dueNs == 216 * second + second / 4)
  }

  @Test("A silent camera is restarted ten times, then closed; a frame in between resets the count")
  func stalls() {
    let camera = Camera()
    for _ in 0..<CameraRecovery.mostRestarts { #expect(camera.stalled().restarts) }
    #expect(!camera.stalled().restarts)
    #expect(camera.works(at: 0))
    #expect(camera.stalled().restarts)
  }

  @Test("A failure is reported once until a camera works, and so is its end")
  func reportedOnce() {
    let camera = Camera()
    #expect(!camera.works(at: 0))
    #expect(camera.failed(.busy, at: 0))
    #expect(!camera.failed(.busy, at: 1))
    #expect(camera.failed(.failed, at: 2))
    #expect(!camera.failed(.busy, at: 3))
    #expect(camera.works(at: 4))
    #expect(!camera.works(at: 5))
    #expect(camera.failed(.busy, at: 6))
  }

  @Test("A stall is reported once, and closing the camera after many stalls is not reported")
  func reportedStall() {
    let camera = Camera()
    #expect(camera.stalled().isNew)
    #expect(!camera.stalled().isNew)
    #expect(!camera.failed(.stalled, at: 0))
  }

  @Test("That an unplugged camera cannot be found is not reported, and does not replace the first error")
  func unplugged() {
    let camera = Camera()
    #expect(camera.failed(.unplugged, at: 0))
    #expect(!camera.failed(.noCamera, at: 1))
    #expect(!camera.failed(.noSuchDevice, at: 2))
    #expect(camera.recovery.reported(error(.noCamera)).description == "unplugged")
    #expect(camera.recovery.reported(error(.failed)).description == "failed")
  }

  @Test("The holder of a busy camera may become known later, unless the camera works by then")
  func learning() {
    var recovery = CameraRecovery()
    let named = CameraError(.busy, "in use by cheese")
    let early = recovery.learn(named)
    _ = recovery.failed(error(.busy), at: 0)
    let inTime = recovery.learn(named)
    #expect(early == (false, false) && inTime == (true, true))
    let again = recovery.learn(named)
    #expect(again == (true, false))
    #expect(recovery.reported(error(.busy)).description == "in use by cheese")
    _ = recovery.works(at: 1)
    let late = recovery.learn(named)
    #expect(late == (false, false))
  }
}
