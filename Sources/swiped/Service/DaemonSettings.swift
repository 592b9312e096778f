import EventSocket
import FoundationEssentials
import FrameSources
import Gestures
import Landmarks
import Platform
import Settings
import VirtualKeyboard

/// What the daemon prints on standard output beside its service.
package enum Printing: Sendable {
  /// Every event, as its line on the socket.
  case lines
  /// Swipes and changes of the state for people.
  case report
}

/// The settings of the daemon: the configuration, and the options of the command line, which override it.
package struct DaemonSettings: Sendable, Equatable {
  /// The options under the active profile.
  package var configuration: Configuration
  package let profiles: Profiles
  /// The active profile: the one that the file selects, until a client sets another.
  package private(set) var profile: String
  package var source: FrameSourceChoice
  package var socketPath: String
  /// Whether the socket is in a folder that no variable names, so that the log must name it.
  package var isSocketInFallback: Bool
  /// The keys of the two swipes under the active profile; nil if none are to be pressed.
  package private(set) var chords: Chords?
  /// The keys of each profile that presses keys.
  private let profileChords: [String: Chords]
  /// The keys of all profiles.
  package let keyboardKeys: [KeyChord]
  /// What is printed on standard output; nil for nothing.
  package var printing: Printing?
  /// The configuration file of the command line, whose gesture settings a replay uses; nil: it uses the recorded ones.
  package var chosenFile: String?
  /// The absolute path of the file that a reload reads, and that may be missing; nil without a home.
  package let file: String?

  /// - Throws: `ConfigurationError` for a key that does not exist; `SocketError` without a path for the socket.
  package init(
    _ loaded: LoadedConfiguration, source: FrameSourceChoice? = nil, socket: String? = nil, pressKeys: Bool = true,
    printing: Printing? = nil, chosenFile: String? = nil, environment: [String: String]
  ) throws {
    configuration = loaded.configuration
    profiles = loaded.profiles
    profile = profiles.selected
    self.source = source ?? .camera(configuration.camera.device)
    let chosenPath = socket ?? configuration.socket.path
    socketPath = try chosenPath ?? SocketPath.default(environment: environment)
    isSocketInFallback = try chosenPath == nil && !RuntimeDirectory(environment: environment).isFromEnvironment
    let pressing = try loaded.chords().filter { name, _ in
      pressKeys && (try? loaded.profiles.settings(of: name))?.keys.isEnabled == true
    }
    profileChords = pressing
    keyboardKeys = loaded.profiles.names.flatMap { name in pressing[name].map { [$0.left, $0.right] } ?? [] }
    chords = pressing[profile]
    self.printing = printing
    self.chosenFile = chosenFile
    file = (chosenFile ?? LoadedConfiguration.defaultFile(environment: environment)).map(Files.absolute)
    if usesRecordedGesture { configuration.gesture = GestureSettings() }
  }

  /// Whether the gesture settings are those of a trace, also after a reload and under another profile.
  private var usesRecordedGesture: Bool {
    if case .trace = source { chosenFile == nil } else { false }
  }

  /// These settings under another profile.
  package func using(_ profile: String) throws(ProfileError) -> DaemonSettings {
    let options = try profiles.settings(of: profile)
    var new = self
    new.profile = profile
    if !usesRecordedGesture { new.configuration.gesture = options.gesture }
    new.configuration.keys = options.keys
    new.chords = profileChords[profile]
    return new
  }

  /// The settings of a reload under the profile that a client had set, unless the file selects another one than before or no longer
  /// has it.
  package func keepingProfile(of old: DaemonSettings) -> DaemonSettings {
    guard old.profile != old.profiles.selected, profiles.selected == old.profiles.selected else { return self }
    return (try? using(old.profile)) ?? self
  }

  /// Reads the configuration again, with the options of the command line over it.
  ///
  /// - Parameter file: the configuration file of the command line.
  package static func load(
    file: String?, source: FrameSourceChoice?, socket: String?, pressKeys: Bool, printing: Printing?
  ) throws -> DaemonSettings {
    let environment = ProcessInfo.processInfo.environment
    return try DaemonSettings(
      LoadedConfiguration.load(explicit: file, environment: environment), source: source, socket: socket, pressKeys: pressKeys,
      printing: printing, chosenFile: file, environment: environment)
  }

  /// Whether anything uses the swipes or the hands, so that the camera must be open.
  ///
  /// - Parameter subscribers: the number of connections that subscribe to swipes, hands, frames or the preview.
  package func wantsCamera(subscribers: Int) -> Bool {
    !configuration.camera.isOnDemand || chords != nil || !configuration.commands.isEmpty || printing != nil || subscribers > 0
  }
}

/// A frame source, as the user names it.
package enum FrameSourceChoice: Sendable, Equatable, CustomStringConvertible {
  /// `auto`, a path, a by-id name, or a part of a camera's name.
  case camera(String)
  case synthetic(SyntheticScript)
  /// A path, or `-` for standard input.
  case y4m(String)
  /// A path, or `-` for standard input.
  case trace(String)

  /// Nil for an empty name, and for a script that the rendered hand does not have.
  package init?(_ text: String) {
    switch text {
    case "", "y4m:", "trace:": return nil
    case "synthetic": self = .synthetic(.thumbs)
    case let text where text.hasPrefix("synthetic:"):
      guard let script = SyntheticScript(text.dropFirst(10)) else { return nil }
      self = .synthetic(script)
    case let text where text.hasPrefix("y4m:"): self = .y4m(String(text.dropFirst(4)))
    case let text where text.hasPrefix("trace:"): self = .trace(String(text.dropFirst(6)))
    default: self = .camera(text)
    }
  }

  package var isCamera: Bool {
    if case .camera = self { true } else { false }
  }

  package var isRendered: Bool {
    if case .synthetic = self { true } else { false }
  }

  package var description: String {
    switch self {
    case .camera(let name): name
    case .synthetic(.thumbs): "synthetic"
    case .synthetic(let script): "synthetic:\(script)"
    case .y4m(let path): "y4m:\(path)"
    case .trace(let path): "trace:\(path)"
    }
  }
}

extension HandTracker {
  /// Nil for a trace, which has no pictures.
  ///
  /// - Throws: `InferenceError` and `UserError`: no runtime, no models, or damaged ones.
  init?(_ settings: DaemonSettings) throws {
    if case .trace = settings.source { return nil }
    let settings = settings.configuration.tracking
    var reuse: InferenceReuse = []
    if settings.skipsStillRoom { reuse.insert(.stillRoom) }
    if settings.skipsStillHand { reuse.insert(.stillHand) }
    if settings.skipsCalmHand { reuse.insert(.calmHand) }
    if settings.slowsSearch { reuse.insert(.slowSearch) }
    try self.init(
      prefix: .find(), precision: settings.precision.chosen, threads: settings.threads, maxHands: settings.maxHands, reusing: reuse)
  }
}
