import Camera
import EventProtocol
import EventSocket
import Gestures
import Hands
import Imaging
import Logging
import Platform
import Settings
import Traces

/// Publishes events to the socket's subscribers and, if requested, on standard output and as notifications of the desktop, and the status to
/// systemd as well. Publishing never waits for a reader.
struct EventOutput: Sendable {
  let board: StatusBoard
  let log: Logger
  private let server: EventServer
  private let printer: EventPrinter?
  private let previews: PreviewMaker
  private let service: ServiceManager
  private let notifications: NotificationOutput

  init(
    _ board: StatusBoard, _ server: EventServer, _ printer: EventPrinter?, _ service: ServiceManager, _ notifications: NotificationOutput,
    log: Logger
  ) {
    (self.board, self.server, self.printer, self.service, self.log) = (board, server, printer, service, log)
    self.notifications = notifications
    previews = PreviewMaker(isWanted: { server.hasSubscribers(to: .preview) }, publish: { server.publish(.preview($0)) })
  }

  // MARK: State

  /// Publishes the state of the daemon if it has changed.
  ///
  /// - Parameters:
  ///   - reason: the reason for the state; nil where the state needs none.
  ///   - source: the source, while frames come from it.
  ///   - lost: the number of frames that came and were not handled, if known.
  func report(_ state: Status.State, because reason: StatusReason? = nil, source: SourceDescription? = nil, lost: LostFrames? = nil) {
    if let lost { board.noteLost(lost) }
    guard board.setState(state, reason: reason, source: source) else { return }
    publishStatus()
    notifications.note(state, because: reason, source: source)
  }

  func report(_ state: Status.State, because reason: PauseReason) { report(state, because: reason.status) }

  func report(_ state: Status.State, because error: CameraError) { report(state, because: StatusReason(error)) }

  func report(_ keys: Status.Keys) {
    if board.setKeys(keys) { publishStatus() }
  }

  func report(_ gesture: GestureSettings) {
    if board.setGesture(GestureOptions(gesture)) { publishStatus() }
  }

  /// Applies the settings of a reload. Subscribers to a preview that is no longer allowed are unsubscribed.
  func apply(_ settings: DaemonSettings) {
    board.apply(settings)
    notifications.use(settings.configuration.desktop.notify)
    server.refuse(.preview, because: settings.configuration.privacy.allowsPreview ? nil : PrivacySettings.previewRefusal)
  }

  func publishStatus() {
    let status = board.status()
    publish(.status(status))
    service.reportStatus(
      status.reason ?? status.camera.map { "\(status.state.rawValue) on \($0.name) (\($0.path))" } ?? status.state.rawValue)
  }

  // MARK: Frames

  /// - Parameter number: the number of the swipe, from 1.
  func publish(_ swipe: Swipe, number: Int, of frame: TrackedFrame) -> SwipeEvent {
    let event = SwipeEvent(
      swipe, number: number, frame: Int(frame.sequence), capturedNs: frame.capturedNs, emittedNs: monotonicNs())
    publish(.swipe(event))
    notifications.show(event)
    return event
  }

  /// Publishes that a hand has appeared or disappeared.
  func publishHand(isPresent: Bool, frame: UInt64, capturedNs: UInt64) {
    publish(.hand(HandEvent(present: isPresent, frame: Int(frame), capturedNs: capturedNs)))
  }

  /// Counts a frame that the classifier has handled.
  func count(_ frame: TrackedFrame, _ decision: Decision) {
    board.noteFrame(
      capturedNs: frame.capturedNs, latencyNs: monotonicNs() - frame.dequeuedNs, cpuNs: processCPUNs() - frame.startCPUNs,
      handSeen: !frame.hands.isEmpty, isReused: frame.isReused, swipe: decision.swipe?.direction)
  }

  /// Whether anyone sees the hands of each frame: a subscriber to frames, or standard output.
  var showsHands: Bool { server.hasSubscribers(to: .frame) || printer?.prints(.frame) == true }

  /// Publishes a frame if anyone sees its hands.
  ///
  /// - Parameter interruptedNs: the time at which the source was interrupted, if that was after the previous frame.
  func publish(_ frame: TrackedFrame, _ decision: Decision, interruptedNs: UInt64?) {
    guard showsHands else { return }
    publish(
      .frame(
        FrameEvent(
          frame: Int(frame.sequence), capturedNs: frame.capturedNs, width: frame.width, height: frame.height,
          hands: frame.hands.map { Hand($0, fingers: $0.shownFingers) }, distance: decision.distance,
          zone: decision.zone, armed: decision.armed, interruptedNs: interruptedNs,
          reason: decision.reasonSentence, reasonCode: decision.reason?.code.rawValue)))
  }

  /// Publishes a small picture of the frame if anyone subscribes to the preview and a picture is due.
  func preview(_ frame: borrowing Frame, _ hands: [HumanHandPoseObservation]) { previews.offer(frame, hands, at: monotonicNs()) }

  private func publish(_ event: Event) {
    server.publish(event)
    if let printer, printer.prints(event.topic) { printer.publish(event) }
  }
}

extension StatusReason {
  fileprivate init(_ error: CameraError) {
    let code: ReasonCode =
      switch error.code {
      case .noCamera: .noCamera
      case .noSuchDevice: .noSuchCamera
      case .notACamera: .notACamera
      case .permissionDenied: .cameraPermissionDenied
      case .busy: .cameraBusy
      case .noUsableFormat: .cameraFormatUnsupported
      case .unplugged: .cameraUnplugged
      case .stalled: .cameraStalled
      case .changed: .cameraChanged
      case .failed: .cameraFailed
      }
    self.init(code, error.description, holder: error.holders.first.map { Status.Holder($0) })
  }
}
