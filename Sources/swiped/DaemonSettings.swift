import EventSocket
import VirtualKeyboard

/// Everything that the daemon is started with: the configuration, and what the command line puts in its place.
package struct DaemonSettings: Sendable {
  package var configuration: Configuration
  package var origin: FrameOrigin
  package var socketPath: String
  /// Keys of the two swipes; nil where none are to be pressed.
  package var chords: Chords?

  package struct Chords: Sendable, Equatable {
    package var left: KeyChord, right: KeyChord
  }

  /// - Throws: ``Failure`` for a key that does not exist, with its place; `SocketError` without a place for the socket.
  package init(
    _ loaded: LoadedConfiguration, source: FrameOrigin?, socket: String?, pressKeys: Bool, environment: [String: String]
  ) throws {
    configuration = loaded.configuration
    origin = source ?? .camera(configuration.camera.device)
    socketPath = try socket ?? configuration.socket.path ?? SocketPath.default(environment: environment)
    func chord(_ text: String, _ key: String) throws -> KeyChord {
      do { return try KeyChord(text) } catch {
        throw Failure(["\(loaded.location(of: "keys", key: key)): keys.\(key): \(error)"], exitStatus: ConfigurationError.exitCode)
      }
    }
    let keys = configuration.keys
    let chords = Chords(left: try chord(keys.left, "left"), right: try chord(keys.right, "right"))
    self.chords = pressKeys && keys.isEnabled ? chords : nil
  }
}
