import EventSocket
import Gestures
import Settings

/// Everything that the daemon is started with: the configuration, and what the command line puts in its place.
package struct DaemonSettings: Sendable {
  package var configuration: Configuration
  package var origin: FrameOrigin
  package var socketPath: String
  /// Keys of the two swipes; nil where none are to be pressed.
  package var chords: Chords?
  /// Events go to standard output as well.
  package var printsEvents: Bool
  /// The configuration that was asked for by name, whose gesture settings a trace is decided by; nil: by those it was recorded with.
  package var chosenFile: String?

  /// - Throws: `ConfigurationError` for a key that does not exist; `SocketError` without a place for the socket.
  package init(
    _ loaded: LoadedConfiguration, source: FrameOrigin? = nil, socket: String? = nil, pressKeys: Bool = true, printsEvents: Bool = false,
    chosenFile: String? = nil, environment: [String: String]
  ) throws {
    configuration = loaded.configuration
    origin = source ?? .camera(configuration.camera.device)
    socketPath = try socket ?? configuration.socket.path ?? SocketPath.default(environment: environment)
    let chords = try Chords(loaded)
    self.chords = pressKeys && configuration.keys.isEnabled ? chords : nil
    self.printsEvents = printsEvents
    self.chosenFile = chosenFile
    // A reload is no change of those that a trace has brought.
    if case .trace = origin, chosenFile == nil { configuration.gesture = GestureSettings() }
  }

  /// Whether anything would come of a swipe or a hand, so that the camera is to be open.
  ///
  /// - Parameter subscribers: how many connections want swipes, hands or frames.
  package func wantsCamera(subscribers: Int) -> Bool {
    !configuration.camera.isOnDemand || chords != nil || !configuration.commands.isEmpty || printsEvents || subscribers > 0
  }
}
