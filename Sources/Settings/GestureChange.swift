import Gestures
import Platform
import UserErrors

/// The change of a configuration file that a calibration proposes: the profile, threshold and dwell where they differ from the profile's,
/// and what wakes the swipes. Those of a built-in profile are in `[gesture]` and `[expert]`, those of another in its own section.
package struct GestureChange {
  /// The file with the change, which is not written yet.
  package private(set) var editor: ConfigurationEditor
  /// The name of the profile.
  package let profile: String

  /// The profiles of the file as it is.
  private let profiles: Profiles

  /// - Parameters:
  ///   - editor: the file as it is.
  ///   - profile: the name of a profile; nil for the one that the file selects if that has a section, else daily.
  /// - Throws: `ConfigurationError` for an invalid file; `ProfileError` if it has no such profile; `UserError` if it could not be written.
  package init(_ editor: ConfigurationEditor, profile: String?) throws {
    self.editor = editor
    profiles = try editor.validated().profiles
    let isSelectedOwn = BuiltInProfile(rawValue: profiles.selected) == nil
    self.profile = profile ?? (isSelectedOwn ? profiles.selected : BuiltInProfile.daily.rawValue)
    guard profiles.names.contains(self.profile) else { throw ProfileError(unknown: self.profile, names: profiles.names) }
    // Before the person has made ten gestures for nothing.
    try editor.checkWritable()
    try checkApplicable()
  }

  package var file: String { editor.file }

  /// The text of the file with the change.
  package var text: String { editor.text }

  private var isBuiltIn: Bool { BuiltInProfile(rawValue: profile) != nil }

  private var section: String { isBuiltIn ? "gesture" : "profile.\(profile)" }

  /// Whether the file follows this profile, so that its threshold and dwell count for it.
  private var isFollowed: Bool { profiles.selected == profile }

  /// The gesture settings of the file with the profile. The threshold and the dwell of `[gesture]` are those of the profile that the file
  /// selects: another built-in one has its own.
  package var profileSettings: GestureSettings {
    get throws {
      guard isBuiltIn else { return try editor.validated().profiles.settings(of: profile).gesture }
      var plan = self
      try plan.editor.select(profile: profile)
      guard !isFollowed else { return try plan.editor.validated().configuration.gesture }
      try plan.set("dwell_ms", to: nil)
      try plan.editor.setThreshold(in: section, to: nil, nil)
      return try plan.editor.validated().configuration.gesture
    }
  }

  /// Makes the change in the text, not yet in the file. The text stays the same as far as it says that already.
  package mutating func apply(_ settings: GestureSettings) throws {
    let own = try profileSettings
    let isCleared = isBuiltIn && !isFollowed
    try editor.select(profile: profile)
    if settings.dwellMs != own.dwellMs {
      try set("dwell_ms", to: .integer(Int(settings.dwellMs)))
    } else if isCleared {
      try set("dwell_ms", to: nil)
    }
    // With its unit always: under another profile the number would be in that one's unit.
    if settings.threshold != own.threshold, case .handSizes(let sizes) = settings.threshold {
      try editor.setThreshold(in: section, to: .number(sizes), .handSizes)
    } else if isCleared {
      try editor.setThreshold(in: section, to: nil, nil)
    }
  }

  /// Makes the change that a seat needs; see ``ConfigurationEditor/apply(_:)``.
  package mutating func apply(_ seat: Seat) throws { try editor.apply(seat) }

  /// Makes the change of what wakes the swipes in the text, not yet in the file.
  package mutating func apply(_ unlock: UnlockRule) throws {
    guard try unlock != profileSettings.unlock else { return }
    if unlock == .off { try set("unlock", to: nil) }
    // What the profile builds on may say otherwise.
    if try unlock != profileSettings.unlock { try set("unlock", to: .string(unlock.rawValue)) }
  }

  /// - Parameter value: nil to leave the option to what the section builds on.
  private mutating func set(_ key: String, to value: TOMLLiteral?) throws { try editor.change(section, key, value) }

  /// The lines that the change removes and adds.
  package var lines: [String] { editor.changedLines }

  /// What a person is to know before the file is written; one line each.
  package var notes: [FileNote] { editor.notes }

  /// Writes the file, in one step.
  package func save() throws { _ = try editor.save() }

  /// Checks that the file can be given another threshold, before the gestures, as above.
  private func checkApplicable() throws {
    var trial = self
    var settings = try profileSettings
    settings.threshold = .handSizes(settings.threshold == .handSizes(0.6) ? 0.7 : 0.6)
    try trial.apply(settings)
    _ = try trial.editor.validated()
  }
}
