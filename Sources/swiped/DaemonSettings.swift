import EventSocket
import Settings

/// Everything that the daemon is started with: the configuration, and what the command line puts in its place.
package struct DaemonSettings: Sendable {
  package var configuration: Configuration
  package var origin: FrameOrigin
  package var socketPath: String
  /// Keys of the two swipes; nil where none are to be pressed.
  package var chords: Chords?

  /// - Throws: `ConfigurationError` for a key that does not exist; `SocketError` without a place for the socket.
  package init(
    _ loaded: LoadedConfiguration, source: FrameOrigin?, socket: String?, pressKeys: Bool, environment: [String: String]
  ) throws {
    configuration = loaded.configuration
    origin = source ?? .camera(configuration.camera.device)
    socketPath = try socket ?? configuration.socket.path ?? SocketPath.default(environment: environment)
    let chords = try Chords(loaded)
    self.chords = pressKeys && configuration.keys.isEnabled ? chords : nil
  }
}
