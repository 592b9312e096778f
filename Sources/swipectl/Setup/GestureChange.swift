import ArgumentParser
import Gestures
import Glibc
import Platform
import Product
import Settings

extension BuiltInProfile: ExpressibleByArgument {}

/// The change of a configuration file that a calibration proposes: the profile, threshold and dwell where they differ from the profile's,
/// and what wakes the swipes.
struct GestureChange {
  private var editor: ConfigurationEditor
  private let before: String
  private let profile: BuiltInProfile

  /// - Parameter config: `--config`'s value.
  /// - Throws: `ConfigurationError` for an invalid file; `UserError` if it could not be written.
  init(config: String?, profile: BuiltInProfile) throws {
    editor = try ConfigurationEditor(opening: config, environment: relevantEnvironment())
    before = editor.text
    self.profile = profile
    try checkWritable()
  }

  var file: String { editor.file }

  /// The gesture settings of the file with the profile, and with the profile's own threshold and dwell.
  var profileSettings: GestureSettings {
    get throws {
      var plan = self
      try plan.set("profile", to: .string(profile.rawValue))
      for key in ["threshold", "dwell_ms"] { try plan.set(key, to: nil) }
      try plan.setUnit(nil)
      return try plan.editor.validated().configuration.gesture
    }
  }

  /// Makes the change in the text, not yet in the file. The text stays the same as far as it says that already.
  mutating func apply(_ settings: GestureSettings) throws {
    let own = try profileSettings
    try set("profile", to: .string(profile.rawValue))
    try set("dwell_ms", to: settings.dwellMs == own.dwellMs ? nil : .integer(Int(settings.dwellMs)))
    // With its unit always: under another profile the number would be in that one's unit.
    guard settings.threshold != own.threshold, case .handSizes(let sizes) = settings.threshold else {
      try set("threshold", to: nil)
      return try setUnit(nil)
    }
    try set("threshold", to: .number(sizes))
    try setUnit(.handSizes)
  }

  /// Makes the change of what wakes the swipes in the text, not yet in the file.
  mutating func apply(_ unlock: UnlockRule) throws {
    guard try unlock != profileSettings.unlock else { return }
    try set("unlock", to: unlock == .off ? nil : .string(unlock.rawValue))
  }

  private mutating func setUnit(_ unit: Threshold.Unit?) throws {
    try set("threshold_unit", in: "expert", to: unit.map { .string($0.rawValue) })
  }

  /// - Parameter value: nil to leave the option to the profile.
  private mutating func set(_ key: String, in section: String = "gesture", to value: TOMLLiteral?) throws {
    if let value {
      try editor.set(section: section, key: key, to: value)
    } else {
      try editor.remove(section: section, key: key)
    }
  }

  /// The lines that the change removes and adds, in their order.
  var lines: [String] {
    let (old, new) = (Self.lines(of: before), Self.lines(of: editor.text))
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map { if case .remove(let offset, _, _) = $0 { offset } else { -1 } })
    let added = Set(difference.insertions.map { if case .insert(let offset, _, _) = $0 { offset } else { -1 } })
    var lines: [String] = []
    var (from, to) = (0, 0)
    while from < old.count || to < new.count {
      if removed.contains(from) {
        lines.append("- \(old[from])")
        from += 1
      } else if added.contains(to) {
        lines.append("+ \(new[to])")
        to += 1
      } else {
        (from, to) = (from + 1, to + 1)
      }
    }
    return lines
  }

  private static func lines(of text: String) -> [String] { text.split(whereSeparator: \.isNewline).map(String.init) }

  /// Writes the file, in one step.
  func save() throws { _ = try editor.save() }

  /// Before the person has made ten gestures for nothing.
  private func checkWritable() throws {
    let path = "\(CommandLinePaths.path(for: file))"
    var folder = path
    repeat { folder = Files.folder(of: folder) } while !Files.exists(folder)
    for each in [folder] + (Files.exists(path) ? [path] : []) where access(each, W_OK) != 0 {
      throw UserError(
        "\(file): cannot be written, since \(each) is read-only", fix: "make it writable, or name another file with --config",
        exitStatus: .notPermitted)
    }
  }
}
