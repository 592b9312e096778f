import Gestures

/// The settings that decide what is a swipe: the gesture options of the configuration, by the names and values that they have there.
///
/// They may be those of another version: it may know other values, and options that this one does not know are left out.
public struct GestureOptions: Sendable, Equatable {
  private var values: [String: OptionValue] = [:]

  /// The options of these settings.
  public init(_ settings: GestureSettings) {
    for option in GestureOption.all { values[option.key] = option.value(in: settings) }
  }

  /// Creates the defaults, which are the product's definition of a gesture, with some options changed.
  public init(_ change: (inout GestureSettings) -> Void = { _ in }) {
    var settings = GestureSettings()
    change(&settings)
    self.init(settings)
  }

  /// The value of an option, by its name in the configuration; nil if it is missing, as in a trace of an older version.
  public subscript(key: String) -> OptionValue? {
    get { values[key] }
    set { values[key] = newValue }
  }
}

extension GestureSettings {
  /// An option that is missing has its default.
  ///
  /// - Throws: ``EventProblem`` for a value that this version does not allow.
  package init(_ options: GestureOptions) throws(EventProblem) {
    self.init()
    for option in GestureOption.all {
      guard let value = options[option.key] else { continue }
      guard let changed = option.setting(value, in: self) else {
        let cause = option.names.isEmpty ? "is not \(option.allowed(in: self))" : "this version of swiped does not know"
        throw EventProblem("gesture.\(option.key) is \("\(value)".prefix(40)), which \(cause)")
      }
      self = changed
    }
  }
}

extension GestureOptions: Codable {
  /// JSON's keys are converted to and from snake case, which options have already.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ option: GestureOption) {
      let words = option.key.split(separator: "_")
      stringValue = words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    let defaults = GestureOptions()
    for option in GestureOption.all {
      let value = try object.decodeIfPresent(OptionValue.self, forKey: Key(option))
      // JSON does not tell 50 and 50.0 apart.
      if case .integer(let whole) = value, case .number = defaults[option.key] {
        values[option.key] = .number(Double(whole))
      } else {
        values[option.key] = value
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    for option in GestureOption.all { try object.encodeIfPresent(values[option.key], forKey: Key(option)) }
  }
}

extension OptionValue: Codable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let whole = try? value.decode(Int.self) {
      self = .integer(whole)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let sides = try? value.decode([Double].self), sides.count == 2 {
      self = .size(width: sides[0], height: sides[1])
    } else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "no option has such a value")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .flag(let flag): try value.encode(flag)
    case .integer(let whole): try value.encode(whole)
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    case .size(let width, let height): try value.encode([width, height])
    }
  }
}
