import EventSocket
import FoundationEssentials
import Gestures
import Platform
import Product
import Settings
import VirtualKeyboard

/// What the daemon prints on standard output beside its service.
package enum Printing: Sendable {
  /// Every event, as its line on the socket.
  case lines
  /// Swipes and changes of the state for people.
  case report
}

/// What the start of the daemon fixes: the options of its command line, which override the configuration.
package struct StartOptions: Sendable, Equatable {
  /// The configuration file, whose gesture settings a replay uses; nil: the user's own, and a replay uses the recorded settings.
  package var file: String?
  /// Nil: the camera that the configuration names.
  package var source: FrameSourceChoice?
  /// The path of the socket; nil: the one that the configuration names, or the usual one.
  package var socket: String?
  /// Whether keys are pressed, if the configuration has some; nil: unless this is a replay that is only printed.
  package var keys: Bool?
  /// What is printed on standard output; nil for nothing.
  package var printing: Printing?

  package init(
    file: String? = nil, source: FrameSourceChoice? = nil, socket: String? = nil, keys: Bool? = nil, printing: Printing? = nil
  ) {
    (self.file, self.source, self.socket, self.keys, self.printing) = (file, source, socket, keys, printing)
  }

  /// Whether this is a replay that is only printed: the trace of somebody else, beside the swiped that is in use. It presses no keys and
  /// runs no commands unless keys are asked for, and has no socket unless one is named.
  var isPrintedReplay: Bool { source?.isRecorded == true && printing != nil }

  var pressesKeys: Bool { keys ?? !isPrintedReplay }

  var hasSocket: Bool { socket != nil || !isPrintedReplay }

  /// The absolute path of the configuration file that a reload reads, and that may be missing; nil without a home.
  func configurationFile(environment: [String: String]) -> String? {
    (file ?? LoadedConfiguration.defaultFile(environment: environment)).map(Files.absolute)
  }
}

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
  /// The keys of each profile that presses keys.
  private let profileChords: [String: Chords]

  /// - Throws: `ConfigurationError` for a key that does not exist; `SocketError` without a path for the socket.
  package init(_ loaded: LoadedConfiguration, _ start: StartOptions = StartOptions(), environment: [String: String]) throws {
    self.start = start
    (configuration, fileVersion) = (loaded.configuration, loaded.version)
    let runsCommands = start.pressesKeys || !start.isPrintedReplay
    notices = loaded.notices + (runsCommands ? loaded.commandProblems(CommandSearch(environment: environment)) : [])
    profiles = loaded.profiles
    profile = profiles.selected
    file = start.configurationFile(environment: environment)
    let chosenPath = start.socket ?? configuration.socket.path
    socketPath = start.hasSocket ? try chosenPath ?? SocketPath.default(environment: environment) : nil
    isSocketInFallback = try start.hasSocket && chosenPath == nil && !RuntimeDirectory(environment: environment).isFromEnvironment
    profileChords = try loaded.chords().filter { name, _ in
      start.pressesKeys && (try? loaded.profiles.settings(of: name))?.keys.isEnabled == true
    }
    if usesRecordedGesture { configuration.gesture = GestureSettings() }
    if start.isPrintedReplay {
      (configuration.desktop.notify, configuration.desktop.tray) = (.off, false)
      if !runsCommands { configuration.commands = [] }
    }
  }

  /// Reads the configuration.
  package static func load(_ start: StartOptions) throws -> DaemonSettings {
    let environment = ProcessInfo.processInfo.environment
    return try DaemonSettings(
      LoadedConfiguration.load(explicit: start.file, environment: environment), start, environment: environment)
  }

  package var source: FrameSourceChoice { start.source ?? .camera(configuration.camera.device) }

  /// The keys of each swipe under the active profile; nil if none are to be pressed.
  package var chords: Chords? { profileChords[profile] }

  /// The keys of all profiles.
  package var keyboardKeys: [KeyChord] { profiles.names.flatMap { profileChords[$0]?.all ?? [] } }

  /// Whether the gesture settings are those of a trace, also after a reload and under another profile.
  private var usesRecordedGesture: Bool {
    if case .trace = source { start.file == nil } else { false }
  }

  /// These settings under another profile.
  package func using(_ profile: String) throws(ProfileError) -> DaemonSettings {
    let options = try profiles.settings(of: profile)
    var new = self
    new.profile = profile
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

  /// Whether anything uses the swipes or the hands, so that the camera must be open.
  ///
  /// - Parameter subscribers: the number of connections that subscribe to swipes, hands, frames or the preview.
  package func wantsCamera(subscribers: Int) -> Bool {
    !configuration.camera.isOnDemand || chords != nil || !configuration.commands.isEmpty || start.printing != nil || subscribers > 0
  }
}
