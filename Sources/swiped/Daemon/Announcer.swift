import CSystemd
import EventProtocol
import Imaging
import Logging

/// Tells of every change of the daemon's state: to subscribers, and to systemd.
struct Announcer: Sendable {
  let board: StatusBoard
  let outlet: EventOutlet
  let log: Logger

  /// - Parameter source: what frames come from, while they do.
  func state(_ state: Status.State, _ reason: String? = nil, source: SourceDescription? = nil) {
    if board.setState(state, reason: reason, source: source) { publish() }
  }

  func keys(_ keys: Status.Keys) {
    if board.setKeys(keys) { publish() }
  }

  func gesture(_ gesture: GestureOptions) {
    if board.setGesture(gesture) { publish() }
  }

  func publish() {
    let status = board.status()
    outlet.publish(.status(status))
    let text = status.reason ?? status.camera.map { "\(status.state.rawValue) on \($0.name) (\($0.path))" } ?? status.state.rawValue
    sd_notify(0, "STATUS=\(text)")
  }
}
