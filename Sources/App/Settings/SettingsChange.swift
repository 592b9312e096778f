import EventProtocol
import Gestures
import Settings
import UserErrors
import Web

/// A change of the configuration file that a page asks for.
struct SettingsChange: Decodable {
  struct Option: Decodable {
    /// The name of a ``FormOption``.
    let option: String
    /// Nil to remove the option from the file.
    let value: OptionValue?
    /// Of a threshold; nil for the one that holds.
    let unit: Threshold.Unit?
  }

  struct Calibration: Decodable {
    let profile: String
    /// In hand sizes.
    let threshold: Double?
    let dwellMs: UInt32?
    let seat: Seat?
    let unlock: String?
  }

  struct ProfileChange: Decodable {
    enum Action: String, Decodable { case copy, rename, remove }

    let action: Action
    let name: String
    let to: String?
  }

  /// A change of the list of applications in which swipes act, as it is in the file then: another program may have changed it meanwhile.
  struct ApplicationChange: Decodable {
    enum Action: String, Decodable {
      case add, remove
      /// Swipes act in all.
      case all
    }

    let action: Action
    /// As the file has it; nil for all.
    let id: String?
  }

  /// ``SettingsForm/version`` of the text that the page has shown.
  let version: String
  /// Whether to write the file; otherwise the lines that would change are only shown.
  let save: Bool
  let changes: [Option]?
  let calibration: Calibration?
  /// Where the person sits, without a calibration.
  let seat: Seat?
  let profiles: ProfileChange?
  let commands: [SettingsForm.Command]?
  let apps: ApplicationChange?

  /// Makes the change in a text, not yet in the file.
  ///
  /// - Throws: ``Refusal`` for what the page may not ask; `ConfigurationError` and `ProfileError` for what the file cannot have.
  func make(in editor: inout ConfigurationEditor) throws {
    // First, since the other options are then those of the profile that it selects.
    let options = (changes ?? []).sorted { $0.option == "gesture.profile" && $1.option != "gesture.profile" }
    if let twice = Dictionary(grouping: options, by: \.option).first(where: { $0.value.count > 1 })?.key {
      throw Refusal(.unprocessableEntity, .pageOutdated, "\"\(twice.prefix(64))\": is changed twice at once; change it once")
    }
    for change in options {
      guard let option = FormOption.named(change.option) else {
        throw Refusal(
          .unprocessableEntity, .pageOutdated, "\"\(change.option.prefix(64))\": the page changes no such option; edit the file by hand")
      }
      try editor.set(option, to: change.value, unit: change.unit)
    }
    if let calibration { try calibration.make(in: &editor) }
    if let seat { try editor.apply(seat) }
    if let profiles { try profiles.make(in: &editor) }
    if let apps { try apps.make(in: &editor) }
    if let commands { try editor.setCommands(commands.map { try $0.command }) }
    _ = try editor.validated()
  }
}

extension SettingsChange {
  /// The name of the first option that the file cannot have with this value, also alone; nil if there is none.
  ///
  /// - Parameter editor: of the file without the change.
  func wrongOption(in editor: ConfigurationEditor) -> String? {
    (changes ?? []).first { change in
      guard let option = FormOption.named(change.option) else { return false }
      var trial = editor
      do {
        try trial.set(option, to: change.value, unit: change.unit)
        _ = try trial.validated()
        return false
      } catch {
        return true
      }
    }?.option
  }
}

extension SettingsForm.Command {
  /// - Throws: ``Refusal`` if no gesture has this name.
  fileprivate var command: GestureCommand {
    get throws(Refusal) {
      guard let gesture = Gesture(named: swipe) else {
        throw Refusal(.unprocessableEntity, .pageOutdated, "\"\(swipe.prefix(64))\": no gesture has this name; reload the page")
      }
      return GestureCommand(gesture, run: run, isParallel: parallel ?? false)
    }
  }
}

extension SettingsChange.ProfileChange {
  fileprivate func make(in editor: inout ConfigurationEditor) throws {
    switch (action, to) {
    case (.remove, _): try editor.removeProfile(name)
    case (.copy, let to?) where !to.isEmpty: try editor.copyProfile(name, to: to)
    case (.rename, let to?) where !to.isEmpty: try editor.renameProfile(name, to: to)
    default: throw Refusal(.unprocessableEntity, .profileWithoutName, "the new profile: it has no name; enter one")
    }
  }
}

extension SettingsChange.ApplicationChange {
  fileprivate func make(in editor: inout ConfigurationEditor) throws {
    switch (action, id) {
    case (.add, let id?): _ = try editor.addApplication(id)
    case (.remove, let id?): try editor.removeApplication(id)
    case (.all, _): try editor.remove(section: "apps", key: "only")
    case (_, nil): throw Refusal(.unprocessableEntity, .pageOutdated, "apps: the change names no application; reload the page")
    }
  }
}

extension SettingsChange.Calibration {
  fileprivate func make(in editor: inout ConfigurationEditor) throws {
    var change = try GestureChange(editor, profile: profile)
    var settings = try change.profileSettings
    if let threshold { settings.threshold = .handSizes(threshold) }
    if let dwellMs { settings.dwellMs = dwellMs }
    try change.apply(settings)
    if let seat { try change.apply(seat) }
    if let unlock {
      guard let rule = UnlockRule(rawValue: unlock) else {
        throw Refusal(.unprocessableEntity, .pageOutdated, "unlock: is \"\(unlock.prefix(64))\"; use off or double")
      }
      try change.apply(rule)
    }
    editor = change.editor
  }
}
