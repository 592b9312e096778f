import EventProtocol
import Gestures
import Imaging
import Landmarks

/// The line from frame to key, owned by one thread from end to end:
///
///     frame ──▶ hand ──▶ decision ──▶ key ──▶ event
///
/// A frame is finished before the next is taken. Nothing here waits for a subscriber, a log or a disk.
struct FrameLine: ~Copyable {
  private var tracker: HandTracker
  private var classifier: SwipeClassifier
  private var keys: SwipeKeys
  private let board: StatusBoard
  private let outlet: EventOutlet
  private var swipes = 0

  init(
    tracker: consuming HandTracker, classifier: SwipeClassifier, keys: consuming SwipeKeys, board: StatusBoard, outlet: EventOutlet
  ) {
    self.tracker = tracker
    self.classifier = classifier
    self.keys = keys
    self.board = board
    self.outlet = outlet
  }

  /// Takes frames from `source` until it ends or `control` says stop.
  mutating func run<Source: FrameSource & ~Copyable>(_ source: inout Source, _ control: LineControl) throws {
    while !control.take().contains(.stop) {
      let step = try source.next(wake: control.wake) { frame in try handle(frame) }
      switch step {
      case .frame: if board.noteSource(source.description, dropped: source.skipped) { outlet.publish(.status(board.status())) }
      case .woken: break
      // The last word of a stream: what came of all its frames.
      case .ended: return outlet.publish(.status(board.status()))
      }
    }
  }

  private mutating func handle(_ frame: borrowing Frame) throws {
    let startCPU = processCPUNs()
    try tracker.track(frame)
    let decision = classifier.classify(tracker.hands.first, at: frame.capturedNs)
    if let swipe = decision.swipe { emit(swipe, of: frame) }
    board.noteFrame(
      capturedNs: frame.capturedNs, latencyNs: monotonicNs() - frame.dequeuedNs, cpuNs: processCPUNs() - startCPU,
      handSeen: !tracker.hands.isEmpty, swipe: decision.swipe?.direction)
  }

  /// The key first: it is what the person waits for.
  private mutating func emit(_ swipe: Swipe, of frame: borrowing Frame) {
    keys.press(swipe.direction)
    swipes += 1
    outlet.publish(
      .swipe(
        SwipeEvent(
          seq: swipes, direction: swipe.direction == .left ? .left : .right, gesture: swipe.gesture == .thumbUp ? .thumbUp : .thumbDown,
          distance: swipe.distance, chirality: swipe.chirality == .left ? .left : .right, confidence: Double(swipe.confidence),
          frame: Int(frame.sequence), capturedNs: frame.capturedNs, emittedNs: monotonicNs())))
  }
}
