/// Finds out from a camera's frames whether it is slow, and whether frames arrive damaged. Pure: times are passed in, in ns.
struct CameraHealth: Sendable {
  private var damage = DamageMonitor()
  private var rate: FrameRateMonitor?
  private var last: (sequence: UInt64, capturedNs: UInt64) = (0, 0)

  /// Starts with a camera that has just been opened.
  mutating func begin(_ monitor: FrameRateMonitor) { rate = monitor }

  /// Records a frame that was handled.
  mutating func handled(sequence: UInt64, capturedNs: UInt64) { last = (sequence, capturedNs) }

  /// Changes the rate that the camera is expected to deliver from now on, in frames per second.
  mutating func expect(fps: Double) { rate?.expect(fps: fps) }

  /// Checks the rate once after each frame.
  ///
  /// - Returns: a warning of one line.
  mutating func checkRate() -> CameraEvent? {
    rate?.check(sequence: last.sequence, capturedNs: last.capturedNs).map(CameraEvent.warning)
  }

  /// Checks for damaged frames after each wait, also after one that failed.
  ///
  /// - Parameters:
  ///   - damaged: the camera's counts so far.
  ///   - label: the camera's name in the warning.
  /// - Returns: a warning of one line.
  mutating func checkDamage(_ damaged: DamagedFrames, from label: String, at nowNs: UInt64) -> CameraEvent? {
    damage.check(damaged, from: label, nowNs: nowNs).map(CameraEvent.warning)
  }
}
