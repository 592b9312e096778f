import Gestures

/// Finds the gestures of a person who was asked for them: one thumb up or down, then rest.
///
/// It is generous, unlike the classifier, since it counts what the person meant: any pose, and a threshold and a dwell below all
/// candidates.
struct GestureCounter: Sendable {
  /// A thumb farther from the wrist than this is up or down, in hand sizes.
  static let least = 0.4
  /// The shortest gesture, and the shortest rest after it, in ns.
  private static let shortest: UInt64 = 80_000_000, rest: UInt64 = 200_000_000

  private struct Raised {
    let gesture: CalibratedGesture
    let since: UInt64
    /// When the thumb was last beyond ``least``.
    var until: UInt64
    /// The largest distance from the wrist, in hand sizes.
    var peak: Double
    /// Since when the thumb has been back.
    var restSince: UInt64?
  }

  private var raised: Raised?

  /// Whether a thumb is up or down now.
  var isRaised: Bool { raised != nil && raised?.restSince == nil }

  /// - Parameters:
  ///   - height: of the thumb above the wrist, in hand sizes; nil without a hand, which is rest.
  ///   - ns: when the frame was captured.
  /// - Returns: the gesture that has ended.
  mutating func take(_ height: Double?, at ns: UInt64) -> CalibratedGesture? {
    guard var current = raised else {
      if let height, height.magnitude >= Self.least {
        raised = Raised(gesture: height > 0 ? .thumbUp : .thumbDown, since: ns, until: ns, peak: height.magnitude)
      }
      return nil
    }
    let directed = current.gesture == .thumbUp ? height ?? 0 : -(height ?? 0)
    if directed >= Self.least { current.until = ns }
    current.peak = max(current.peak, directed)
    // A thumb that rests rather high is back all the same when it is clearly below its peak.
    if directed < min(max(0.25, current.peak / 2), 0.55) {
      current.restSince = current.restSince ?? ns
    } else {
      current.restSince = nil
    }
    guard let restSince = current.restSince, ns - restSince >= Self.rest else {
      raised = current
      return nil
    }
    raised = nil
    return current.until - current.since >= Self.shortest ? current.gesture : nil
  }
}
