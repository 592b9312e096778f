import EventProtocol
import Platform

/// A gesture that came near a swipe and made none.
package struct Attempt: Encodable, Sendable, Equatable {
  /// Times of its first and last frame that had a reason, in ns of CLOCK_MONOTONIC.
  package let startNs: UInt64, endNs: UInt64
  /// What held the swipe back, as one human-readable line; it begins with the hand where several were in view.
  package let reason: String
  /// The stable code of the reason; the reason itself from a daemon that sends no codes.
  package let reasonCode: String

  package init(startNs: UInt64, endNs: UInt64, reason: String, code: String) {
    (self.startNs, self.endNs, self.reason, reasonCode) = (startNs, endNs, reason, code)
  }
}

/// Explains why a hand does not swipe: groups the frames that have a reason into attempts, each with the reason that held it back.
///
/// A thumb that is only near the threshold is the weakest reason: a hand may rest there, and every gesture passes there. It makes an
/// attempt of its own that begins and ends with a quiet frame, and any other reason replaces it.
///
/// It knows no clock: it takes frames and swipes in the order of the socket, and returns attempts.
package struct Explanation: Sendable {
  /// An attempt is over when no frame has belonged to it for this long. The tracker may lose a hand for some frames.
  private static let quietNs: UInt64 = 300_000_000
  /// A shorter attempt is none: a hand that comes or goes.
  private static let shortestNs: UInt64 = 100_000_000
  /// For this long after a swipe, while the thumb is still there, reasons belong to the gesture that swiped.
  private static let followUpNs: UInt64 = 1_000_000_000

  private var attempt: RunningAttempt?
  /// Time of the last swipe until its thumb has left.
  private var swipedNs: UInt64?
  /// Whether there was a quiet frame since the last swipe or attempt with another reason than the threshold.
  private var wasQuiet = true

  package init() {}

  /// Takes the next event.
  ///
  /// - Returns: the attempt that is over now.
  package mutating func take(_ event: Event) -> Attempt? {
    switch event {
    case .frame(let frame): return take(frame)
    case .gesture(let event):
      take(event)
      return nil
    case .status(let status): return status.state == .running ? nil : end()
    default: return nil
    }
  }

  /// Takes the next frame.
  ///
  /// - Returns: the attempt that is over now.
  package mutating func take(_ frame: FrameEvent) -> Attempt? {
    let now = frame.capturedNs
    let isThumb = frame.zone == .up || frame.zone == .down
    let isNear = frame.reason != nil && frame.reasonCode == RunningAttempt.threshold
    let isHeldBack = frame.reason != nil && !isNear
    if let swipedNs {
      let isFollowUp = isThumb || isHeldBack
      if isFollowUp, frame.interruptedNs == nil, now.subtractingSaturated(swipedNs) <= Self.followUpNs { return nil }
      self.swipedNs = nil
    }
    let isOver = attempt.map { frame.interruptedNs != nil || now.subtractingSaturated($0.activeNs) >= Self.quietNs } ?? false
    let ended = isOver ? end() : nil
    if isHeldBack, attempt?.isNear == true { attempt = nil }
    if isHeldBack || isNear && (attempt?.isNear ?? wasQuiet) {
      attempt = attempt ?? RunningAttempt(startNs: now, isNear: isNear)
      attempt?.add(frame)
      wasQuiet = false
    } else {
      attempt?.skip(isActive: isThumb, at: now)
      wasQuiet = wasQuiet || frame.reason == nil && !isThumb
    }
    return ended
  }

  /// Takes a swipe, which comes before its frame: the attempt that led to it needs no explanation.
  package mutating func take(_ event: GestureEvent) {
    attempt = nil
    (swipedNs, wasQuiet) = (event.capturedNs, false)
  }

  /// Ends the attempt in progress, since no more frames come for now.
  package mutating func end() -> Attempt? {
    defer { attempt = nil }
    guard let attempt, attempt.endNs.subtractingSaturated(attempt.startNs) >= Self.shortestNs else { return nil }
    guard let cause = attempt.decisive else { return nil }
    return Attempt(startNs: attempt.startNs, endNs: attempt.endNs, reason: cause.reason, code: cause.code)
  }
}

/// An attempt that is not over.
private struct RunningAttempt {
  /// The code of a thumb that is not far enough from the wrist.
  static let threshold = "threshold"
  /// The codes of a gesture that met every other condition: it came too soon, or while the swipes were asleep, or it has woken them.
  static let completeGesture: Set = ["cooldown", "asleep", "woke"]
  /// Bound of what is stored, whatever the server sends.
  private static let mostCauses = 64

  /// The frames whose reasons have the same code.
  fileprivate struct Cause {
    let code: String
    var frames = 0
    /// Frames in a row: the latest, and at most.
    var run = 0, longestRun = 0
    /// The thumb's distance from the wrist, at most.
    var distance = 0.0
    var reason = ""
  }

  let startNs: UInt64
  /// Whether its only reason is the threshold.
  let isNear: Bool
  private(set) var endNs: UInt64
  /// Time of the last frame that belongs to it.
  private(set) var activeNs: UInt64
  private var causes: [Cause] = []
  /// The code of the previous frame's reason.
  private var lastCode: String?

  init(startNs: UInt64, isNear: Bool) {
    (self.startNs, self.isNear) = (startNs, isNear)
    (endNs, activeNs) = (startNs, startNs)
  }

  /// Takes a frame with a reason.
  mutating func add(_ frame: FrameEvent) {
    guard let cause = frame.reason else { return }
    let code = frame.reasonCode ?? cause
    let reason = frame.meantHand.map { "\($0): \(cause)" } ?? cause
    (endNs, activeNs) = (frame.capturedNs, frame.capturedNs)
    defer { lastCode = code }
    if let index = causes.firstIndex(where: { $0.code == code }) {
      causes[index].add(reason, isSameRun: lastCode == code, distance: abs(frame.distance ?? 0))
    } else if causes.count < Self.mostCauses {
      causes.append(Cause(code: code))
      causes[causes.count - 1].add(reason, isSameRun: false, distance: abs(frame.distance ?? 0))
    }
  }

  /// Takes a frame without a reason of this attempt.
  ///
  /// - Parameter isActive: whether it belongs to the attempt all the same.
  mutating func skip(isActive: Bool, at ns: UInt64) {
    lastCode = nil
    if isActive { activeNs = ns }
  }

  /// That it came too soon, or found the swipes asleep, because then it met all other conditions; else the reason of most frames, because
  /// that is what the person has to change; the later one if two are as frequent.
  var decisive: Cause? {
    causes.last { Self.completeGesture.contains($0.code) }
      ?? causes.reduce(nil as Cause?) { most, cause in most.map { $0.frames > cause.frames ? $0 : cause } ?? cause }
  }
}

extension FrameEvent {
  /// The hand that the frame's reason is about, in words; nil unless several are in view.
  fileprivate var meantHand: String? { hands.count > 1 ? "\(hands[0].chirality.rawValue) hand" : nil }
}

extension RunningAttempt.Cause {
  /// Keeps the reason in which the attempt came nearest to a swipe: at the end of the longest run (how long a thumb was held grows
  /// during a run), or where the thumb was farthest from the wrist.
  fileprivate mutating func add(_ reason: String, isSameRun: Bool, distance: Double) {
    frames += 1
    run = isSameRun ? run + 1 : 1
    let isNearest = code == RunningAttempt.threshold ? distance >= self.distance : run >= longestRun
    if isNearest { self.reason = reason }
    longestRun = max(longestRun, run)
    self.distance = max(self.distance, distance)
  }
}
