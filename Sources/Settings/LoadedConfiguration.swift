import Gestures
import Platform
import UserErrors
import VirtualKeyboard

/// A configuration, and the file that it came from.
package struct LoadedConfiguration: Sendable {
  /// The options under the profile that the file selects.
  package let configuration: Configuration
  package let profiles: Profiles
  /// The file as it was named; `nil` when there is none and these are the defaults.
  package let file: String?
  /// The version of the file's text, as of ``configurationVersion(of:)``; `nil` when there is no file.
  package let version: String?
  /// What the file has that is allowed, but under an old name.
  package let notices: [ConfigurationProblem]
  let places: TOMLPlaces

  /// Loads `--config`'s file, or else the user's own: `swiped/swiped.toml` in `$XDG_CONFIG_HOME` or `~/.config`. Without either of
  /// them, the defaults.
  ///
  /// - Parameters:
  ///   - explicit: `--config`'s value; its file must exist.
  ///   - environment: where XDG_CONFIG_HOME and HOME are looked up.
  ///   - unselected: the profile that is followed where the file selects none.
  package static func load(
    explicit: String?, environment: [String: String], unselected: BuiltInProfile = .ofService
  ) throws(ConfigurationError) -> Self {
    if let explicit { return try Self(bytes: readConfigurationFile(explicit), file: explicit, unselected: unselected) }
    guard let file = defaultFile(environment: environment) else { return Self(unselected: unselected) }
    do {
      return try Self(bytes: readConfigurationFile(file), file: file, unselected: unselected)
    } catch  where error.isMissingFile {
      return Self(unselected: unselected)
    }
  }

  /// The socket that the user's own file sets, whatever else is wrong with it; nil if it sets none or cannot be read.
  package static func socketPath(environment: [String: String]) -> String? {
    guard let file = defaultFile(environment: environment), let bytes = try? readConfigurationFile(file),
      let parsed = try? ParsedTOML(allowingBareWordsIn: bytes, file: file)
    else { return nil }
    var (reader, path) = (ConfigurationReader(parsed, file: file), String?.none)
    reader.read("socket", "path", ValueRule<String>.socketPath.optional, into: &path)
    return path
  }

  /// `nil` when the environment names no home.
  package static func defaultFile(environment: [String: String]) -> String? {
    // The XDG base directory specification has relative paths ignored.
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/swiped/swiped.toml" }
    if let home = environment["HOME"], !home.isEmpty { return "\(home)/.config/swiped/swiped.toml" }
    return nil
  }

  /// The defaults.
  package init(unselected: BuiltInProfile = .plain) {
    var configuration = Configuration()
    configuration.gesture = unselected.gesture
    self.configuration = configuration
    profiles = Profiles(unselected: unselected)
    file = nil
    version = nil
    notices = []
    places = TOMLPlaces("")
  }

  /// - Parameters:
  ///   - bytes: a TOML text in UTF-8.
  ///   - file: its name, for messages.
  ///   - unselected: the profile that is followed where the file selects none.
  package init(bytes: [UInt8], file: String, unselected: BuiltInProfile = .plain) throws(ConfigurationError) {
    let parsed = try ParsedTOML(allowingBareWordsIn: bytes, file: file)
    places = parsed.places
    self.file = file
    version = configurationVersion(of: bytes)
    var reader = ConfigurationReader(parsed, file: file)
    var profiles = Profiles(unselected: unselected)
    configuration = Configuration(&reader, profiles: &profiles)
    self.profiles = profiles
    let problems = reader.finish()
    notices = reader.notices + Self.notices(of: profiles, unselected, places, file)
    guard problems.isEmpty else { throw ConfigurationError(problems) }
  }

  /// Says that options of the file keep it from following the profile that it would follow.
  private static func notices(
    of profiles: Profiles, _ unselected: BuiltInProfile, _ places: TOMLPlaces, _ file: String
  ) -> [ConfigurationProblem] {
    guard profiles.unselected != unselected, !profiles.isSelectedByFile else { return [] }
    let (wanted, followed) = (unselected.rawValue, profiles.unselected.rawValue)
    if let unit = places[["gesture", "threshold_unit"]], places[["expert", "threshold_unit"]] == nil {
      let fix: Fix =
        "to keep \(words: followed), write profile = \"\(words: followed)\" in [gesture]; to follow \(words: wanted), move the line below [expert]"
      return [
        ConfigurationProblem(
          file: file, place: unit.value, cause: "gesture.threshold_unit says pixels, so \(followed) is followed in place of \(wanted)",
          fix: fix)
      ]
    }
    let fix: Fix =
      "remove the line, or add threshold_unit = \"px\" to [expert]; to keep \(words: followed), write profile = \"\(words: followed)\" in [gesture]"
    return [
      ConfigurationProblem(
        file: file, place: places[["gesture", "threshold"]]?.value,
        cause: "gesture.threshold is in pixels, so \(followed) is followed in place of \(wanted)", fix: fix)
    ]
  }

  /// A problem with an option that only its user can find, at the option's place.
  package func error(in section: String, key: String, _ cause: String, fix: Fix?) -> ConfigurationError {
    ConfigurationError(file: file ?? "built-in defaults", at: place(in: section, key: key), cause, fix: fix)
  }

  /// The place of an option's value; of its section if the file leaves the option out; `nil` if it leaves out both.
  package func place(in section: String, key: String) -> TOMLPlaces.Place? {
    let entry = places[[section, key]]
    return entry?.value ?? entry?.key ?? places[section]?.key
  }

  /// The keys of every profile, by its name.
  ///
  /// - Throws: ``ConfigurationError`` for a key that does not exist, here or in an `[[app]]`, with its place.
  package func chords() throws(ConfigurationError) -> [String: Chords] {
    _ = try appChords()
    var chords: [String: Chords] = [:]
    for name in profiles.names {
      guard let keys = try? profiles.settings(of: name).keys else { continue }
      chords[name] = try Chords { gesture throws(ConfigurationError) in try chord(keys.names[gesture], gesture.name, name) }
    }
    return chords
  }

  /// The keys of every `[[app]]`; nil where those of the profile count.
  ///
  /// - Throws: ``ConfigurationError`` for a key that does not exist, with its place.
  package func appChords() throws(ConfigurationError) -> [ByGesture<KeyChord?>] {
    var chords: [ByGesture<KeyChord?>] = []
    for (index, app) in configuration.apps.applications.enumerated() {
      let own = try ByGesture<KeyChord?> { gesture throws(ConfigurationError) in try chord(app.keys[gesture], gesture, ofApp: index) }
      chords.append(own)
    }
    return chords
  }

  private func chord(_ text: String?, _ gesture: Gesture, ofApp index: Int) throws(ConfigurationError) -> KeyChord? {
    guard let text else { return nil }
    do { return try KeyChord(text) } catch {
      throw ConfigurationError(
        file: file ?? "built-in defaults", at: places["app", "\(index)", gesture.name]?.value, "app.\(gesture.name): \(error.summary)",
        fix: error.fix, fact: Fact(ConfigurationCode.keyUnknown, ["option": "app.\(gesture.name)", "keys": quote(text)]))
    }
  }

  private func chord(_ text: String, _ key: String, _ profile: String) throws(ConfigurationError) -> KeyChord {
    do { return try KeyChord(text) } catch {
      let own = places["profile", profile, key]
      let name = own == nil ? "keys.\(key)" : "profile.\(profile).\(key)"
      throw ConfigurationError(
        file: file ?? "built-in defaults", at: own?.value ?? place(in: "keys", key: key), "\(name): \(error.summary)", fix: error.fix,
        fact: Fact(ConfigurationCode.keyUnknown, ["option": name, "keys": quote(text)]))
    }
  }
}

/// The keys of each gesture.
package typealias Chords = ByGesture<KeyChord>

extension Chords {
  /// The keys of the profile that the file selects.
  ///
  /// - Throws: ``ConfigurationError`` for a key that does not exist, in any profile, with its place.
  package init(_ loaded: LoadedConfiguration) throws(ConfigurationError) {
    // Its settings are there, or the file would not have been loaded.
    self = try loaded.chords()[loaded.profiles.selected]!
  }
}
