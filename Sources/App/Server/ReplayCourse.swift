import Gestures

/// What some settings decide about each of recorded frames.
struct ReplayCourse {
  /// A swipe with the time of its frame.
  struct TimedSwipe {
    let action: GestureAction
    let capturedNs: UInt64
  }

  private struct Moment {
    let decision: Decision
    let ns: UInt64
  }

  private let settings: GestureSettings
  private let moments: [Moment]
  /// The positions of the frames that swipe.
  private let swipes: [Int]

  /// - Parameter isArmed: whether the first thumb gesture swipes, or one was held before the first frame.
  init(of frames: some Collection<HandFrame>, under settings: GestureSettings, isArmed: Bool) {
    var classifier = SwipeClassifier(settings, isArmed: isArmed)
    self.settings = settings
    moments = frames.map { Moment(decision: classifier.classify($0), ns: $0.capturedNs) }
    swipes = moments.indices.filter { [moments] in moments[$0].decision.action?.direction != nil }
  }

  /// The swipes of the gestures in a window.
  ///
  /// Other settings swipe a moment earlier or later in the same gesture. It is in the window if the configured settings swipe there:
  /// otherwise a longer dwell would move swipes of earlier gestures into the window.
  ///
  /// - Parameters:
  ///   - fromNs: the time at which the window begins.
  ///   - configured: what the configured settings decide about the same frames.
  func swipes(from fromNs: UInt64, besides configured: ReplayCourse) -> [TimedSwipe] {
    zip(swipes, partners(in: configured)).compactMap { index, partner in
      guard let swipe = moments[index].decision.action, moments[partner ?? index].ns >= fromNs else { return nil }
      return TimedSwipe(action: swipe, capturedNs: moments[index].ns)
    }
  }

  /// What is decided about each frame of a window.
  func decisions(from fromNs: UInt64) -> [Decision] { moments.filter { $0.ns >= fromNs }.map(\.decision) }

  /// For each swipe, the position of the one which the configured settings make in the same gesture, if any. None is the partner of two.
  private func partners(in configured: ReplayCourse) -> [Int?] {
    /// Those which might still swipe later here, and those that come next.
    var (earlier, later) = ([Int](), configured.swipes[...])
    return swipes.enumerated().map { position, index in
      while let next = later.first, next <= index { earlier.append(later.removeFirst()) }
      // One that is no partner now is none of a later swipe.
      if let last = earlier.popLast(), configured.isBlocked(from: last, to: index, bridgeMs: settings.bridgeMs) { return last }
      let following = swipes.dropFirst(position + 1).first ?? .max
      guard let next = later.first, next < following else { return nil }
      guard isBlocked(from: index, to: next, bridgeMs: configured.settings.bridgeMs) else { return nil }
      return later.removeFirst()
    }
  }

  /// Whether no other gesture could swipe from a swipe on up to a later frame, in which other settings swipe: it is held, or the cooldown
  /// lasts. A rest that the other settings bridge does not end it.
  private func isBlocked(from swipe: Int, to end: Int, bridgeMs: UInt32) -> Bool {
    var until = later(settings.cooldownMs, than: moments[swipe].ns)
    for moment in moments[swipe...end] {
      if !moment.decision.armed { until = max(until, moment.ns) }
      if moment.ns > later(bridgeMs, than: until) { return false }
    }
    return true
  }
}

extension HandFrame {
  /// Whether a hand rests here, whichever of these settings apply.
  func isAtRest(under settings: [GestureSettings]) -> Bool {
    let zones = settings.lazy.map { settings in
      var classifier = SwipeClassifier(settings)
      return classifier.classify(self).zone
    }
    return zones.first == .rest && zones.allSatisfy { $0 == nil || $0 == .rest }
  }
}
