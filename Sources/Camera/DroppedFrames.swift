/// Frames that came and could not be used, by reason.
package struct DroppedFrames: Equatable, Sendable {
  /// The driver marked them as damaged.
  package var flagged: UInt64 = 0
  /// They hold fewer bytes than the picture has.
  package var short: UInt64 = 0
  /// They are no JPEG, or a damaged one.
  package var undecodable: UInt64 = 0

  package var total: UInt64 { flagged + short + undecodable }

  package init(flagged: UInt64 = 0, short: UInt64 = 0, undecodable: UInt64 = 0) {
    self.flagged = flagged
    self.short = short
    self.undecodable = undecodable
  }
}

/// Makes one line of a run of dropped frames, however many they are.
///
/// An episode begins with a drop and ends after 10 s without one. It is to be told of the counters after each wait for a frame,
/// a failed one too: a camera that sends nothing else stalls. It outlives a stream: counters that begin at zero again
/// are those of the next stream.
package struct DropEpisodes: Sendable {
  /// A cable that is moved damages frames in bursts; 10 s tells one burst from the next.
  private static let quietNs: UInt64 = 10_000_000_000

  private var seen = DroppedFrames()
  private var lastDropNs: UInt64?

  package init() {}

  /// - Parameters:
  ///   - dropped: the counters as they stand.
  ///   - camera: what the line is to call the camera.
  ///   - nowNs: the time, in ns of any clock that does not run backwards.
  /// - Returns: the line, at the first drop of an episode.
  package mutating func note(_ dropped: DroppedFrames, from camera: String, nowNs: UInt64) -> String? {
    if dropped == seen { return nil }
    let isNewStream = dropped.flagged < seen.flagged || dropped.short < seen.short || dropped.undecodable < seen.undecodable
    let before = isNewStream ? DroppedFrames() : seen
    seen = dropped
    if dropped == before { return nil }
    let last = lastDropNs
    lastDropNs = nowNs
    if let last, nowNs < last + Self.quietNs { return nil }
    return Self.line(dropped, before: before, from: camera)
  }

  private static func line(_ now: DroppedFrames, before: DroppedFrames, from camera: String) -> String {
    var reasons: [String] = []
    if now.flagged > before.flagged { reasons.append("marked as damaged by the driver") }
    if now.short > before.short { reasons.append("too short") }
    if now.undecodable > before.undecodable { reasons.append("no whole JPEG") }
    let mend =
      reasons.count == 1 && now.flagged > before.flagged
      ? "try another cable, and a port without a hub"
      : "the pictures are damaged on their way: try another cable, or a port that shares its USB bandwidth with nothing else"
    return "\(camera) sends frames that cannot be used (\(reasons.joined(separator: ", "))), which are dropped; \(mend)"
  }
}
