import Camera
import EventProtocol

/// A camera that other programs have instead, and what is known of them.
package struct YieldedCamera: Sendable {
  /// The device node.
  package let device: String
  private var holders: [CameraHolder]?

  package init(device: String) { self.device = device }

  /// Whether the programs have been searched for and reported.
  package var isNamed: Bool { holders != nil }

  /// Records the programs that have the camera open.
  ///
  /// - Parameter new: those that this user may see.
  /// - Returns: a line for the log and the reason for the status, if that is news.
  package mutating func name(_ new: [CameraHolder]) -> (line: String, pause: PauseReason)? {
    guard new != holders else { return nil }
    holders = new
    let names = new.isEmpty ? "another user's program" : new.labels
    return (
      "the camera is yielded to \(names)",
      .yielded(to: names, holder: new.first.map { Status.Holder($0) })
    )
  }
}

extension Status.Holder {
  init(_ holder: CameraHolder) { self.init(name: holder.name, pid: holder.pid) }
}
