import Gestures
import Hands

/// A gesture that a calibration asks for: one of the thumb, whose height it measures.
package enum CalibratedGesture: String, Sendable, CaseIterable {
  case thumbUp = "thumb_up"
  case thumbDown = "thumb_down"

  package var gesture: Gesture { self == .thumbUp ? .thumbUp : .thumbDown }
}

/// A guided calibration: asks for a hand, for thumbs up, for thumbs down and for what the hands do at a desk, and records them.
///
/// Pure: its clock is that of the frames.
package struct CalibrationSession: Sendable {
  package enum Step: Sendable, Equatable {
    case showHand
    case gestures(CalibratedGesture)
    case desk
    case complete
  }

  /// What a frame has changed, in its order.
  package enum Notice: Sendable, Equatable {
    case began(Step)
    /// A gesture that was asked for was made: its number, whether the unchanged profile would have swiped, and if not, why.
    case counted(CalibratedGesture, number: Int, isRecognized: Bool, reason: Reason? = nil)
    /// The other thumb was shown, which is ignored.
    case other(CalibratedGesture)
    case hint(Hint)
    case secondsLeft(Int)
    case gaveUp(Failure)
  }

  /// Why the unchanged profile would not have swiped.
  package struct Reason: Sendable, Equatable {
    package let code: NoSwipeReason.Code
    /// For people, without a period.
    package let sentence: String
  }

  /// What helps a person whose gestures do not count.
  package enum Hint: Sendable, Equatable {
    case showHand
    case raise(CalibratedGesture)
    case rest
  }

  /// Why the calibration ends before its end.
  package enum Failure: Sendable, Equatable {
    case noHand
    case noRest
    case noGesture(CalibratedGesture)
  }

  /// The number of gestures of each kind.
  package static let gestureCount = 5
  /// The length of the recording at the desk.
  package static let deskSeconds = 10
  /// How long nothing may happen.
  package static let patienceSeconds = 60
  /// How long a hand that comes back is waited for anew: somebody who works on at the desk is not recorded for hours.
  private static let longestWait = 600 * second

  private static let second: UInt64 = 1_000_000_000
  private static let settling = second * 7 / 10, hintAfter = 8 * second, deskPause = 2 * second

  package private(set) var step = Step.showHand
  /// The number of gestures of this step that have been made.
  package private(set) var count = 0
  /// The height of the thumb, in hand sizes; nil without a usable hand.
  package private(set) var height: Double?
  /// How far above the wrist of this hand its thumb is up under the profile, and how far below it is down, in hand sizes; nil without a
  /// usable hand.
  package private(set) var thresholds: (up: Double, down: Double)?
  /// Where the thumb is by the profile's threshold; nil without a usable hand.
  package private(set) var zone: Zone?
  package private(set) var recording = CalibrationRecording()

  /// Shows the effect of the unchanged profile on the hand.
  private var classifier: SwipeClassifier
  private var counter = GestureCounter()
  /// The swipes since the last gesture was counted.
  private var swipes: Set<Gesture> = []
  /// By the code of why a frame with a thumb did not swipe since then: the number of such frames, and the last sentence.
  private var reasons: [NoSwipeReason.Code: (count: Int, sentence: String)] = [:]
  private var now: UInt64?
  /// When the person last got further, since when that is waited for, and when there last was a hand.
  private var furtherNs: UInt64 = 0, progressNs: UInt64 = 0, handNs: UInt64 = 0
  /// Since when the hand rests.
  private var restNs: UInt64?
  private var hasHinted = false
  /// Of the recording at the desk; nil before it begins.
  package private(set) var secondsLeft: Int?

  /// - Parameter profile: the settings of the profile to calibrate, of which `unlock` does not matter.
  package init(profile: GestureSettings) {
    classifier = SwipeClassifier(profile.withoutUnlock)
    if profile.threshold.unit == .handSizes { thresholds = profile.threshold.numbers }
  }

  /// Takes the next frame.
  ///
  /// A time before the last frame's counts as that. A gesture during which frames are missing does not count.
  package mutating func take(_ frame: HandFrame) -> [Notice] {
    let ns = max(frame.capturedNs, now ?? frame.capturedNs)
    if now == nil { (furtherNs, progressNs, handNs) = (ns, ns, ns) }
    now = ns
    if frame.isInterrupted { interrupt(at: ns) }
    let frame = HandFrame(frame.hands, at: ns, isInterrupted: frame.isInterrupted)
    let decision = classifier.classify(frame)
    recording.append(frame)
    let hand = decision.hand.map { frame.hands[$0] }
    (zone, height) = (decision.zone, decision.distance == nil ? nil : hand?.thumbHeight)
    thresholds = hand.flatMap { classifier.settings.thresholdsInHandSizes(for: $0) } ?? thresholds
    if height != nil {
      // A hand that comes back has all the time again.
      if ns - handNs >= Self.deskPause, ns - furtherNs < Self.longestWait {
        (progressNs, hasHinted) = (step == .desk ? progressNs : ns, false)
      }
      handNs = ns
    }
    if let action = decision.action { swipes.insert(action.gesture) }
    if let reason = decision.reason, (height ?? 0).magnitude >= GestureCounter.least {
      reasons[reason.code] = ((reasons[reason.code]?.count ?? 0) + 1, reason.sentence(isUp: decision.isUp))
    }
    switch step {
    case .showHand: return takeFirstHand(isResting: decision.zone == .rest, at: ns)
    case .gestures(let gesture): return take(gesture, at: ns)
    case .desk: return takeDesk(at: ns)
    case .complete: return []
    }
  }

  /// Nothing that was shown before an interruption counts. The recording at the desk begins again.
  private mutating func interrupt(at ns: UInt64) {
    (counter, restNs, swipes, reasons) = (GestureCounter(), nil, [], [:])
    recording.close(as: nil)
    if step == .desk { progressNs = ns }
  }

  private mutating func takeFirstHand(isResting: Bool, at ns: UInt64) -> [Notice] {
    restNs = isResting ? restNs ?? ns : nil
    guard let restNs, ns - restNs >= Self.settling else { return wait(at: ns, failure: .noRest) }
    return begin(.gestures(.thumbUp), at: ns)
  }

  private mutating func take(_ asked: CalibratedGesture, at ns: UInt64) -> [Notice] {
    guard let made = counter.take(height, at: ns) else { return wait(at: ns, failure: .noGesture(asked)) }
    let isRecognized = swipes.contains(asked.gesture)
    let most = isRecognized ? nil : reasons.max { $0.value.count < $1.value.count }
    let reason = most.map { Reason(code: $0.key, sentence: $0.value.sentence) }
    (swipes, reasons) = ([], [:])
    (furtherNs, progressNs, hasHinted) = (ns, ns, false)
    guard made == asked else {
      recording.close(as: nil)
      return [.other(made)]
    }
    recording.close(as: .gesture(asked.gesture))
    count += 1
    let counted = Notice.counted(asked, number: count, isRecognized: isRecognized, reason: reason)
    guard count == Self.gestureCount else { return [counted] }
    return [counted] + begin(asked == .thumbUp ? .gestures(.thumbDown) : .desk, at: ns)
  }

  private mutating func takeDesk(at ns: UInt64) -> [Notice] {
    let passed = ns - progressNs
    // The hand is on its way to the desk.
    if passed < Self.deskPause {
      recording.close(as: nil)
      return []
    }
    let total = UInt64(Self.deskSeconds) * Self.second
    let left = Int((total - min(passed - Self.deskPause, total) + Self.second - 1) / Self.second)
    defer { secondsLeft = left }
    if left > 0 { return left == secondsLeft ? [] : [.secondsLeft(left)] }
    recording.close(as: .desk)
    return begin(.complete, at: ns)
  }

  private mutating func begin(_ next: Step, at ns: UInt64) -> [Notice] {
    recording.close(as: nil)
    (step, count, furtherNs, progressNs, hasHinted, swipes, reasons) = (next, 0, ns, ns, false, [], [:])
    return [.began(next)]
  }

  /// Hints once, and gives up in the end.
  private mutating func wait(at ns: UInt64, failure: Failure) -> [Notice] {
    let patience = UInt64(Self.patienceSeconds) * Self.second
    if ns - handNs >= patience { return [.gaveUp(.noHand)] }
    if ns - progressNs >= patience { return [.gaveUp(failure)] }
    guard !hasHinted, ns - progressNs >= Self.hintAfter else { return [] }
    hasHinted = true
    return [.hint(hint)]
  }

  private var hint: Hint {
    guard height != nil else { return .showHand }
    guard case .gestures(let gesture) = step, !counter.isRaised else { return .rest }
    return .raise(gesture)
  }
}
