import EventProtocol
import Gestures
import Hands
import Imaging
import Platform

/// Emits what comes of a frame: its events, its part of the counts, and its preview.
struct FrameOutput: Sendable {
  private let board: StatusBoard
  private let recent: RecentOutput
  private let publisher: EventPublisher
  private let previews: PreviewMaker
  private let notifications: DesktopNotifications
  private let tray: PanelIcon

  init(_ state: StateOutput) {
    (board, recent, publisher) = (state.board, state.recent, state.publisher)
    (notifications, tray) = (state.notifications, state.tray)
    let server = state.publisher.server
    previews = PreviewMaker(isWanted: { server.hasSubscribers(to: .preview) }, publish: { server.publish(.preview($0)) })
  }

  /// - Parameter number: that of the action, from 1.
  func publish(_ action: GestureAction, number: Int, of frame: TrackedFrame) -> GestureEvent {
    let event = GestureEvent(
      action, number: number, frame: Int(clamping: frame.sequence), capturedNs: frame.capturedNs, emittedNs: monotonicNs())
    publisher.publish(.gesture(event))
    if event.phase.starts {
      notifications.show(event)
      tray.keep(event)
    }
    return event
  }

  /// Publishes that a hand has appeared or disappeared.
  func publishHand(isPresent: Bool, frame: UInt64, capturedNs: UInt64) {
    publisher.publish(.hand(HandEvent(present: isPresent, frame: Int(clamping: frame), capturedNs: capturedNs)))
  }

  /// Counts a frame that the classifier has handled.
  func count(_ frame: TrackedFrame, _ decision: Decision) {
    board.noteFrame(
      capturedNs: frame.capturedNs, latencyNs: monotonicNs() - frame.dequeuedNs, cpuNs: processCPUNs() - frame.startCPUNs,
      hands: frame.hands, isReused: frame.isReused, action: decision.action)
  }

  /// Keeps a frame in memory for ten seconds, for a person who finds its swipe wrong.
  ///
  /// - Parameters:
  ///   - event: what a gesture did in it.
  ///   - settings: those that decided.
  func keep(_ frame: TrackedFrame, _ decision: Decision, _ event: GestureEvent?, by settings: GestureSettings, interruptedNs: UInt64?) {
    recent.note(
      RecentFrame(
        number: Int(clamping: frame.sequence), capturedNs: frame.capturedNs, handledNs: frame.dequeuedNs, width: frame.width,
        height: frame.height,
        decision: decision, settings: settings, interruptedNs: interruptedNs, event: event),
      hands: frame.hands)
  }

  /// Whether anyone sees the hands of each frame.
  var showsHands: Bool { publisher.hasReaders(of: .frame) }

  /// Publishes a frame if anyone sees its hands.
  ///
  /// - Parameter interruptedNs: the time at which the source was interrupted, if that was after the previous frame.
  func publish(_ frame: TrackedFrame, _ decision: Decision, interruptedNs: UInt64?) {
    guard showsHands else { return }
    publisher.publish(
      .frame(
        FrameEvent(
          number: Int(clamping: frame.sequence), capturedNs: frame.capturedNs, width: frame.width, height: frame.height, frame.hands,
          decision,
          interruptedNs: interruptedNs)))
  }

  /// Publishes a small picture of the frame if anyone subscribes to the preview and a picture is due.
  func preview(_ frame: borrowing Frame, _ hands: [HumanHandPoseObservation]) { previews.offer(frame, hands, at: monotonicNs()) }
}
