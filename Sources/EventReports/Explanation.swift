import EventProtocol
import Platform

/// A gesture that came near a swipe and made none.
package struct Attempt: Sendable, Equatable {
  /// Times of its first and last frame that had a reason, in ns of CLOCK_MONOTONIC.
  package let startNs: UInt64, endNs: UInt64
  /// What held the swipe back, as one line for people.
  package let reason: String

  package init(startNs: UInt64, endNs: UInt64, reason: String) {
    (self.startNs, self.endNs, self.reason) = (startNs, endNs, reason)
  }
}

/// Explains why a hand does not swipe: groups the frames that have a reason into attempts, each with the reason that held it back.
///
/// It knows no clock: it takes frames and swipes in the order of the socket, and returns attempts.
package struct Explanation: Sendable {
  /// An attempt is over when for this long no frame has had a reason or a thumb zone. The tracker may lose a hand for some frames.
  private static let quietNs: UInt64 = 300_000_000
  /// For this long after a swipe, until a quiet frame, reasons belong to the thumb that is lowered after it.
  private static let followUpNs: UInt64 = 1_000_000_000
  /// The code of a thumb that is nearly as far from the wrist as the threshold. Every gesture passes there.
  fileprivate static let threshold = "threshold"

  /// Bound of what an attempt stores, whatever the server sends.
  fileprivate static let mostCauses = 64

  fileprivate struct Running {
    let startNs: UInt64
    var endNs: UInt64
    /// Time of the last frame with a reason or a thumb zone.
    var activeNs: UInt64
    var causes: [Cause] = []
    /// The code of the previous frame's reason.
    var code: String?
  }

  /// The frames of an attempt whose reasons have the same code.
  fileprivate struct Cause {
    let code: String
    var frames = 0
    /// Frames in a row: the latest, and at most.
    var run = 0, longestRun = 0
    /// The thumb's distance from the wrist, at most.
    var distance = 0.0
    var reason = ""
  }

  private var attempt: Running?
  /// Time of the last swipe until its gesture has ended.
  private var swipedNs: UInt64?

  package init() {}

  /// Takes the next event.
  ///
  /// - Returns: the attempt that is over now.
  package mutating func note(_ event: Event) -> Attempt? {
    switch event {
    case .frame(let frame): return note(frame)
    case .swipe(let swipe):
      note(swipe)
      return nil
    case .status(let status): return status.state == .running ? nil : end()
    default: return nil
    }
  }

  /// Takes the next frame.
  ///
  /// - Returns: the attempt that is over now.
  package mutating func note(_ frame: FrameEvent) -> Attempt? {
    let now = frame.capturedNs
    let isActive = frame.reason != nil || frame.zone == .up || frame.zone == .down
    if let swipedNs {
      if isActive, frame.interruptedNs == nil, now.subtractingSaturated(swipedNs) <= Self.followUpNs { return nil }
      self.swipedNs = nil
    }
    let isOver = attempt.map { frame.interruptedNs != nil || now.subtractingSaturated($0.activeNs) >= Self.quietNs } ?? false
    let ended = isOver ? end() : nil
    if let reason = frame.reason {
      var running = attempt ?? Running(startNs: now, endNs: now, activeNs: now)
      running.endNs = now
      running.note(reason, code: frame.reasonCode ?? reason, distance: frame.distance ?? 0)
      attempt = running
    } else {
      attempt?.code = nil
    }
    if isActive { attempt?.activeNs = now }
    return ended
  }

  /// Takes a swipe, which comes before its frame: the attempt that led to it needs no explanation.
  package mutating func note(_ swipe: SwipeEvent) {
    attempt = nil
    swipedNs = swipe.capturedNs
  }

  /// Ends the attempt in progress, since no more frames come for now.
  package mutating func end() -> Attempt? {
    defer { attempt = nil }
    return attempt.map { Attempt(startNs: $0.startNs, endNs: $0.endNs, reason: $0.reason) }
  }
}

extension Explanation.Running {
  mutating func note(_ reason: String, code: String, distance: Double) {
    let index = causes.firstIndex { $0.code == code } ?? causes.endIndex
    if index == causes.endIndex {
      guard causes.count < Explanation.mostCauses else { return }
      causes.append(Explanation.Cause(code: code))
    }
    causes[index].note(reason, isSameRun: self.code == code, distance: abs(distance))
    self.code = code
  }

  /// The reason of most frames, because that is what the person has to change; the later one if two are as frequent. That the thumb
  /// is not far enough counts only if there is no other reason: it is so at the beginning and at the end of every gesture.
  var reason: String {
    let others = causes.filter { $0.code != Explanation.threshold }
    return (others.isEmpty ? causes : others).reduce(nil as Explanation.Cause?) { most, cause in
      most.map { $0.frames > cause.frames ? $0 : cause } ?? cause
    }?.reason ?? ""
  }
}

extension Explanation.Cause {
  /// Keeps the reason in which the attempt came nearest to a swipe: at the end of the longest run (how long a thumb was held grows
  /// during a run), or where the thumb was farthest from the wrist.
  mutating func note(_ reason: String, isSameRun: Bool, distance: Double) {
    frames += 1
    run = isSameRun ? run + 1 : 1
    let isNearest = code == Explanation.threshold ? distance >= self.distance : run >= longestRun
    if isNearest || frames == 1 { self.reason = reason }
    longestRun = max(longestRun, run)
    self.distance = max(self.distance, distance)
  }
}
