import Gestures
import Platform
import UserErrors

/// A profile that needs no section.
package enum BuiltInProfile: String, Sendable, CaseIterable {
  case plain, daily

  /// What the service follows where the person's file selects none, and so what every program says of that file.
  package static let ofService = BuiltInProfile.daily

  package var gesture: GestureSettings {
    switch self {
    case .plain: GestureSettings()
    case .daily: .daily
    }
  }
}

/// The options that a profile decides.
package struct ProfileSettings: Sendable, Equatable {
  package var gesture = GestureSettings()
  package var keys = KeySettings()
}

/// The profiles of a configuration: the built-in ones, and those of its sections `[profile.NAME]`.
///
/// A profile's options are, each over the one before: its built-in profile; `[gesture]`, `[keys]` and `[expert]`; `[profile.NAME]`. The
/// threshold of `[gesture]` has one unit in all of them: that of the selected profile, unless `[expert]` sets another. Where the selected
/// profile has a threshold of its own, the number alone says which it is.
package struct Profiles: Sendable, Equatable {
  /// More than anybody needs, and few enough for a line of the socket.
  private static let limit = 64

  /// The one that `[gesture]` selects, or else that is followed.
  package private(set) var selected: String
  /// Whether `[gesture]` selects it.
  package private(set) var isSelectedByFile = false
  /// The built-in one that is followed where a file selects none, and that a section builds on where nothing names another.
  package private(set) var unselected: BuiltInProfile
  /// The built-in ones, then those of the file in its order.
  package private(set) var names = BuiltInProfile.allCases.map(\.rawValue)
  /// What each builds on.
  private var bases: [String: BuiltInProfile] = [:]
  /// Those of the file that name no built-in profile.
  private var withoutBase: Set<String> = []
  private var settings: [String: ProfileSettings] = [:]

  /// Without a file.
  ///
  /// - Parameter unselected: the profile that is followed where a file selects none: `plain`, the definition, unless the program is for daily
  ///   use.
  package init(unselected: BuiltInProfile = .plain) {
    (selected, self.unselected) = (unselected.rawValue, unselected)
    for profile in BuiltInProfile.allCases {
      bases[profile.rawValue] = profile
      settings[profile.rawValue] = ProfileSettings(gesture: profile.gesture)
    }
  }

  /// The options under a profile.
  ///
  /// - Throws: ``ProfileError`` if there is no such profile.
  package func settings(of name: String) throws(ProfileError) -> ProfileSettings {
    guard let settings = settings[name] else { throw ProfileError(unknown: name, names: names) }
    return settings
  }

  /// The unit of the threshold of `[gesture]`, if there is one: no built-in profile has a threshold of its own.
  var commonUnit: Threshold.Unit? { settings[BuiltInProfile.plain.rawValue]?.gesture.threshold.unit }

  /// The built-in profile that a profile builds on.
  package func base(of name: String) -> BuiltInProfile { bases[name] ?? unselected }

  /// The built-in profile that a section must name to mean the same when it is the selected one; nil if it need not name any.
  package func baseToKeep(of name: String) -> BuiltInProfile? {
    // Of the two by which programs read a file, a built-in profile that is not named may be either.
    withoutBase.contains(name) && (bases[name] != .plain || unselected != .plain) ? bases[name] : nil
  }
}

extension Profiles {
  /// Reads the profiles of a file.
  ///
  /// - Parameter unselected: the profile that is followed where the file selects none, if the file's options fit it.
  init(_ reader: inout ConfigurationReader, unselected: BuiltInProfile) {
    self.init(unselected: Self.fits(unselected, reader) ? unselected : .plain)
    var base: [String: BuiltInProfile] = [:]
    let own = reader.names(in: "profile", limit: Self.limit, fault: Self.fault)
    names += own
    var named: String?
    reader.read("gesture", "profile", ValueRule<String>.profile(names).optional, into: &named)
    if let named { (selected, isSelectedByFile) = (named, true) }
    // The last one is no profile's name: the keys are known even where every section has a wrong name.
    for name in own + [""] {
      reader.read(
        SectionName("profile", name), "profile", ValueRule<BuiltInProfile>.choice(BuiltInProfile.self).optional, into: &base[name])
    }
    let inherited = BuiltInProfile(rawValue: selected) ?? base[selected] ?? self.unselected
    for name in own {
      bases[name] = base[name] ?? inherited
      if base[name] == nil { withoutBase.insert(name) }
    }
    let hasOwn = reader.sets(SectionName("profile", selected), "threshold")
    let unit = Self.unit(under: bases[selected] ?? self.unselected, hasOwn: hasOwn, reader)
    for name in names { read(name, in: unit, &reader) }
    if own.isEmpty {
      var unused = ProfileSettings()
      unused.gesture.read(&reader, profile: SectionName("profile", ""))
      unused.keys.read(&reader, SectionName("profile", ""))
    }
  }

  /// Whether the options of a file fit a profile as well as they fit `plain`: a threshold in pixels does not fit one in hand sizes.
  private static func fits(_ profile: BuiltInProfile, _ reader: ConfigurationReader) -> Bool {
    func problems(under profile: BuiltInProfile) -> Int {
      var (trial, gesture) = (reader, profile.gesture)
      gesture.read(&trial)
      // A unit in its old place was written when `plain` was the only profile.
      let isOtherUnit = isUnitInOldPlace(reader) && gesture.threshold.unit != profile.gesture.threshold.unit
      return trial.problems.count + (isOtherUnit ? 1 : 0)
    }
    return problems(under: profile) <= problems(under: .plain)
  }

  /// Whether the unit in its old place is the one that counts.
  private static func isUnitInOldPlace(_ reader: ConfigurationReader) -> Bool {
    reader.sets("gesture", "threshold_unit") && !reader.sets("expert", "threshold_unit")
  }

  /// The unit of the threshold of `[gesture]`, unless `[expert]` sets one.
  ///
  /// - Parameters:
  ///   - base: what the selected profile builds on.
  ///   - hasOwn: whether that profile has a threshold of its own.
  private static func unit(under base: BuiltInProfile, hasOwn: Bool, _ reader: ConfigurationReader) -> Threshold.Unit {
    (hasOwn ? fits(.daily, reader) ? .daily : .plain : base).gesture.threshold.unit
  }

  /// - Parameter unit: of the threshold of `[gesture]`.
  private mutating func read(_ name: String, in unit: Threshold.Unit, _ reader: inout ConfigurationReader) {
    let isOwn = BuiltInProfile(rawValue: name) == nil
    var result = ProfileSettings(gesture: (bases[name] ?? unselected).gesture)
    // The threshold of [gesture] may be in another unit than that of a section.
    let hasThreshold = isOwn && reader.sets(SectionName("profile", name), "threshold")
    if !hasThreshold, reader.sets("gesture", "threshold"), unit != result.gesture.threshold.unit {
      result.gesture.threshold = unit.defaultThreshold
    }
    result.gesture.read(&reader, except: hasThreshold ? "threshold" : nil)
    result.keys.read(&reader, "keys")
    if isOwn {
      result.gesture.read(&reader, profile: SectionName("profile", name))
      result.keys.read(&reader, SectionName("profile", name))
    }
    settings[name] = result
  }

  static func fault(_ name: String) -> (cause: String, fix: Fix)? {
    if BuiltInProfile(rawValue: name) != nil {
      return (
        "is the name of a built-in profile",
        "choose another one for the section, or set options over those of the built-in one in [gesture] and [keys]"
      )
    }
    if (1...64).contains(name.utf8.count), name.utf8.allSatisfy(\.isOfPlainName) { return nil }
    return ("cannot be the name of a profile", "use 1 to 64 of the characters A-Z, a-z, 0-9, _ and -")
  }
}

/// There is no profile of a name.
package struct ProfileError: UserFacingError, Equatable {
  package let name: String
  /// Those that there are.
  package let names: [String]

  package init(unknown name: String, names: [String]) { (self.name, self.names) = (name, names) }

  package var userError: UserError {
    let meant = nearestName(to: name, among: names).map { "did you mean \"\($0)\"? " } ?? ""
    return UserError(
      "there is no profile \"\(name.prefix(64))\"", fix: .action("\(words: meant)profiles: \(words: names.joined(separator: ", "))"),
      exitStatus: .usage)
  }
}
