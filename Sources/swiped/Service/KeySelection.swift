import Gestures
import Settings
import VirtualKeyboard

/// The keys of every profile and application, of which some are pressed at a time.
struct KeySelection: Sendable, Equatable {
  /// The keys of each profile that presses keys.
  private let ofProfiles: [String: Chords]
  /// Those of each `[[app]]`.
  private let ofApps: [ByGesture<KeyChord?>]

  /// - Throws: `ConfigurationError` for a key that does not exist.
  init(_ loaded: LoadedConfiguration, pressesKeys: Bool) throws {
    ofProfiles = try loaded.chords().filter { name, _ in
      pressesKeys && (try? loaded.profiles.settings(of: name))?.keys.isEnabled == true
    }
    ofApps = try loaded.appChords()
  }

  /// The keys of each swipe; nil if none are to be pressed.
  ///
  /// - Parameter app: the index of the `[[app]]` whose keys come before those of the profile; nil for none.
  func chords(of profile: String, app: Int?) -> Chords? {
    guard let chords = ofProfiles[profile], let app else { return ofProfiles[profile] }
    return Chords { ofApps[app][$0] ?? chords[$0] }
  }

  /// Every key that may be pressed.
  var all: [KeyChord] {
    ofProfiles.isEmpty ? [] : ofProfiles.keys.sorted().flatMap { ofProfiles[$0]!.all } + ofApps.flatMap { $0.all.compactMap(\.self) }
  }
}
