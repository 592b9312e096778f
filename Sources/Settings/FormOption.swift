import Camera
import Focus
import Gestures
import Imaging

/// An option that a person changes in a form. Those of a gesture and of the keys are the selected profile's.
package struct FormOption: Sendable {
  package enum Kind: String, Sendable, CaseIterable { case text, choice, number, integer, flag, key }

  /// Section and key, as in `gesture.dwell_ms`, where a file without a profile of its own has it.
  package let id: String
  package let kind: Kind
  private let fixedChoices: [OptionValue]
  private let read: @Sendable (Configuration) -> OptionValue

  private init(
    _ id: String, _ kind: Kind, choices: [OptionValue] = [], _ read: @escaping @Sendable (Configuration) -> OptionValue
  ) {
    (self.id, self.kind, fixedChoices, self.read) = (id, kind, choices, read)
  }

  /// In the order of a form.
  package static let all: [FormOption] = camera + gesture + keys + desktop

  private static let camera = [
    FormOption("camera.device", .text) { .text($0.camera.device) },
    FormOption("camera.rotate", .choice, choices: FrameRotation.allCases.map { .integer($0.rawValue) }) {
      .integer($0.camera.rotation.rawValue)
    },
    choice("camera.yield", \.camera.yield),
  ]

  private static let gesture = [
    FormOption(profileID, .choice) { _ in .text(BuiltInProfile.ofService.rawValue) },
    gesture("hand", .choice), gesture("threshold", .number), gesture("dwell_ms", .integer), gesture("cooldown_ms", .integer),
    gesture("pose", .choice), gesture("unlock", .choice),
  ]

  private static let keys =
    [flag("keys.enabled", \.keys.isEnabled)]
    + Gesture.allCases.map { gesture in FormOption("keys.\(gesture.name)", .key) { .text($0.keys.names[gesture]) } }

  private static let desktop = [
    choice("desktop.notify", \.desktop.notify), flag("desktop.tray", \.desktop.tray),
    flag("privacy.preview", \.privacy.allowsPreview),
  ]

  private static let profileID = "gesture.profile"
  fileprivate static let thresholdID = "gesture.threshold"

  package static func named(_ id: String) -> FormOption? { all.first { $0.id == id } }

  private static func flag(_ id: String, _ path: KeyPath<Configuration, Bool> & Sendable) -> FormOption {
    FormOption(id, .flag) { .flag($0[keyPath: path]) }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ id: String, _ path: KeyPath<Configuration, Choice> & Sendable
  ) -> FormOption {
    FormOption(id, .choice, choices: Choice.allCases.map { .text($0.rawValue) }) { .text($0[keyPath: path].rawValue) }
  }

  private static func gesture(_ key: String, _ kind: Kind) -> FormOption {
    let option = GestureOption.named(key)
    return FormOption("gesture.\(key)", kind, choices: (option?.names ?? []).map { .text($0) }) {
      option?.value(in: $0.gesture) ?? .text("")
    }
  }

  fileprivate var key: String { id.split(separator: ".").last.map(String.init) ?? "" }

  /// The value under the profile that a file selects.
  package func value(in loaded: LoadedConfiguration) -> OptionValue {
    id == Self.profileID ? .text(loaded.profiles.selected) : read(loaded.configuration)
  }

  /// The unit of a threshold's value; nil for other options.
  package func unit(in loaded: LoadedConfiguration) -> Threshold.Unit? {
    id == Self.thresholdID ? loaded.configuration.gesture.threshold.unit : nil
  }

  /// What can be chosen; empty if any value of the kind can.
  package func choices(in loaded: LoadedConfiguration) -> [OptionValue] {
    id == Self.profileID ? loaded.profiles.names.map { .text($0) } : fixedChoices
  }

  /// The values that it may have; ends the sentence "allowed: …". Nil where the choices or the kind say it.
  package func allowed(in loaded: LoadedConfiguration) -> String? {
    kind == .number || kind == .integer ? GestureOption.named(key)?.allowed(in: loaded.configuration.gesture) : nil
  }

  /// The numbers between which all lie that it may have; nil if it is no number.
  package func bounds(in loaded: LoadedConfiguration) -> ClosedRange<Double>? {
    kind == .number || kind == .integer ? GestureOption.named(key)?.bounds(in: loaded.configuration.gesture) : nil
  }

  /// Where a file has the option, or is to have it, under the profile that it selects.
  func section(in profiles: Profiles) -> String {
    let section = String(id.dropLast(key.count + 1))
    guard id != Self.profileID, section == "gesture" || section == "keys" else { return section }
    if BuiltInProfile(rawValue: profiles.selected) == nil { return "profile.\(profiles.selected)" }
    return section == "gesture" && OldOption.sectionBeforeMove(of: key) == section ? "expert" : section
  }
}

extension ConfigurationEditor {
  /// Whether an option of a form is set under the profile that the text selects, rather than what holds without it.
  package func isSet(_ option: FormOption, in profiles: Profiles) -> Bool { isSet(option.section(in: profiles), option.key) }

  /// Sets an option of a form, or has it be what holds without it.
  ///
  /// - Parameters:
  ///   - value: nil to remove the option.
  ///   - unit: of a threshold; nil for the one that holds.
  /// - Throws: ``ConfigurationError`` for a text that is not valid before, or where it cannot be changed safely. What is allowed is checked by
  ///   ``validated()``.
  package mutating func set(
    _ option: FormOption, to value: OptionValue?, unit: Threshold.Unit? = nil
  ) throws(ConfigurationError) {
    let loaded = try validated()
    let (section, key) = (option.section(in: loaded.profiles), option.key)
    if option.id == "gesture.profile", case .text(let name)? = value { return try select(profile: name) }
    let literal = value.map { TOMLLiteral($0) }
    guard option.id == FormOption.thresholdID else { return try change(section, key, literal) }
    // With its unit always: under another profile the number would be in that one's unit.
    let unit = value.map { _ in unit ?? loaded.configuration.gesture.threshold.unit }
    try setThreshold(in: section, to: literal, unit)
  }

  /// Sets or removes the threshold of `[gesture]` or of a profile, with its unit. The others stay what they are.
  mutating func setThreshold(in section: String, to value: TOMLLiteral?, _ unit: Threshold.Unit?) throws(ConfigurationError) {
    guard section == "gesture" else {
      return try keepingCommonUnit { editor throws(ConfigurationError) in
        try editor.change(section, "threshold", value)
        try editor.change(section, "threshold_unit", unit.map { .string($0.rawValue) })
      }
    }
    let profiles = try validated().profiles
    try change(section, "threshold", value)
    try setCommonUnit(unit, in: profiles)
  }

  /// Makes a change after which the threshold of `[gesture]` is in the unit that it has now: that is written if it would become another one.
  private mutating func keepingCommonUnit(_ change: (inout ConfigurationEditor) throws(ConfigurationError) -> Void)
    throws(ConfigurationError)
  {
    var changed = self
    try change(&changed)
    let profiles = try validated().profiles
    if isSet("gesture", "threshold"), let unit = profiles.commonUnit, (try? changed.validated())?.profiles.commonUnit != unit {
      try setCommonUnit(unit, in: profiles)
      try change(&self)
    } else {
      self = changed
    }
  }

  /// Sets or removes the unit of thresholds that have none of their own. Those of profiles get the one that they have now.
  ///
  /// - Parameter profiles: those of the text.
  private mutating func setCommonUnit(_ unit: Threshold.Unit?, in profiles: Profiles) throws(ConfigurationError) {
    let before = self
    try change("expert", "threshold_unit", unit.map { .string($0.rawValue) })
    guard leaves != before.leaves else { return }
    for name in profiles.names where isSet("profile.\(name)", "threshold") && !isSet("profile.\(name)", "threshold_unit") {
      guard let own = try? profiles.settings(of: name).gesture.threshold.unit else { continue }
      try set(section: "profile.\(name)", key: "threshold_unit", to: .string(own.rawValue))
    }
  }

  /// Adds an application to the list of those in which swipes act.
  ///
  /// - Returns: the list; nil if it had the application before.
  package mutating func addApplication(_ id: String) throws(ConfigurationError) -> [String]? {
    let present = try validated().configuration.apps.only ?? []
    guard !present.contains(where: { $0.lowercased() == id.lowercased() }) else { return nil }
    guard Self.isApplication(id) else {
      throw ConfigurationError(file: file, at: nil, "\(quote(id)) is no id of an application", fix: "name one that `swipectl apps` lists")
    }
    try change(section: "apps", key: "only", list: present, adding: id)
    return present + [id]
  }

  /// Whether a text can be the id of an application.
  package static func isApplication(_ id: String) -> Bool { !id.allSatisfy(\.isWhitespace) && FrontWindow(names: [id]) != nil }

  /// Removes an application from that list, if it has it.
  package mutating func removeApplication(_ id: String) throws(ConfigurationError) {
    let present = try validated().configuration.apps.only ?? []
    let removed = present.indices.filter { present[$0].lowercased() == id.lowercased() }
    if !removed.isEmpty { try change(section: "apps", key: "only", list: present, removing: removed) }
  }

  /// Selects a profile, which means the same afterwards, as all others do.
  package mutating func select(profile: String) throws(ConfigurationError) {
    let profiles = try validated().profiles
    try keepingCommonUnit { editor throws(ConfigurationError) in
      if profiles.selected != profile, let base = profiles.baseToKeep(of: profile) {
        try editor.set(section: "profile.\(profile)", key: "profile", to: .string(base.rawValue))
      }
      try editor.set(section: "gesture", key: "profile", to: .string(profile))
    }
  }
}

extension TOMLLiteral {
  /// A value as an option has it.
  package init(_ value: OptionValue) {
    self =
      switch value {
      case .flag(let flag): .bool(flag)
      case .integer(let whole): .integer(whole)
      case .number(let number): .number(number)
      case .text(let text): .string(text)
      case .size: .verbatim("\(value)")
      }
  }
}
