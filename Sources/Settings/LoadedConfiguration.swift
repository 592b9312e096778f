import Platform
import VirtualKeyboard

/// A configuration, and the file that it came from.
package struct LoadedConfiguration: Sendable {
  package let configuration: Configuration
  /// The file as it was named; `nil` when there is none and these are the defaults.
  package let file: String?
  private let places: TOMLPlaces

  /// Loads `--config`'s file, or else the user's own: `swiped/swiped.toml` in `$XDG_CONFIG_HOME` or `~/.config`. Without either of
  /// them, the defaults.
  ///
  /// - Parameters:
  ///   - explicit: `--config`'s value; its file must exist.
  ///   - environment: where XDG_CONFIG_HOME and HOME are looked up.
  package static func load(explicit: String?, environment: [String: String]) throws(ConfigurationError) -> Self {
    if let explicit { return try Self(bytes: readConfigurationFile(explicit), file: explicit) }
    guard let file = defaultFile(environment: environment) else { return Self() }
    do {
      return try Self(bytes: readConfigurationFile(file), file: file)
    } catch  where error.isMissingFile {
      return Self()
    }
  }

  /// `nil` when the environment names no home.
  package static func defaultFile(environment: [String: String]) -> String? {
    // The XDG base directory specification has relative paths ignored.
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/swiped/swiped.toml" }
    if let home = environment["HOME"], !home.isEmpty { return "\(home)/.config/swiped/swiped.toml" }
    return nil
  }

  /// The defaults.
  package init() {
    configuration = Configuration()
    file = nil
    places = TOMLPlaces("")
  }

  /// - Parameters:
  ///   - bytes: a TOML text in UTF-8.
  ///   - file: its name, for messages.
  package init(bytes: [UInt8], file: String) throws(ConfigurationError) {
    let parsed = try ParsedTOML(bytes: bytes, file: file)
    places = parsed.places
    self.file = file
    var reader = ConfigurationReader(table: parsed.table, places: places, file: file)
    configuration = Configuration(&reader)
    let problems = reader.finish()
    guard problems.isEmpty else { throw ConfigurationError(problems) }
  }

  /// A problem with an option that only its user can find, at the option's place.
  package func error(in section: String, key: String, _ cause: String, fix: Fix?) -> ConfigurationError {
    ConfigurationError(file: file ?? "built-in defaults", at: place(in: section, key: key), cause, fix: fix)
  }

  /// The place of an option's value; of its section if the file leaves the option out; `nil` if it leaves out both.
  package func place(in section: String, key: String) -> TOMLPlaces.Place? {
    let entry = places[section, key]
    return entry?.value ?? entry?.key ?? places[section]?.key
  }
}

/// The keys of the two swipes.
package struct Chords: Sendable, Equatable {
  package let left: KeyChord, right: KeyChord

  /// - Throws: ``ConfigurationError`` for a key that does not exist, with its place.
  package init(_ loaded: LoadedConfiguration) throws(ConfigurationError) {
    func chord(_ text: String, _ key: String) throws(ConfigurationError) -> KeyChord {
      do { return try KeyChord(text) } catch {
        throw loaded.error(in: "keys", key: key, "keys.\(key): \(error.summary)", fix: error.fix)
      }
    }
    left = try chord(loaded.configuration.keys.left, "left")
    right = try chord(loaded.configuration.keys.right, "right")
  }
}
