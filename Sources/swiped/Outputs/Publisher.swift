import EventProtocol
import EventSocket
import Gestures
import Hands
import Imaging
import Platform
import Settings
import VirtualKeyboard

/// What the daemon says. The pipeline reports here what has happened. This changes the ``DaemonState``, which others read, and passes events to
/// those who want them: the clients of the socket, standard output, the desktop and the service manager. Nothing here waits for any of them.
final class Publisher: Sendable {
  private let state: DaemonState
  private let server: EventServer
  /// Nil: nothing is printed.
  private let printer: EventPrinter?
  private let notifications: DesktopNotifications
  private let icon: PanelIcon
  private let applications: FocusLink
  private let service: SystemdLink
  private let previews: PreviewMaker

  init(
    _ state: DaemonState, _ server: EventServer, _ printer: EventPrinter?, _ notifications: DesktopNotifications, _ icon: PanelIcon,
    _ applications: FocusLink, _ service: SystemdLink
  ) {
    (self.state, self.server, self.printer, self.service) = (state, server, printer, service)
    (self.notifications, self.icon, self.applications) = (notifications, icon, applications)
    previews = PreviewMaker {
      server.hasSubscribers(to: .preview) ? server.previewWidth : nil
    } publish: {
      server.publish(.preview($0))
    }
  }

  // MARK: The state

  /// Publishes the status if it has changed.
  ///
  /// - Parameters:
  ///   - reason: the reason for the state; nil where the state needs none.
  ///   - source: the source, while frames come from it.
  func reportState(_ new: Status.State, because reason: StatusReason? = nil, source: SourceDescription? = nil) {
    change { ($0.state, $0.reason, $0.source) = (new, reason, source) }
  }

  /// - Parameter reason: why keys are unavailable.
  func reportKeys(_ keys: Status.Keys, because reason: KeyboardError? = nil) { change { ($0.keys, $0.keysReason) = (keys, reason) } }

  /// - Parameter apps: where swipes act, and what is in front; nil where that makes no difference.
  func reportApps(_ apps: Status.Apps?) { change { $0.apps = apps } }

  /// - Parameter settings: those that have the profiles, if these may have changed.
  func reportGesture(_ gesture: GestureSettings, of settings: DaemonSettings? = nil) {
    change {
      $0.gesture = GestureOptions(gesture)
      if let settings { $0.profiles = DaemonState.Profiles(settings) }
    }
  }

  /// Publishes that the swipes have woken or fallen asleep.
  ///
  /// - Parameter ns: when they fall asleep; nil while they are asleep, or never are.
  func reportAwake(untilNs ns: UInt64?) {
    if state.setAwake(until: ns) { publishStatus() }
  }

  private func change(_ body: (inout DaemonState.Facts) -> Void) {
    if state.change(body) { publishStatus() }
  }

  func publishStatus() {
    let status = state.status()
    publish(.status(status))
    service.reportStatus(
      status.reason ?? status.camera.map { "\(status.state.rawValue) on \($0.name) (\($0.path))" } ?? status.state.rawValue)
  }

  // MARK: Frames

  /// Publishes what a gesture did.
  ///
  /// - Parameter number: that of the action, from 1.
  func publish(_ action: GestureAction, number: Int, of frame: TrackedFrame) -> GestureEvent {
    let event = GestureEvent(
      action, number: number, frame: Int(clamping: frame.sequence), capturedNs: frame.capturedNs, emittedNs: monotonicNs())
    publish(.gesture(event))
    return event
  }

  /// Publishes that a hand has appeared or disappeared.
  func publishHand(isPresent: Bool, frame: UInt64, capturedNs: UInt64) {
    publish(.hand(HandEvent(present: isPresent, frame: Int(clamping: frame), capturedNs: capturedNs)))
  }

  /// Counts a frame that the classifier has handled, keeps it for ten seconds, and publishes it if anyone sees its hands.
  ///
  /// - Parameters:
  ///   - event: what a gesture did in it.
  ///   - misses: those that ended and began in it, which are published before it.
  ///   - classifier: the one that decided.
  ///   - interruptedNs: the time at which the source was interrupted, if that was after the previous frame.
  func publish(
    _ frame: TrackedFrame, _ decision: Decision, _ event: GestureEvent?, _ misses: FrameMisses, by classifier: SwipeClassifier,
    interruptedNs: UInt64?
  ) {
    state.count(frame, decision)
    reportAwake(untilNs: classifier.awakeUntilNs)
    let recent = RecentFrame(
      number: Int(clamping: frame.sequence), capturedNs: frame.capturedNs, handledNs: frame.dequeuedNs, width: frame.width,
      height: frame.height, decision: decision, settings: classifier.settings, interruptedNs: interruptedNs, event: event,
      misses: misses)
    if !misses.isEmpty { for miss in recent.missEvents(hands: frame.hands.count) { publish(.miss(miss)) } }
    state.keep(recent, hands: frame.hands)
    if showsHands { publish(.frame(FrameEvent(recent, frame.hands))) }
  }

  /// Publishes that a miss has ended, since no more frames come for now.
  func publish(_ miss: Miss, frame: UInt64, capturedNs: UInt64) {
    publish(.miss(MissEvent(miss, hands: 0, frame: Int(clamping: frame), capturedNs: capturedNs)))
  }

  /// Publishes a small picture of the frame if anyone subscribes to the preview and a picture is due.
  func preview(_ frame: borrowing Frame, _ hands: [HumanHandPoseObservation]) { previews.offer(frame, hands, at: monotonicNs()) }

  /// Whether anyone sees the hands of each frame.
  var showsHands: Bool { server.hasSubscribers(to: .frame) || printer?.prints(.frame) == true }

  private func publish(_ event: Event) {
    server.publish(event)
    printer?.publish(event)
    notifications.show(event)
    icon.show(event)
  }

  // MARK: Settings

  /// Applies what clients of the socket see of the settings. Subscribers to a preview that is no longer allowed are unsubscribed.
  func applyToClients(_ settings: DaemonSettings) {
    state.apply(settings)
    server.refuse(.preview, because: settings.configuration.privacy.allowsPreview ? nil : PrivacySettings.previewRefusal)
  }

  /// Applies what the desktop shows, and what it is asked.
  func applyToDesktop(_ settings: DaemonSettings) {
    notifications.use(settings.configuration.desktop.notify)
    icon.use(settings.configuration.desktop.tray)
    applications.use(settings.configuration.apps)
  }
}
