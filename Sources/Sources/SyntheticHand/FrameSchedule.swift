/// When the frames of a steady source are due. Late callers get the newest frame; the others are counted as skipped.
///
/// Every due time follows from the start and the frame's number, so nothing drifts.
package struct FrameSchedule: Sendable {
  package let startNs: UInt64
  package let framesPerSecond: UInt64
  /// Number of the next frame that has not been handed out.
  package private(set) var upcoming: UInt64 = 0
  /// Frames that a late caller never got.
  package private(set) var skipped: UInt64 = 0

  package init(startNs: UInt64, framesPerSecond: UInt64) {
    self.startNs = startNs
    self.framesPerSecond = framesPerSecond
  }

  /// When frame `number` is due, in ns.
  package func dueNs(_ number: UInt64) -> UInt64 {
    startNs + number / framesPerSecond * 1_000_000_000 + number % framesPerSecond * 1_000_000_000 / framesPerSecond
  }

  /// Takes the newest frame that is due: its number, or nil if none is.
  package mutating func take(nowNs: UInt64) -> UInt64? {
    guard dueNs(upcoming) <= nowNs else { return nil }
    var newest = max(upcoming, (nowNs - startNs) / 1_000_000_000 * framesPerSecond)
    while dueNs(newest + 1) <= nowNs { newest += 1 }
    skipped += newest - upcoming
    upcoming = newest + 1
    return newest
  }
}
