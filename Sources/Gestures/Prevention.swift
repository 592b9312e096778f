/// The change of one option that would have prevented a swipe.
public struct Prevention: Sendable, Equatable {
  /// That of the option.
  public let key: String
  /// What the option would have to be.
  public let value: OptionValue
}

extension Prevention: CustomStringConvertible {
  /// As in the configuration.
  public var description: String { "\(key) = \(value)" }
}

extension [HandFrame] {
  /// A gesture that swipes later than this after the swipe is another one.
  private static var longestDelayNs: UInt64 { 1_500_000_000 }
  /// Between the frames that are added: those of a camera at 30 frames a second.
  private static var intervalNs: UInt64 { 33_333_333 }
  private static var longestShiftNs: UInt64 { 300_000_000 }

  /// What would have prevented a swipe: of each option that can, the value nearest to that of the settings.
  ///
  /// - Parameters:
  ///   - gesture: that of the swipe.
  ///   - frame: the position of the frame that made it.
  ///   - isArmed: whether the first thumb gesture swipes, or one was held before the first frame.
  public func preventions(of gesture: Gesture, in frame: Int, under settings: GestureSettings, isArmed: Bool = true) -> [Prevention] {
    // Without the frames before the first one, it may come some frames earlier or later.
    let made = actions(under: settings, isArmed: isArmed)
      .filter { $0.action.gesture == gesture && distance(from: frame, to: $0.frame) <= Self.longestShiftNs }
      .min { distance(from: frame, to: $0.frame) < distance(from: frame, to: $1.frame) }
    guard let made else { return [] }
    let frames = whole(frame)
    func isPrevented(_ settings: GestureSettings) -> Bool {
      !frames.actions(under: settings, isArmed: isArmed).contains {
        $0.frame >= Swift.min(made.frame, frame) && $0.action.gesture == gesture
      }
    }
    return Self.steps(from: settings).compactMap { key, values in
      guard let option = GestureOption.named(key) else { return nil }
      for value in values {
        if let changed = option.setting(value, in: settings), isPrevented(changed) { return Prevention(key: key, value: value) }
      }
      return nil
    }
  }

  /// Whether other settings make the same gesture, at most a moment earlier or as long as the gesture may last later.
  ///
  /// - Parameters:
  ///   - frame: the position of the frame that made it.
  ///   - isArmed: whether the first thumb gesture swipes, or one was held before the first frame.
  public func make(_ gesture: Gesture, near frame: Int, under settings: GestureSettings, isArmed: Bool = true) -> Bool {
    self[...last(of: frame)].actions(under: settings, isArmed: isArmed).contains {
      $0.action.gesture == gesture && ($0.frame >= frame || distance(from: frame, to: $0.frame) <= Self.longestShiftNs)
    }
  }

  /// The frames to the last one in which the gesture of a swipe may still swipe. If they end before, the hands may stay as they are: a thumb
  /// that is still shown may be shown for longer.
  private func whole(_ frame: Int) -> [HandFrame] {
    var frames = Array(self[...last(of: frame)])
    guard let last = frames.last, frames.count == count else { return frames }
    let leftNs = Self.longestDelayNs - (last.capturedNs - self[frame].capturedNs)
    for number in 0..<leftNs / Self.intervalNs {
      let (ns, isTooLate) = last.capturedNs.addingReportingOverflow((number + 1) * Self.intervalNs)
      guard !isTooLate else { break }
      frames.append(HandFrame(last.hands, at: ns))
    }
    return frames
  }

  /// The position of the last frame in which the gesture of a swipe may still swipe.
  private func last(of frame: Int) -> Int {
    let start = self[frame].capturedNs
    return self[frame...].lastIndex { $0.capturedNs >= start && $0.capturedNs - start <= Self.longestDelayNs } ?? frame
  }

  /// The time between two frames, in ns.
  private func distance(from one: Int, to other: Int) -> UInt64 {
    let (one, other) = (self[one].capturedNs, self[other].capturedNs)
    return Swift.max(one, other) - Swift.min(one, other)
  }

  /// Stricter values of some options, the nearest first.
  private static func steps(from settings: GestureSettings) -> [(key: String, values: [OptionValue])] {
    let threshold = settings.threshold.number
    let thresholds = stride(from: 1.1, through: 2, by: 0.1).map { factor in
      settings.threshold.unit == .pixels ? (threshold * factor).rounded() : (threshold * factor * 100).rounded() / 100
    }
    return [
      ("pose", settings.pose == .any ? [.text(PoseRule.thumb.rawValue)] : []),
      ("dwell_ms", [50, 100, 150, 200, 250, 300, 400, 500, 700, 1000].filter { $0 > Int(settings.dwellMs) }.map { .integer($0) }),
      ("threshold", thresholds.map { .number($0) }),
      ("min_hand_size", [12, 16, 25, 35, 50, 70].filter { $0 > settings.minHandSize }.map { .number($0) }),
    ]
  }
}
