import EventProtocol

/// The first line of a trace: what it was recorded from. After it come lines as the socket has them.
package struct TraceHeader: Codable, Sendable, Equatable {
  /// The format that this version writes and reads. It changes only when an old reader would misread a new trace.
  package static let format = 1

  /// Version of the format; its name tells that this is a trace.
  package var swipedTrace = format
  /// Of the daemon.
  package var version: String
  package var camera: Status.Camera?
  package var source: String?
  package var precision: String?
  package var gesture: GestureOptions?

  package init(version: String, _ status: Status?) {
    self.version = version
    camera = status?.camera
    source = status?.source
    precision = status?.precision
    gesture = status?.gesture
  }
}
