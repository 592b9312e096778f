/// The wait for a camera's next frame, which ends after a while: a camera may be silent for ever. Pure: times are passed in, in ns.
struct FrameWait: Sendable {
  /// The time without a usable frame after which a camera counts as stalled.
  static let stallNs: UInt64 = 2_000_000_000

  /// Nil if the last wait has ended.
  private var sinceNs: UInt64?
  /// Frames that arrived damaged before this wait.
  private var damagedBefore: UInt64 = 0

  /// Begins the wait, or goes on with one that was interrupted.
  ///
  /// - Parameter damaged: frames that arrived damaged so far.
  /// - Returns: the time that is left until the camera counts as stalled; 0 when it does.
  mutating func leftNs(at now: UInt64, damaged: UInt64) -> UInt64 {
    if sinceNs == nil { (sinceNs, damagedBefore) = (now, damaged) }
    let end = sinceNs! + Self.stallNs
    return end > now ? end - now : 0
  }

  /// Ends the wait: a frame has come, or the camera was started again.
  mutating func end() { sinceNs = nil }

  /// The error of a wait that has lasted too long.
  ///
  /// - Parameters:
  ///   - label: the camera's name.
  ///   - damaged: frames that arrived damaged so far.
  func stall(of label: String, damaged: UInt64) -> CameraError {
    .stalled(label, seconds: Double(Self.stallNs) / 1e9, damaged: damaged - damagedBefore)
  }
}
