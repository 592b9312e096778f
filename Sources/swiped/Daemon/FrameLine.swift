import EventProtocol
import Gestures
import Imaging
import Inference
import Landmarks
import Settings
import Traces

/// The line from frame to key, owned by one thread from end to end:
///
///     frame ──▶ hand ──▶ decision ──▶ key ──▶ event
///
/// A trace enters it with the hand. A frame is finished before the next is taken. Nothing here waits for a subscriber, a log or a disk.
struct FrameLine: ~Copyable {
  /// Nil for a trace, whose hands were found when it was recorded.
  private var tracker: HandTracker?
  private var classifier: SwipeClassifier
  private var keys: SwipeKeys
  private var commands: SwipeCommands
  private let announcer: Announcer
  private let preview: PreviewMaker
  private var settings: DaemonSettings
  private var swipes = 0
  private var showsHand = false
  /// When it was noticed that the source was away, until the next frame tells it.
  private var interruptedNs: UInt64?
  /// The frame that was handled last: its number, and when it was captured.
  private(set) var lastFrame: (sequence: UInt64, capturedNs: UInt64) = (0, 0)
  /// For how long there had been no hand then, and nothing had moved, in ns.
  private(set) var stillNs: UInt64 = 0

  /// Makes everything ready for frames, which takes half a second.
  ///
  /// - Throws: `InferenceError` and `LandmarksError`: no runtime, no models, or damaged ones.
  init(_ settings: DaemonSettings, _ announcer: Announcer) throws {
    tracker = try HandTracker(settings)
    classifier = SwipeClassifier(settings.configuration.gesture)
    keys = SwipeKeys(settings.chords, announcer)
    commands = SwipeCommands(settings.configuration.commands, log: announcer.log)
    self.settings = settings
    self.announcer = announcer
    let outlet = announcer.outlet
    preview = PreviewMaker(isWanted: { outlet.wants(.preview) }, publish: { outlet.publish(.preview($0)) })
  }

  /// Takes a frame of pixels from end to end.
  mutating func take(_ frame: borrowing Frame) throws {
    let startCPU = processCPUNs()
    let isClose = classifier.isClose(tracker?.hands.first)
    try tracker?.track(frame, closely: isClose)
    let hands = tracker?.hands ?? []
    let stillSinceNs = tracker?.stillSinceNs ?? frame.capturedNs
    stillNs = frame.capturedNs - min(stillSinceNs, frame.capturedNs)
    take(SeenFrame(frame, hands), isSkipped: tracker?.hasLooked == false, startCPU: startCPU)
    preview.offer(frame, hands, at: monotonicNs())
  }

  /// Takes a frame whose hands are known from there on.
  ///
  /// - Parameter isSkipped: the hands are those of the frame before, since nothing has changed.
  /// - Returns: the swipe that it made.
  @discardableResult
  mutating func take(_ frame: SeenFrame, isSkipped: Bool = false, startCPU: UInt64 = processCPUNs()) -> SwipeEvent? {
    lastFrame = (frame.sequence, frame.capturedNs)
    let decision = classifier.classify(frame.hands.first, at: frame.capturedNs)
    let event = decision.swipe.map { emit($0, of: frame) }
    announcer.board.noteFrame(
      capturedNs: frame.capturedNs, latencyNs: monotonicNs() - frame.dequeuedNs, cpuNs: processCPUNs() - startCPU,
      handSeen: !frame.hands.isEmpty, isSkipped: isSkipped, swipe: decision.swipe?.direction)
    noteHand(!frame.hands.isEmpty)
    if announcer.outlet.wants(.frame) {
      announcer.outlet.publish(.frame(FrameEvent(frame, decision, interruptedNs: interruptedNs)))
    }
    interruptedNs = nil
    return event
  }

  /// Tells when a hand comes or goes.
  private mutating func noteHand(_ isPresent: Bool) {
    guard isPresent != showsHand else { return }
    showsHand = isPresent
    announcer.outlet.publish(
      .hand(HandEvent(present: isPresent, frame: Int(lastFrame.sequence), capturedNs: lastFrame.capturedNs)))
  }

  /// The key first: it is what the person waits for.
  private mutating func emit(_ swipe: Swipe, of frame: SeenFrame) -> SwipeEvent {
    keys.press(swipe.direction)
    swipes += 1
    let event = SwipeEvent(
      seq: swipes, direction: swipe.direction == .left ? .left : .right, gesture: swipe.gesture == .thumbUp ? .thumbUp : .thumbDown,
      distance: swipe.distance, chirality: swipe.chirality == .left ? .left : .right, confidence: Double(swipe.confidence),
      frame: Int(frame.sequence), capturedNs: frame.capturedNs, emittedNs: monotonicNs())
    announcer.outlet.publish(.swipe(event))
    commands.start(for: event)
    return event
  }

  /// A device has come or gone, or its permissions have changed.
  mutating func devicesChanged() { keys.retry() }

  /// The source was away: where the hand was is no help in finding it, and a gesture that was being made is over.
  mutating func interrupt(at now: UInt64) {
    tracker?.reset()
    interruptedNs = now
    _ = classifier.classify(nil, at: now)
    noteHand(false)
  }

  /// Decides by these settings from the next frame on.
  ///
  /// - Parameter isArmed: whether the first thumb gesture swipes.
  mutating func decide(by gesture: GestureSettings, isArmed: Bool = true) {
    classifier = SwipeClassifier(gesture, isArmed: isArmed)
    announcer.gesture(GestureOptions(gesture))
  }

  /// So many swipes were made before the first one here.
  mutating func countSwipes(from swipes: Int) { self.swipes = swipes }

  /// Takes on new settings between two frames; what they leave alone goes on as it is.
  ///
  /// - Throws: `InferenceError` and `LandmarksError` when the models cannot be had so; then nothing has changed.
  mutating func apply(_ new: DaemonSettings) throws {
    let (old, now) = (settings.configuration, new.configuration)
    if now.tracking != old.tracking { tracker = try HandTracker(new) }
    if now.gesture != old.gesture { decide(by: now.gesture) }
    if new.chords != settings.chords { keys = SwipeKeys(new.chords, announcer) }
    if now.commands != old.commands { commands = SwipeCommands(now.commands, log: announcer.log) }
    settings = new
  }
}

extension HandTracker {
  /// Nil where there are no pictures.
  fileprivate init?(_ settings: DaemonSettings) throws {
    if case .trace = settings.origin { return nil }
    let settings = settings.configuration.tracking
    var skips: StillSkips = []
    if settings.skipsStillRoom { skips.insert(.room) }
    if settings.skipsStillHand { skips.insert(.hand) }
    try self.init(
      prefix: .find(), precision: settings.precision.chosen, threads: settings.threads, maxHands: settings.maxHands, skipping: skips)
  }
}
