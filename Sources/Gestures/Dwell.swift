/// Time arithmetic of the classifier. A clock that went back counts as one that stood still.
func elapsedNs(since start: UInt64, at ns: UInt64) -> UInt64 { ns > start ? ns - start : 0 }

func passed(_ ms: UInt32, since start: UInt64, at ns: UInt64) -> Bool { elapsedNs(since: start, at: ns) >= UInt64(ms) * 1_000_000 }

/// A time so much later, or the end of time.
package func later(_ ms: UInt32, than ns: UInt64) -> UInt64 {
  let (sum, overflows) = ns.addingReportingOverflow(UInt64(ms) * 1_000_000)
  return overflows ? .max : sum
}

/// For how long a gesture has been shown, and how much its frames speak for it.
struct Dwell {
  /// Without a frame for longer than this, it is unknown whether the gesture was shown meanwhile.
  private static let longestGapMs: UInt32 = 3000

  /// What is known of a gesture that is being shown.
  struct Shown {
    let zone: Zone
    let since: UInt64
    var last: UInt64
    /// The sum of the times of its frames, in ns, each multiplied by the clarity of its frame.
    var evidence = 0.0

    /// The time since its first frame, in ns.
    var heldNs: UInt64 { elapsedNs(since: since, at: last) }
  }

  private var state: Shown?

  /// Takes a frame that shows the gesture.
  ///
  /// - Parameter clarity: how much its time counts; below 0 if it more likely shows another pose, which takes evidence away.
  mutating func show(_ zone: Zone, clarity: Double, at ns: UInt64) -> Shown {
    var shown = Shown(zone: zone, since: ns, last: ns)
    if let state, state.zone == zone, !passed(Self.longestGapMs, since: state.last, at: ns) {
      shown = state
      shown.evidence = max(0, state.evidence + clarity * Double(elapsedNs(since: state.last, at: ns)))
      shown.last = ns
    }
    state = shown
    return shown
  }

  /// A frame does not show the gesture. That ends it, unless it was shown less than `bridgeMs` ago.
  mutating func miss(bridgeMs: UInt32, at ns: UInt64) {
    guard let state, bridgeMs == 0 || passed(bridgeMs, since: state.last, at: ns) else { return }
    self.state = nil
  }
}
