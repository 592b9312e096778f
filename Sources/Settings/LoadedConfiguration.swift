import Platform
import TOMLKit
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
    let text = try Self.decode(bytes, file: file)
    places = TOMLPlaces(text)
    if let error = places.fatalError {
      // An error above it comes first.
      _ = try Self.parse(error.before, file: file)
      throw ConfigurationError(file: file, at: error.place, "not TOML: \(error.message)")
    }
    let table = try Self.parse(text, file: file)
    self.file = file
    var reader = ConfigurationReader(table: table, places: places, file: file)
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

  private static func parse(_ text: String, file: String) throws(ConfigurationError) -> TOMLTable {
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let place = TOMLPlaces.Place(line: error.source.begin.line, column: error.source.begin.column)
      throw ConfigurationError(file: file, at: place, "not TOML: \(error.description)")
    } catch {
      throw ConfigurationError(file: file, "not TOML: \(error)")
    }
  }

  private static func decode(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> String {
    var place = TOMLPlaces.Place(line: 1, column: 1)
    var text = String.UnicodeScalarView()
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return String(text)
      case .error: throw ConfigurationError(file: file, at: place, "not UTF-8", fix: "save the file in that encoding")
      case .scalarValue("\0"):
        throw ConfigurationError(file: file, at: place, "a zero byte, which text does not contain", fix: "is this a TOML file?")
      case .scalarValue(let scalar):
        text.append(scalar)
        place =
          scalar == "\n" ? TOMLPlaces.Place(line: place.line + 1, column: 1) : TOMLPlaces.Place(line: place.line, column: place.column + 1)
      }
    }
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
