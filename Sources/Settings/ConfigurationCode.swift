import UserErrors

/// The codes of what problems of a configuration and notes on its file say, which are stable. The page has a text for each, in each of its languages.
package enum ConfigurationCode: String, Sendable, CaseIterable {
  /// The place of a problem that has a code of its own.
  case mistakePlace = "mistake_place"
  /// A problem without a code of its own, in English.
  case configurationProblem = "configuration_problem"

  case sectionUnknown = "section_unknown"
  case optionUnknown = "option_unknown"
  case optionElsewhere = "option_elsewhere"
  case optionMissing = "option_missing"
  case optionOutOfRange = "option_out_of_range"
  case optionNotListed = "option_not_listed"
  case optionNotAllowed = "option_not_allowed"
  case keyUnknown = "key_unknown"
  case textWithoutQuotes = "text_without_quotes"
  /// The name or value that is meant, after one that there is not.
  case nameMeant = "name_meant"

  // What is not TOML.
  case nameTwice = "name_twice"
  case quoteNotClosed = "quote_not_closed"
  case valueMissing = "value_missing"
  case equalsSignMissing = "equals_sign_missing"
  case textAfterValue = "text_after_value"
  case equalsSignTwice = "equals_sign_twice"
  case spaceUnknown = "space_unknown"
  case valueUnknown = "value_unknown"

  // The names of profiles.
  case profileNameUnfit = "profile_name_unfit"
  case profileNameTaken = "profile_name_taken"
  case profileBuiltIn = "profile_built_in"
  case profileOfApp = "profile_of_app"

  // The place of the file.
  case fileUnwritable = "file_unwritable"
  case fileReadOnly = "file_read_only"
  case fileLinkReadOnly = "file_link_read_only"
  case fileGenerated = "file_generated"
  case fileLinked = "file_linked"
  case fileLinkedToMissing = "file_linked_to_missing"
  case fileInRepository = "file_in_repository"
  case fileHasNames = "file_has_names"
  case fileOpenElsewhere = "file_open_elsewhere"
}

extension ConfigurationProblem {
  /// The file, and the line where there is one.
  package var location: String { file + (place.map { ":\($0.line)" } ?? "") }

  /// What it says, for programs that say it in their own words.
  package var facts: [Fact] {
    guard let fact else {
      let advice = if case .action(let words)? = fix { "; \(words)" } else { "" }
      return [Fact(ConfigurationCode.configurationProblem, ["place": location, "cause": cause + advice])]
    }
    let nearest = meant.map { Fact(ConfigurationCode.nameMeant, ["name": $0]) }
    return [Fact(ConfigurationCode.mistakePlace, ["place": location]), fact, nearest].compactMap(\.self)
  }
}

extension ValueRule {
  /// What a value that it does not allow has wrong; nil if it cannot be shown in a line.
  func fact(of value: TOMLValue, named option: String) -> Fact? {
    guard let shown = value.literal else { return nil }
    if let fact = fact(outside: shown, named: option) { return fact }
    guard names.isEmpty else {
      return Fact(ConfigurationCode.optionNotListed, ["option": option, "value": shown, "choices": names.joined(separator: ", ")])
    }
    return Fact(ConfigurationCode.optionNotAllowed, ["option": option, "value": shown])
  }

  /// What is wrong with a value that is none of the numbers that it allows; nil if it allows others than numbers.
  func fact(outside shown: String, named option: String) -> Fact? {
    guard let bounds else { return nil }
    let (least, most) = (Self.text(bounds.lowerBound), Self.text(bounds.upperBound))
    return Fact(ConfigurationCode.optionOutOfRange, ["option": option, "value": shown, "least": least, "most": most])
  }

  /// A whole number without a decimal point.
  private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}

extension TOMLValue {
  /// As a file has it; nil for what is not on one line.
  fileprivate var literal: String? {
    switch self {
    case .string(let text): quote(text)
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .date, .time, .dateTime, .array, .table: nil
    }
  }
}
