import EventProtocol
import Gestures
import Hands
import Imaging
import Landmarks
import Logging
import Platform
import Synchronization
import UserErrors

/// Processes a frame from end to end on one thread:
///
///     frame → hands → decision → key press → events
///
/// A frame is finished before the next one is taken. Nothing here waits for a subscriber, a log or a disk.
struct FramePipeline: ~Copyable {
  /// Nil for a replay, whose hands were recorded.
  private var follower: HandFollower?
  private var classifier: SwipeClassifier
  private var misses = MissFinder()
  private var keys: GestureKeys
  private var commands: GestureCommands
  private let publisher: Publisher
  private let log: Logger
  private var settings: DaemonSettings
  private var hasLoggedFaceProblem = false
  /// The number of actions of gestures so far.
  var actionCount = 0
  /// Whether gestures press no keys and run no commands; they are published all the same.
  var suspendsKeys = false {
    didSet { if suspendsKeys { keys.release() } }
  }
  /// What the last decision needs of the follower.
  private var need = TrackingNeed.whenMoved
  private var showsHand = false
  /// The last frame with a hand.
  private var lastHandNs: UInt64 = 0
  private var lastFrame: (sequence: UInt64, capturedNs: UInt64) = (0, 0)
  /// The time at which the source was interrupted, until the next frame reports it.
  private var interruptedNs: UInt64?
  /// The time without a hand and without motion at the last frame, in ns.
  private(set) var stillNs: UInt64 = 0
  /// Frames captured before this time need no pixels.
  private(set) var idleUntilNs: UInt64 = 0
  private var farHands = FarHands()
  /// Whether larger pictures would find a hand.
  private(set) var wantsLargerPictures = false

  /// Loads the models, which takes half a second, and creates the keyboard.
  ///
  /// - Throws: `InferenceError` and `UserError`: no runtime, no models, or damaged ones.
  init(_ settings: DaemonSettings, _ publisher: Publisher, _ service: SystemdLink, log: Logger) throws {
    service.beginStep("loading the inference runtime and the models")
    follower = try HandFollower(settings)
    classifier = SwipeClassifier(settings.configuration.gesture)
    service.beginStep("creating the keyboard")
    keys = GestureKeys(settings.chords, keyboardKeys: settings.keyboardKeys, publisher, log: log)
    commands = GestureCommands(settings.configuration.commands, log: log)
    (self.settings, self.publisher, self.log) = (settings, publisher, log)
  }

  /// Processes a frame of pixels.
  mutating func process(_ frame: borrowing Frame) throws {
    let startCPUNs = processCPUNs()
    let frame = frame.rotated(by: settings.configuration.camera.rotation)
    follower?.searchesFaces = classifier.settings.people != .all
    try follower?.track(frame, need: need == .soon && publisher.showsHands ? .whenMoved : need)
    logFaceProblem()
    let hands = follower?.hands ?? []
    stillNs = frame.capturedNs - min(follower?.idleSinceNs ?? frame.capturedNs, frame.capturedNs)
    idleUntilNs = follower?.idleUntilNs ?? 0
    wantsLargerPictures = farHands.take(
      hands, side: max(frame.uprightWidth, frame.uprightHeight), stillNs: stillNs, at: frame.capturedNs)
    process(TrackedFrame(frame, hands, isReused: follower?.ranInference == false, startCPUNs: startCPUNs))
    publisher.preview(frame, hands)
  }

  private mutating func logFaceProblem() {
    guard !hasLoggedFaceProblem, let problem = follower?.faceProblem else { return }
    hasLoggedFaceProblem = true
    log.warning("thumbs of people in the background swipe, too: \(problem)")
  }

  /// Processes a frame with known hands.
  ///
  /// - Returns: what a gesture did in it, if anything.
  @discardableResult
  mutating func process(_ frame: consuming TrackedFrame) -> GestureAction? {
    lastFrame = (frame.sequence, frame.capturedNs)
    let decision = classifier.classify(HandFrame(frame.hands, at: frame.capturedNs, isInterrupted: interruptedNs != nil))
    if let hand = decision.hand, hand > 0 { frame.hands.swapAt(0, hand) }
    need = decision.need
    if !frame.hands.isEmpty { lastHandNs = frame.capturedNs }
    var event: GestureEvent?
    if let action = decision.action {
      // The key first, since it is what the user waits for.
      if !suspendsKeys { keys.take(action) }
      actionCount += 1
      let published = publisher.publish(action, number: actionCount, of: frame)
      if !suspendsKeys { commands.start(for: published) }
      event = published
    }
    showHand(!frame.hands.isEmpty)
    let found = misses.take(
      decision, chirality: frame.hands.first?.chirality, brightness: follower?.brightness, suspendsKeys: suspendsKeys,
      isInterrupted: interruptedNs != nil, at: frame.capturedNs)
    publisher.publish(frame, decision, event, found, by: classifier, interruptedNs: interruptedNs)
    interruptedNs = nil
    return decision.action
  }

  /// Publishes that a hand has appeared or disappeared.
  private mutating func showHand(_ isPresent: Bool) {
    guard isPresent != showsHand else { return }
    showsHand = isPresent
    publisher.publishHand(isPresent: isPresent, frame: lastFrame.sequence, capturedNs: lastFrame.capturedNs)
  }

  /// Forgets the hand, ends the current gesture and lets the swipes fall asleep, because the source was interrupted.
  mutating func interrupt(at now: UInt64) {
    follower?.reset()
    (farHands, wantsLargerPictures) = (FarHands(), false)
    interruptedNs = now
    need = .whenMoved
    keys.release()
    showHand(false)
    if let miss = misses.stop().ended { publisher.publish(miss, frame: lastFrame.sequence, capturedNs: lastFrame.capturedNs) }
    publisher.reportAwake(untilNs: nil)
  }

  /// Tries to create the keyboard if it could not be created before: a device has appeared, or its permissions have changed.
  mutating func retryKeys() { keys.retry() }

  /// The gesture settings in use.
  var gesture: GestureSettings { classifier.settings }

  /// Uses another classifier, starting with the next frame.
  mutating func use(_ new: SwipeClassifier) {
    classifier = new
    // A thumb may be close to the new thresholds.
    need = .always
    publisher.reportAwake(untilNs: interruptedNs == nil ? new.awakeUntilNs : nil)
    publisher.reportGesture(new.settings)
  }

  /// Uses other gesture settings from the next frame on. A hand that is in the picture must rest before it swipes: a thumb that is held
  /// while the settings change has swiped already, or is no gesture. Swipes that are awake stay so, and a cooldown goes on.
  mutating func use(_ gesture: GestureSettings) {
    let absentNs = lastFrame.capturedNs - min(lastHandNs, lastFrame.capturedNs)
    let isLost = gesture.rearmAfterLostMs > 0 && absentNs >= UInt64(gesture.rearmAfterLostMs) * 1_000_000
    use(
      SwipeClassifier(
        gesture, isArmed: !showsHand && (classifier.isArmed || isLost), awakeUntilNs: classifier.awakeUntilNs,
        lastSwipeNs: classifier.lastSwipeNs))
  }

  /// Has a hand that is in the picture rest before it swipes, and ends what is held.
  mutating func requireRest() {
    keys.release()
    use(classifier.settings)
  }

  /// Applies new settings between two frames. Parts whose settings have not changed keep their state.
  ///
  /// - Parameter loaded: what the new settings need of models; nil: they are loaded here, while frames wait.
  /// - Throws: `InferenceError` and `UserError` if the models cannot be loaded; then nothing has changed.
  mutating func apply(_ new: DaemonSettings, _ loaded: LoadedFollower? = nil) throws {
    let (old, now) = (settings.configuration, new.configuration)
    if now.tracking != old.tracking { follower = if let loaded { loaded.take() } else { try HandFollower(new) } }
    // The hand is no longer where it was. Streams have a time of their own, so this is the last frame's.
    if now.camera.rotation != old.camera.rotation, follower != nil, lastFrame.capturedNs > 0 { interrupt(at: lastFrame.capturedNs) }
    let isOtherGesture = now.gesture != old.gesture
    // A replay keeps what it was recorded with.
    let gesture = isOtherGesture ? now.gesture : classifier.settings
    publisher.reportGesture(gesture, of: new)
    // A thumb that is held means the keys of before.
    if isOtherGesture || new.profile != settings.profile || new.chords != settings.chords { use(gesture) }
    if new.chords != settings.chords || new.keyboardKeys != settings.keyboardKeys {
      keys.use(new.chords, keyboardKeys: new.keyboardKeys)
    }
    commands.use(now.commands)
    settings = new
  }
}

/// A frame and its hands: the input of a decision.
struct TrackedFrame {
  var sequence: UInt64
  /// In ns of CLOCK_MONOTONIC.
  var capturedNs: UInt64, dequeuedNs: UInt64
  /// Size of the upright picture, in pixels.
  var width: Int, height: Int
  /// The hands, the one first that the decision is about.
  var hands: [HumanHandPoseObservation]
  /// Whether the hands are those of the previous frame, because nothing has changed.
  var isReused = false
  /// CPU time of the process when the work on the frame began, in ns.
  var startCPUNs: UInt64
}

extension TrackedFrame {
  init(_ frame: borrowing Frame, _ hands: [HumanHandPoseObservation], isReused: Bool, startCPUNs: UInt64) {
    self.init(
      sequence: frame.sequence, capturedNs: frame.capturedNs, dequeuedNs: frame.dequeuedNs, width: frame.uprightWidth,
      height: frame.uprightHeight, hands: hands, isReused: isReused, startCPUNs: startCPUNs)
  }
}

/// A follower of hands that was loaded on another thread, for the pipeline to take once.
package final class LoadedFollower: Sendable, Equatable {
  private let follower: Mutex<HandFollower?>

  /// - Throws: `InferenceError` and `UserError`: no runtime, no models, or damaged ones.
  init(_ settings: DaemonSettings) throws { follower = Mutex(try HandFollower(settings)) }

  func take() -> sending HandFollower? { follower.withLock { $0.take() } }

  package static func == (one: LoadedFollower, other: LoadedFollower) -> Bool { one === other }
}

extension HandFollower {
  /// Nil for a trace, which has no pictures.
  ///
  /// - Throws: `InferenceError` and `UserError`: no runtime, no models, or damaged ones.
  init?(_ settings: DaemonSettings) throws {
    if case .trace = settings.source { return nil }
    let settings = settings.configuration.tracking
    var reuse: InferenceReuse = []
    if settings.skipsStillRoom { reuse.insert(.stillRoom) }
    if settings.skipsStillHand { reuse.insert(.stillHand) }
    if settings.skipsCalmHand { reuse.insert(.calmHand) }
    if settings.slowsSearch { reuse.insert(.slowSearch) }
    try self.init(prefix: .find(), precision: settings.precision.chosen, reusing: reuse)
  }
}
