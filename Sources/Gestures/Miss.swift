import Hands

/// What keeps a thumb from swiping, from when it is known until it no longer does.
public struct Miss: Sendable, Equatable {
  /// How far it is.
  public enum Phase: String, Sendable, Codable, CaseIterable { case began, ended }

  /// How far it is.
  public var phase: Phase
  /// What keeps the thumb from swiping; that of its end is the same as that of its beginning.
  public var reason: NoSwipeReason
  /// What the thumb would do; nil where none is seen.
  public var gesture: Gesture?
  /// Which hand it is of; nil where none is seen.
  public var chirality: Chirality?
  /// The time of the first frame that showed the thumb, in ns of the frames' clock.
  public var startNs: UInt64

  /// The reason for people, without a period.
  public var sentence: String { reason.sentence(isUp: gesture == .thumbUp) }
}

/// What a frame says about misses: at most the end of one, and the beginning of the next.
public struct FrameMisses: Sendable, Equatable {
  /// The one that is over.
  public internal(set) var ended: Miss?
  /// The one that follows.
  public internal(set) var began: Miss?

  /// Those of a frame that says nothing about them.
  public init() {}

  /// Whether there is none.
  public var isEmpty: Bool { ended == nil && began == nil }
  /// In their order.
  public var all: [Miss] { [ended, began].compactMap(\.self) }
}

/// Finds what keeps thumbs from swiping, soon enough for the person who shows one, and each only once.
///
/// Frames that have a reason one after another are an attempt. What holds it back is known 0.4 s after it began. A thumb that is only near the
/// threshold is the weakest reason: a hand may rest there, and every gesture passes there. It makes an attempt of its own that begins after a
/// quiet frame, and any other reason replaces it.
///
/// Pure: it takes decisions with their times. A frame allocates nothing.
public struct MissFinder: Sendable {
  /// How long after the first frame of an attempt its reason is known, and for how long another one must follow to replace it; in ns.
  private static let patienceNs: UInt64 = 400_000_000
  /// An attempt is over when no frame has belonged to it for this long. The tracker may lose a hand for some frames.
  private static let quietNs: UInt64 = 300_000_000
  /// A shorter attempt is none: a hand that comes or goes.
  private static let shortestNs: UInt64 = 100_000_000
  /// For this long after a swipe, while the thumb is still there, reasons belong to the gesture that swiped.
  private static let followUpNs: UInt64 = 1_000_000_000
  /// A thumb that is not far enough is one that is meant from this part of the threshold on.
  private static let leastShare = 0.7
  /// Pictures are too dark below the first brightness, and bright enough again from the second one on. Of a clip that was darkened, the thumb
  /// is found at a mean of 5, and not at 2.
  private static let dark = 3.0, bright = 5.0

  private var attempt: Attempt?
  /// The frames of the attempt by the code of their reason.
  private var counts = [Int](repeating: 0, count: NoSwipeReason.Code.allCases.count)
  /// The miss that has begun and not ended.
  private var shown: Miss?
  /// The time of the last swipe until its thumb has left.
  private var swipedNs: UInt64?
  /// Whether there was a quiet frame since the last swipe or attempt with another reason than the threshold.
  private var wasQuiet = true
  /// Since when pictures without a hand are too dark.
  private var darkNs: UInt64?

  /// Creates a finder that has seen no frame.
  public init() {}

  /// Takes the decision of the next frame.
  ///
  /// - Parameters:
  ///   - chirality: that of the hand that the decision is about.
  ///   - brightness: the mean of the picture, 0…255; nil where it is not known.
  ///   - suspendsKeys: whether a swipe presses no key because a program asks for that.
  ///   - isInterrupted: whether the source of the frames was interrupted since the frame before.
  ///   - ns: when the frame was captured.
  public mutating func take(
    _ decision: Decision, chirality: Chirality? = nil, brightness: Double? = nil, suspendsKeys: Bool = false, isInterrupted: Bool = false,
    at ns: UInt64
  ) -> FrameMisses {
    var misses = FrameMisses()
    if let action = decision.action {
      end(&misses)
      (attempt, swipedNs, wasQuiet, darkNs) = (nil, ns, false, nil)
      if suspendsKeys {
        let miss = Miss(phase: .began, reason: .keysSuspended, gesture: action.gesture, chirality: action.chirality, startNs: ns)
        (misses.began, shown) = (miss, miss)
      }
      return misses
    }
    if shown?.reason == .keysSuspended { end(&misses) }
    takeBrightness(brightness, hasHand: decision.hand != nil, at: ns, &misses)
    let reason = decision.reason == .held ? nil : decision.reason
    let isThumb = decision.zone == .up || decision.zone == .down
    let isNear = reason?.code == .threshold
    if let swipedNs {
      if isThumb || reason != nil && !isNear, !isInterrupted, elapsedNs(since: swipedNs, at: ns) <= Self.followUpNs { return misses }
      self.swipedNs = nil
    }
    if let attempt, isInterrupted || elapsedNs(since: attempt.activeNs, at: ns) >= Self.quietNs {
      end(&misses)
      self.attempt = nil
    }
    if let reason, !isNear || (attempt?.isNear ?? wasQuiet) {
      // Any other reason replaces the threshold.
      if !isNear, attempt?.isNear == true {
        end(&misses)
        attempt = nil
      }
      add(reason, of: decision, chirality, at: ns)
      wasQuiet = false
    } else {
      if isThumb { attempt?.activeNs = ns }
      attempt?.run = nil
      wasQuiet = wasQuiet || decision.reason == nil && !isThumb
    }
    decide(at: ns, &misses)
    return misses
  }

  /// No more frames come for now.
  public mutating func stop() -> FrameMisses {
    var misses = FrameMisses()
    end(&misses)
    self = MissFinder()
    return misses
  }

  // MARK: Attempts

  private struct Attempt {
    let startNs: UInt64
    /// Whether its only reason is the threshold.
    let isNear: Bool
    /// The last frame with a reason, and the last one that belongs to it.
    var endNs: UInt64, activeNs: UInt64
    /// The reason that it is held back by so far, as it was last.
    var reason: NoSwipeReason
    var gesture: Gesture
    var chirality: Chirality?
    /// The reason of the last frames, and since when it is the only one; nil after a frame without one.
    var run: (reason: NoSwipeReason, startNs: UInt64)?
  }

  private mutating func add(_ reason: NoSwipeReason, of decision: Decision, _ chirality: Chirality?, at ns: UInt64) {
    let gesture = decision.isUp ? Gesture.thumbUp : .thumbDown
    if attempt == nil {
      attempt = Attempt(
        startNs: ns, isNear: reason.code == .threshold, endNs: ns, activeNs: ns, reason: reason, gesture: gesture, chirality: chirality)
      for index in counts.indices { counts[index] = 0 }
    }
    counts[reason.code.index] += 1
    guard var now = attempt else { return }
    now.run = (reason, now.run.flatMap { $0.reason.code == reason.code ? $0.startNs : nil } ?? ns)
    (now.endNs, now.activeNs) = (ns, ns)
    // What met every other condition says most; else the reason of most frames; of the same reason, the nearest to a swipe.
    let (old, new) = (now.reason, reason)
    let isDecisive = new.isComplete || !old.isComplete && counts[new.code.index] >= counts[old.code.index]
    if new.code == old.code ? !new.isFarther(than: old) : isDecisive {
      (now.reason, now.gesture, now.chirality) = (new, gesture, chirality)
    }
    attempt = now
  }

  /// Begins the miss of the attempt when it is time, and replaces it by another reason that lasts.
  private mutating func decide(at ns: UInt64, _ misses: inout FrameMisses) {
    guard let now = attempt, elapsedNs(since: now.startNs, at: ns) >= Self.patienceNs else { return }
    if let shown {
      guard let run = now.run, run.reason.code != shown.reason.code, elapsedNs(since: run.startNs, at: ns) >= Self.patienceNs else {
        return
      }
      // A thumb that came too soon has not rested either, and need not be told.
      guard !shown.reason.isComplete || run.reason.code != .notRested else { return }
      end(&misses)
      begin(run.reason, now, &misses)
    } else if elapsedNs(since: now.startNs, at: now.endNs) >= Self.shortestNs, !now.reason.isFaint(below: Self.leastShare) {
      begin(now.reason, now, &misses)
    }
  }

  private mutating func begin(_ reason: NoSwipeReason, _ attempt: Attempt, _ misses: inout FrameMisses) {
    let miss = Miss(phase: .began, reason: reason, gesture: attempt.gesture, chirality: attempt.chirality, startNs: attempt.startNs)
    (misses.began, shown) = (miss, miss)
  }

  private mutating func end(_ misses: inout FrameMisses) {
    guard var miss = shown else { return }
    miss.phase = .ended
    (misses.ended, shown) = (miss, nil)
  }

  // MARK: Brightness

  /// A picture in which no hand is found, since it is too dark.
  private mutating func takeBrightness(_ brightness: Double?, hasHand: Bool, at ns: UInt64, _ misses: inout FrameMisses) {
    let isShown = shown?.reason.code == .tooDark
    guard let brightness, !hasHand, brightness < (isShown ? Self.bright : Self.dark) else {
      darkNs = nil
      if isShown { end(&misses) }
      return
    }
    let since = darkNs ?? ns
    darkNs = since
    guard shown == nil, attempt == nil, elapsedNs(since: since, at: ns) >= Self.patienceNs else { return }
    let miss = Miss(phase: .began, reason: .tooDark(brightness, Self.bright), startNs: since)
    (misses.began, shown) = (miss, miss)
  }
}

extension NoSwipeReason {
  /// Whether the gesture met every other condition: it came too soon, or while the swipes were asleep, or it has woken them.
  fileprivate var isComplete: Bool {
    switch self {
    case .cooldown, .asleep, .woke: true
    default: false
    }
  }

  /// Whether a thumb is farther from a swipe than with the same reason in another frame.
  fileprivate func isFarther(than other: NoSwipeReason) -> Bool {
    switch (self, other) {
    case (.threshold(let now, _, _), .threshold(let before, _, _)): now < before
    default: false
    }
  }

  /// Whether a thumb is so far from the threshold that it is hardly meant.
  fileprivate func isFaint(below share: Double) -> Bool {
    guard case .threshold(let now, let least, _) = self else { return false }
    return now < share * least
  }
}

extension NoSwipeReason.Code {
  private static let all = allCases

  /// Its position among all.
  fileprivate var index: Int { Self.all.firstIndex(of: self) ?? 0 }
}
