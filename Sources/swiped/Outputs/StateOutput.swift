import Camera
import EventProtocol
import Gestures
import Imaging
import Logging
import Settings

/// Reports the state of the daemon wherever it is shown: in the status, to systemd and on the desktop.
struct StateOutput: Sendable {
  let board: StatusBoard
  let recent: RecentOutput
  let log: Logger
  let publisher: EventPublisher
  let service: SystemdLink
  let notifications: DesktopNotifications
  let tray: PanelIcon

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

  /// - Parameter reason: why keys are unavailable.
  func report(_ keys: Status.Keys, because reason: String? = nil) {
    if board.setKeys(keys, because: reason) { publishStatus() }
  }

  func report(_ gesture: GestureSettings) {
    if board.setGesture(GestureOptions(gesture)) { publishStatus() }
  }

  /// Publishes that the swipes have woken or fallen asleep.
  ///
  /// - Parameter ns: when they fall asleep; nil while they are asleep, or never are.
  func report(awakeUntilNs ns: UInt64?) {
    if board.setAwake(until: ns) { publishStatus() }
  }

  /// Applies the settings of a reload. Subscribers to a preview that is no longer allowed are unsubscribed.
  func apply(_ settings: DaemonSettings) {
    applyToClients(settings)
    applyToDesktop(settings)
  }

  /// Applies what clients of the socket see.
  func applyToClients(_ settings: DaemonSettings) {
    board.apply(settings)
    publisher.server.refuse(.preview, because: settings.configuration.privacy.allowsPreview ? nil : PrivacySettings.previewRefusal)
  }

  /// Applies what the desktop shows.
  func applyToDesktop(_ settings: DaemonSettings) {
    notifications.use(settings.configuration.desktop.notify)
    tray.show(board.status())
    tray.use(settings.configuration.desktop.tray)
  }

  func publishStatus() {
    let status = board.status()
    publisher.publish(.status(status))
    tray.show(status)
    service.reportStatus(
      status.reason ?? status.camera.map { "\(status.state.rawValue) on \($0.name) (\($0.path))" } ?? status.state.rawValue)
  }
}
