import Camera
import Testing
import swiped

private let second: UInt64 = 1_000_000_000

private func error(_ code: CameraError.Code) -> CameraError { CameraError(code, "\(code)") }

@Suite("When to try for a camera again")
struct CameraRecoveryTests {
  @Test("The first try is due at once")
  func first() {
    #expect(CameraRecovery().dueNs == 0)
  }

  @Test(
    "Where there is none, only a device that comes is worth a try",
    arguments: [CameraError.Code.noCamera, .noSuchDevice, .permissionDenied])
  func absent(code: CameraError.Code) {
    var recovery = CameraRecovery()
    #expect(recovery.failed(error(code), at: 5 * second))
    #expect(recovery.dueNs == nil)
    recovery.devicesChanged(at: 9 * second)
    #expect(recovery.dueNs == 9 * second)
  }

  @Test("A failing camera is tried again and again, at twice the interval each time, up to ten seconds")
  func backoff() {
    var recovery = CameraRecovery()
    var intervals: [Double] = []
    for _ in 0..<8 {
      _ = recovery.failed(error(.failed), at: 100 * second)
      intervals.append(Double(recovery.dueNs! - 100 * second) / Double(second))
    }
    #expect(intervals == [0.25, 0.5, 1, 2, 4, 8, 10, 10])
  }

  @Test("A device that comes cuts a long wait short, and the next ones begin short again")
  func cutShort() {
    var recovery = CameraRecovery()
    for _ in 0..<8 { _ = recovery.failed(error(.failed), at: 0) }
    recovery.devicesChanged(at: second)
    #expect(recovery.dueNs == second)
    _ = recovery.failed(error(.failed), at: second)
    #expect(recovery.dueNs == second + second / 4)
  }

  @Test("A busy camera is asked for every two seconds")
  func busy() {
    var recovery = CameraRecovery()
    for time in [0, 2 * second, 4 * second] {
      _ = recovery.failed(error(.busy), at: time)
      #expect(recovery.dueNs == time + 2 * second)
    }
  }

  @Test("A camera that changes its pictures is opened anew at once, but not in a loop")
  func changed() {
    var recovery = CameraRecovery()
    _ = recovery.works(at: 0)
    _ = recovery.failed(error(.changed), at: 20 * second)
    #expect(recovery.dueNs == 20 * second)
    _ = recovery.failed(error(.changed), at: 20 * second)
    #expect(recovery.dueNs == 20 * second + second / 2)
  }

  @Test("A camera that works for a moment only is not tried at once each time")
  func flapping() {
    var recovery = CameraRecovery()
    var due: [UInt64] = []
    for round in 0..<4 {
      let now = UInt64(round) * 20 * second
      _ = recovery.works(at: now)
      _ = recovery.failed(error(.failed), at: now + second)
      due.append((recovery.dueNs! - now - second) * 4 / second)
    }
    #expect(due == [1, 2, 4, 8])
    _ = recovery.works(at: 200 * second)
    _ = recovery.works(at: 215 * second)
    _ = recovery.failed(error(.failed), at: 216 * second)
    #expect(recovery.dueNs == 216 * second + second / 4)
  }

  @Test("A silent camera is restarted ten times, then closed; a frame in between forgives all")
  func stalls() {
    var recovery = CameraRecovery()
    for _ in 0..<CameraRecovery.mostRestarts { #expect(recovery.stalled(error(.stalled)).restarts) }
    #expect(!recovery.stalled(error(.stalled)).restarts)
    #expect(recovery.works(at: 0))
    #expect(recovery.stalled(error(.stalled)).restarts)
  }

  @Test("Trouble is told once until a camera works, and so is that it works")
  func toldOnce() {
    var recovery = CameraRecovery()
    #expect(!recovery.works(at: 0))
    #expect(recovery.failed(error(.busy), at: 0))
    #expect(!recovery.failed(error(.busy), at: 1))
    #expect(recovery.failed(error(.failed), at: 2))
    #expect(!recovery.failed(error(.busy), at: 3))
    #expect(recovery.works(at: 4))
    #expect(!recovery.works(at: 5))
    #expect(recovery.failed(error(.busy), at: 6))
  }

  @Test("A stall is told once, and the closing of the camera after many is no news")
  func toldStall() {
    var recovery = CameraRecovery()
    #expect(recovery.stalled(error(.stalled)).isNews)
    #expect(!recovery.stalled(error(.stalled)).isNews)
    #expect(!recovery.failed(error(.stalled), at: 0))
  }

  @Test("That an unplugged camera cannot be found is no news")
  func unplugged() {
    var recovery = CameraRecovery()
    #expect(recovery.failed(error(.unplugged), at: 0))
    #expect(!recovery.failed(error(.noCamera), at: 1))
    #expect(!recovery.failed(error(.noSuchDevice), at: 2))
  }
}
