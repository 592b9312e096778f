import EventSocket
import Gestures
import Platform
import Settings
import UserErrors
import VirtualKeyboard

/// The settings of the daemon, which a reload or another profile changes: the configuration under the options of the start.
package struct DaemonSettings: Sendable, Equatable {
  package let start: StartOptions
  /// The options under the active profile.
  package private(set) var configuration: Configuration
  package let profiles: Profiles
  /// The active profile: the one that the file selects, until a client sets another.
  package private(set) var profile: String
  /// The configuration file that is read, and that may be missing; nil without a home.
  package let file: String?
  /// The version of the file's text; nil without a file.
  package let fileVersion: String?
  /// What the file has that is allowed, but under an old name, and the commands that cannot be started.
  package let notices: [ConfigurationProblem]
  /// Nil without a socket.
  package let socketPath: String?
  /// Whether the socket is in a folder that no variable names, so that the log must name it.
  package let isSocketInFallback: Bool
  private let keys: KeySelection
  /// The `[[app]]` whose keys count; nil for those of the profile.
  private var keysOfApp: Int?

  /// - Throws: `ConfigurationError` for a key that does not exist; `SocketError` without a path for the socket.
  package init(_ loaded: LoadedConfiguration, _ start: StartOptions = StartOptions(), environment: [String: String]) throws {
    self.start = start
    (configuration, fileVersion) = (loaded.configuration, loaded.version)
    let runsCommands = start.pressesKeys || !start.isPrintedReplay
    notices = loaded.notices + (runsCommands ? loaded.commandProblems(CommandSearch(environment: environment)) : [])
    profiles = loaded.profiles
    profile = profiles.selected
    file = start.configurationFile(environment: environment)
    (socketPath, isSocketInFallback) = try start.socketPath(configured: loaded.configuration.socket.path, environment: environment)
    keys = try KeySelection(loaded, pressesKeys: start.pressesKeys)
    if usesRecordedGesture { configuration.gesture = GestureSettings() }
    if start.isPrintedReplay {
      (configuration.desktop.notify, configuration.desktop.tray) = (.off, false)
      if !runsCommands { configuration.commands = [] }
    }
  }

  /// Reads the configuration.
  package static func load(_ start: StartOptions) throws -> DaemonSettings {
    let environment = Environment.current
    return try DaemonSettings(
      LoadedConfiguration.load(explicit: start.file, environment: environment, unselected: start.unselectedProfile), start,
      environment: environment)
  }

  /// What a person is told who starts swiped by hand, whose configuration selects no profile: that it follows the definition. Nil for a trace,
  /// which has its own settings.
  package var definitionNote: String? {
    guard start.unselectedProfile == .plain, !profiles.isSelectedByFile, !usesRecordedGesture else { return nil }
    return "the profile is plain, the basic rule, as no configuration selects one; for daily use, run `swipectl profile daily`"
  }

  package var source: FrameSourceChoice { start.source ?? .camera(configuration.camera.device) }

  /// The keys of each swipe under the active profile; nil if none are to be pressed.
  package var chords: Chords? { keys.chords(of: profile, app: keysOfApp) }

  /// The keys of all profiles and applications.
  package var keyboardKeys: [KeyChord] { keys.all }

  /// Whether the gesture settings are those of a trace, also after a reload and under another profile.
  private var usesRecordedGesture: Bool {
    if case .trace = source { start.file == nil } else { false }
  }

  /// These settings under another profile.
  package func using(_ profile: String) throws(ProfileError) -> DaemonSettings { try using(profile, keysOfApp: keysOfApp) }

  /// These settings under another profile, with the keys of an `[[app]]`.
  ///
  /// - Parameter app: its index; nil for the keys of the profile.
  package func using(_ profile: String, keysOfApp app: Int?) throws(ProfileError) -> DaemonSettings {
    let options = try profiles.settings(of: profile)
    var new = self
    (new.profile, new.keysOfApp) = (profile, app)
    if !usesRecordedGesture { new.configuration.gesture = options.gesture }
    new.configuration.keys = options.keys
    return new
  }

  /// The settings of a reload under the profile that a client had set, unless the file selects another one than before or no longer
  /// has it.
  package func keepingProfile(of old: DaemonSettings) -> DaemonSettings {
    guard old.profile != old.profiles.selected, profiles.selected == old.profiles.selected else { return self }
    return (try? using(old.profile)) ?? self
  }
}
