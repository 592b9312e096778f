import EventProtocol
import Gestures
import Settings
import UserErrors

/// What a configuration file says, as the page shows it.
struct SettingsForm: Encodable {
  struct Profile: Encodable {
    let name: String
    let builtIn: Bool
    let base: String
    let gesture: GestureOptions
    /// The keys by the names of their gestures, each with the name that this project writes.
    let keys: [String: String]
  }

  struct Option: Encodable {
    let id: String
    let value: OptionValue
    /// What holds if the file does not set the option.
    let `default`: OptionValue
    /// The unit of the default of a threshold; nil for other options.
    let defaultUnit: String?
    let isSet: Bool
    let kind: String
    /// Nil if any value of the kind can be chosen.
    let choices: [OptionValue]?
    /// The values that it may have; ends the sentence "allowed: …".
    let allowed: String?
    /// The numbers between which all lie that it may have; nil if it is no number.
    let least: Double?, most: Double?
  }

  struct Command: Codable {
    /// The ``Gesture/name`` that it is bound to.
    let swipe: String
    let run: [String]
    /// Left out unless true: the page keeps it with the command, and does not show it.
    var parallel: Bool?
  }

  let file: String
  private(set) var exists = true
  /// Why the file cannot be written.
  private(set) var readOnly: Problem?
  /// Which program seems to have the file open for editing.
  private(set) var openElsewhere: Problem?
  /// What a person is to know before the file is written.
  private(set) var notes: [Problem] = []
  private(set) var version: String?
  private(set) var profile: String?
  private(set) var profiles: [Profile] = []
  /// Where the person sits, as far as the file says it; nil for a size of pictures that the person has chosen, which stays.
  private(set) var seat: Seat?
  private(set) var options: [Option] = []
  private(set) var commands: [Command] = []
  /// What is wrong with the file, which has no options then.
  private(set) var problems: [Problem] = []

  /// - Parameters:
  ///   - config: `--config`'s value.
  ///   - environment: where the user's own file is looked up.
  /// - Throws: `UserError` without a place for a file.
  init(config: String?, environment: [String: String]) throws {
    file = try ConfigurationEditor.file(explicit: config, environment: environment)
    do {
      let editor = try ConfigurationEditor(opening: config, environment: environment)
      try read(editor)
    } catch let error as ConfigurationError {
      problems = error.problems.map { Problem(error: $0.description, facts: $0.facts, fix: nil) }
    }
  }

  private mutating func read(_ editor: ConfigurationEditor) throws(ConfigurationError) {
    (exists, version, openElsewhere) = (!editor.isMissing, editor.version, editor.openElsewhere.map(Problem.init))
    (notes, readOnly) = (editor.notes.map(Problem.init), editor.readOnly.map(Problem.init))
    let loaded = try editor.validated()
    let profiles = loaded.profiles
    profile = profiles.selected
    seat = Seat(of: loaded.configuration.camera)
    let chords = try? loaded.chords()
    self.profiles = profiles.names.compactMap { try? Profile($0, of: profiles, keys: chords?[$0]) }
    for option in FormOption.all {
      let value = option.value(in: loaded)
      let isSet = editor.isSet(option, in: profiles)
      let (choices, bounds) = (option.choices(in: loaded), option.bounds(in: loaded))
      let without = isSet ? Self.loaded(without: option, editor) ?? loaded : loaded
      options.append(
        Option(
          id: option.id, value: value, default: option.value(in: without), defaultUnit: option.unit(in: without)?.rawValue, isSet: isSet,
          kind: option.kind.rawValue, choices: choices.isEmpty ? nil : choices, allowed: option.allowed(in: loaded),
          least: bounds?.lowerBound, most: bounds?.upperBound))
    }
    commands = loaded.configuration.commands.map { Command(swipe: $0.gesture.name, run: $0.run, parallel: $0.isParallel ? true : nil) }
  }

  /// - Returns: nil if the file cannot be without the option.
  private static func loaded(without option: FormOption, _ editor: ConfigurationEditor) -> LoadedConfiguration? {
    var trial = editor
    guard (try? trial.set(option, to: nil)) != nil else { return nil }
    return try? trial.validated()
  }
}

extension SettingsForm.Profile {
  /// - Parameter chords: nil if one of the keys does not exist.
  fileprivate init(_ name: String, of profiles: Profiles, keys chords: Chords?) throws(ProfileError) {
    let settings = try profiles.settings(of: name)
    let keys = Dictionary(uniqueKeysWithValues: Gesture.allCases.map { ($0.name, chords?[$0].description ?? settings.keys.names[$0]) })
    self.init(
      name: name, builtIn: BuiltInProfile(rawValue: name) != nil, base: profiles.base(of: name).rawValue,
      gesture: GestureOptions(settings.gesture), keys: keys)
  }
}
