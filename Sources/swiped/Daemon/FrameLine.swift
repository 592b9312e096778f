import EventProtocol
import Gestures
import Imaging
import Inference
import Landmarks
import Settings

/// The line from frame to key, owned by one thread from end to end:
///
///     frame ──▶ hand ──▶ decision ──▶ key ──▶ event
///
/// A frame is finished before the next is taken. Nothing here waits for a subscriber, a log or a disk.
struct FrameLine: ~Copyable {
  private var tracker: HandTracker
  private var classifier: SwipeClassifier
  private var keys: SwipeKeys
  private var commands: SwipeCommands
  private let announcer: Announcer
  private var settings: DaemonSettings
  private var swipes = 0
  private var showsHand = false
  /// The frame that was handled last: its number, and when it was captured.
  private(set) var lastFrame: (sequence: UInt64, capturedNs: UInt64) = (0, 0)

  /// Makes everything ready for frames, which takes half a second.
  ///
  /// - Throws: `InferenceError` and `LandmarksError`: no runtime, no models, or damaged ones.
  init(_ settings: DaemonSettings, _ announcer: Announcer) throws {
    tracker = try HandTracker(settings.configuration.tracking)
    classifier = SwipeClassifier(settings.configuration.gesture)
    keys = SwipeKeys(settings.chords, announcer)
    commands = SwipeCommands(settings.configuration.commands, log: announcer.log)
    self.settings = settings
    self.announcer = announcer
  }

  /// Waits for one frame of `source` and takes it from end to end.
  ///
  /// - Parameter wake: ends the wait by becoming readable.
  mutating func advance<Source: FrameSource & ~Copyable>(_ source: inout Source, wake: Int32) throws -> FrameStep {
    try source.next(wake: wake) { frame in try handle(frame) }
  }

  private mutating func handle(_ frame: borrowing Frame) throws {
    let startCPU = processCPUNs()
    lastFrame = (frame.sequence, frame.capturedNs)
    try tracker.track(frame, closely: classifier.isClose(tracker.hands.first))
    let decision = classifier.classify(tracker.hands.first, at: frame.capturedNs)
    if let swipe = decision.swipe { emit(swipe, of: frame) }
    announcer.board.noteFrame(
      capturedNs: frame.capturedNs, latencyNs: monotonicNs() - frame.dequeuedNs, cpuNs: processCPUNs() - startCPU,
      handSeen: !tracker.hands.isEmpty, isSkipped: !tracker.hasLooked, swipe: decision.swipe?.direction)
    noteHand(!tracker.hands.isEmpty)
    if announcer.outlet.wants(.frame) { announcer.outlet.publish(.frame(FrameEvent(frame, tracker.hands, decision))) }
  }

  /// Tells when a hand comes or goes.
  private mutating func noteHand(_ isPresent: Bool) {
    guard isPresent != showsHand else { return }
    showsHand = isPresent
    announcer.outlet.publish(
      .hand(HandEvent(present: isPresent, frame: Int(lastFrame.sequence), capturedNs: lastFrame.capturedNs)))
  }

  /// The key first: it is what the person waits for.
  private mutating func emit(_ swipe: Swipe, of frame: borrowing Frame) {
    keys.press(swipe.direction)
    swipes += 1
    let event = SwipeEvent(
      seq: swipes, direction: swipe.direction == .left ? .left : .right, gesture: swipe.gesture == .thumbUp ? .thumbUp : .thumbDown,
      distance: swipe.distance, chirality: swipe.chirality == .left ? .left : .right, confidence: Double(swipe.confidence),
      frame: Int(frame.sequence), capturedNs: frame.capturedNs, emittedNs: monotonicNs())
    announcer.outlet.publish(.swipe(event))
    commands.start(for: event)
  }

  /// A device has come or gone, or its permissions have changed.
  mutating func devicesChanged() { keys.retry() }

  /// The source was away: where the hand was is no help in finding it, and a gesture that was being made is over.
  mutating func interrupt(at now: UInt64) {
    tracker.reset()
    _ = classifier.classify(nil, at: now)
    noteHand(false)
  }

  /// Takes on new settings between two frames; what they leave alone goes on as it is.
  ///
  /// - Throws: `InferenceError` and `LandmarksError` when the models cannot be had so; then nothing has changed.
  mutating func apply(_ new: DaemonSettings) throws {
    let (old, now) = (settings.configuration, new.configuration)
    if now.tracking != old.tracking { tracker = try HandTracker(now.tracking) }
    if now.gesture != old.gesture { classifier = SwipeClassifier(now.gesture) }
    if new.chords != settings.chords { keys = SwipeKeys(new.chords, announcer) }
    if now.commands != old.commands { commands = SwipeCommands(now.commands, log: announcer.log) }
    settings = new
  }
}

extension HandTracker {
  fileprivate init(_ settings: TrackingSettings) throws {
    var skips: StillSkips = []
    if settings.skipsStillRoom { skips.insert(.room) }
    if settings.skipsStillHand { skips.insert(.hand) }
    try self.init(
      prefix: .find(), precision: settings.precision, threads: settings.threads, maxHands: settings.maxHands, skipping: skips)
  }
}
