/// Counts of frames that arrived damaged, by reason.
package struct DamagedFrames: Equatable, Sendable {
  /// The driver set V4L2_BUF_FLAG_ERROR.
  package var flagged: UInt64 = 0
  /// They have fewer bytes than the picture.
  package var short: UInt64 = 0
  /// They are not a JPEG file, or a damaged one.
  package var undecodable: UInt64 = 0

  package var total: UInt64 { flagged + short + undecodable }

  package init(flagged: UInt64 = 0, short: UInt64 = 0, undecodable: UInt64 = 0) {
    (self.flagged, self.short, self.undecodable) = (flagged, short, undecodable)
  }
}

extension DamagedFrames {
  static func + (a: DamagedFrames, b: DamagedFrames) -> DamagedFrames {
    DamagedFrames(flagged: a.flagged + b.flagged, short: a.short + b.short, undecodable: a.undecodable + b.undecodable)
  }
}

/// Limits the warnings about damaged frames to one per episode.
///
/// An episode starts with a damaged frame and ends after 10 s without one. Pass it the counts after each wait for a frame, whether
/// the wait succeeded or not: a camera that sends only damaged frames stalls. One monitor serves all streams of a camera; counts that
/// start at zero again belong to a new stream.
package struct DamageMonitor: Sendable {
  /// ns without a damaged frame. A moved cable damages frames in bursts; this separates one burst from the next.
  private static let quietNs: UInt64 = 10_000_000_000

  private var seen = DamagedFrames()
  private var lastDamageNs: UInt64?

  package init() {}

  /// Compares the counts with those of the previous call.
  ///
  /// - Parameters:
  ///   - damaged: the stream's counts so far.
  ///   - camera: the camera's name in the warning.
  ///   - nowNs: the time, in ns of a monotonic clock.
  /// - Returns: a warning of one line, at the first damaged frame of an episode.
  package mutating func check(_ damaged: DamagedFrames, from camera: String, nowNs: UInt64) -> String? {
    if damaged == seen { return nil }
    let isNewStream = damaged.flagged < seen.flagged || damaged.short < seen.short || damaged.undecodable < seen.undecodable
    let before = isNewStream ? DamagedFrames() : seen
    seen = damaged
    if damaged == before { return nil }
    let last = lastDamageNs
    lastDamageNs = nowNs
    if let last, nowNs < last + Self.quietNs { return nil }
    return Self.warning(damaged, before: before, from: camera)
  }

  private static func warning(_ now: DamagedFrames, before: DamagedFrames, from camera: String) -> String {
    var reasons: [String] = []
    if now.flagged > before.flagged { reasons.append("marked as damaged by the driver") }
    if now.short > before.short { reasons.append("too short") }
    if now.undecodable > before.undecodable { reasons.append("incomplete JPEG") }
    let fix =
      reasons.count == 1 && now.flagged > before.flagged
      ? "try another cable, and a port without a hub"
      : "try another cable, or a port that shares its USB bandwidth with nothing else"
    return "\(camera) sends frames that cannot be used (\(reasons.joined(separator: ", "))); \(fix)"
  }
}

/// The numbers of frames that came and were not handled.
package struct LostFrames: Sendable, Equatable {
  /// Dropped for a newer one.
  package var dropped: UInt64 = 0
  /// Arrived damaged.
  package var damaged = DamagedFrames()

  package init(dropped: UInt64 = 0, damaged: DamagedFrames = DamagedFrames()) { (self.dropped, self.damaged) = (dropped, damaged) }

  package static func + (a: LostFrames, b: LostFrames) -> LostFrames {
    LostFrames(dropped: a.dropped + b.dropped, damaged: a.damaged + b.damaged)
  }
}
