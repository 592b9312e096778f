/// The value of an option, as a file or a message has it.
public enum OptionValue: Sendable, Equatable {
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case size(width: Double, height: Double)
}

extension OptionValue: CustomStringConvertible {
  /// As in the configuration.
  public var description: String {
    switch self {
    case .flag(let flag): "\(flag)"
    case .integer(let whole): "\(whole)"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): String(reflecting: text)
    case .size(let width, let height): "[\(OptionValue.number(width)), \(OptionValue.number(height))]"
    }
  }
}

/// An option of the rule: a key of `[gesture]` or `[expert]` in the configuration, and of the gesture settings in a status and in a trace.
public struct GestureOption: Sendable {
  /// Its name in files and messages.
  public let key: String
  /// What it is, in one sentence.
  public let summary: String
  /// The names to choose from, if it is a choice.
  public let names: [String]
  private let words: @Sendable (GestureSettings) -> String
  private let range: @Sendable (GestureSettings) -> ClosedRange<Double>?
  private let get: @Sendable (GestureSettings) -> OptionValue
  private let set: @Sendable (inout GestureSettings, OptionValue) -> Bool

  /// The values that it may have beside the other settings; ends the sentence "allowed: …".
  public func allowed(in settings: GestureSettings) -> String { words(settings) }

  /// The numbers between which all lie that it may have beside the other settings; nil if it is no number.
  public func bounds(in settings: GestureSettings) -> ClosedRange<Double>? { range(settings) }

  /// Its value in these settings.
  public func value(in settings: GestureSettings) -> OptionValue { get(settings) }

  /// The settings with another value of this option; nil if it is not allowed.
  public func setting(_ value: OptionValue, in settings: GestureSettings) -> GestureSettings? {
    var changed = settings
    return set(&changed, value) ? changed : nil
  }
}

extension GestureOption {
  /// Every option, in the order in which they are read: the unit of the threshold before its number.
  public static let all: [GestureOption] = [
    GestureOption(
      "view", "The size of the view, in pixels.", allowed: "two numbers from 16 to 8192, as in [640, 480]",
      get: { .size(width: $0.view.width, height: $0.view.height) },
      set: { settings, value in
        guard case .size(let width, let height) = value, (16...8192).contains(width), (16...8192).contains(height) else { return false }
        settings.view = View(width: width, height: height)
        return true
      }),
    choice("threshold_unit", \.threshold.unit, "The unit of the threshold."),
    number(
      "threshold", \.threshold.number, "How far the tip of the thumb must be above or below the wrist for a gesture.",
      { $0.threshold.unit.numbers }),
    number(
      "min_confidence", \.minConfidence.shortest,
      "A hand is ignored unless the confidence of its wrist and of all five fingertips is higher than this.",
      .below(1)),
    flag("whole_hand", \.wholeHand, "Whether a hand is ignored unless its wrist and all five fingertips are inside the picture."),
    number("min_hand_size", \.minHandSize, "Hands smaller than this are ignored.", .from0(to: 4096, "view pixels")),
    choice("hand", \.hand, "Which hands may swipe."),
    choice("people", \.people, "Whose hands may swipe."),
    number(
      "hysteresis", \.hysteresis, "How far a raised or lowered thumb may fall below the threshold before it stops counting.",
      .below(1)),
    choice("pose", \.pose, "Which hands can swipe, by their pose."),
    milliseconds("dwell_ms", \.dwellMs, "How long the thumb must stay up or down before it swipes."),
    milliseconds("bridge_ms", \.bridgeMs, "Losing the thumb for up to this long does not restart dwell_ms."),
    milliseconds("cooldown_ms", \.cooldownMs, "How long after a swipe no other swipe follows."),
    milliseconds("rearm_after_lost_ms", \.rearmAfterLostMs, "Being out of the picture for this long counts as rest."),
    milliseconds("lost_gesture_ms", \.lostGestureMs, "Binds a gesture to its hand, so that another hand at rest does not end it."),
    milliseconds("release_ms", \.releaseMs, "Showing no thumb for this long counts as rest."),
    milliseconds("repeat_ms", \.repeatMs, "A thumb that is held swipes again each time this has passed."),
    milliseconds("repeat_delay_ms", \.repeatDelayMs, "How long a thumb is held before it first swipes again."),
    choice("unlock", \.unlock, "Whether the swipes are asleep until a thumb is shown twice."),
    whole("awake_s", \.awakeS, in: 1...3600, "With unlock, how long the swipes stay awake after the last one."),
  ]

  /// The option of this key; nil if there is none.
  public static func named(_ key: String) -> GestureOption? { all.first { $0.key == key } }

  private typealias Path<Value> = WritableKeyPath<GestureSettings, Value> & Sendable

  private init(
    _ key: String, _ summary: String, names: [String] = [], allowed: String, bounds: ClosedRange<Double>? = nil,
    get: @escaping @Sendable (GestureSettings) -> OptionValue, set: @escaping @Sendable (inout GestureSettings, OptionValue) -> Bool
  ) {
    self.init(key: key, summary: summary, names: names, words: { _ in allowed }, range: { _ in bounds }, get: get, set: set)
  }

  private static func flag(_ key: String, _ path: Path<Bool>, _ summary: String) -> Self {
    Self(
      key, summary, allowed: "true or false", get: { .flag($0[keyPath: path]) },
      set: { settings, value in
        guard case .flag(let flag) = value else { return false }
        settings[keyPath: path] = flag
        return true
      })
  }

  private static func milliseconds(_ key: String, _ path: Path<UInt32>, _ summary: String) -> Self {
    whole(key, path, in: 0...60_000, summary)
  }

  private static func whole(_ key: String, _ path: Path<UInt32>, in range: ClosedRange<UInt32>, _ summary: String) -> Self {
    Self(
      key, summary, allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      bounds: Double(range.lowerBound)...Double(range.upperBound),
      get: { .integer(Int($0[keyPath: path])) },
      set: { settings, value in
        guard case .integer(let whole) = value, let number = UInt32(exactly: whole), range.contains(number) else { return false }
        settings[keyPath: path] = number
        return true
      })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, _ path: Path<Choice>, _ summary: String
  ) -> Self {
    let names = Choice.allCases.map(\.rawValue)
    return Self(
      key, summary, names: names, allowed: names.map { "\"\($0)\"" }.joined(separator: ", "),
      get: { .text($0[keyPath: path].rawValue) },
      set: { settings, value in
        guard case .text(let name) = value, let choice = Choice(rawValue: name) else { return false }
        settings[keyPath: path] = choice
        return true
      })
  }

  private static func number(_ key: String, _ path: Path<Double>, _ summary: String, _ numbers: Numbers) -> Self {
    number(key, path, summary) { _ in numbers }
  }

  private static func number(
    _ key: String, _ path: Path<Double>, _ summary: String, _ numbers: @escaping @Sendable (GestureSettings) -> Numbers
  ) -> Self {
    Self(
      key: key, summary: summary, names: [], words: { numbers($0).words }, range: { numbers($0).bounds },
      get: { .number($0[keyPath: path]) },
      set: { settings, value in
        let number: Double
        switch value {
        case .integer(let whole): number = Double(whole)
        case .number(let any): number = any
        default: return false
        }
        guard numbers(settings).contains(number) else { return false }
        settings[keyPath: path] = number
        return true
      })
  }
}

/// The numbers that an option may have, and their words.
private struct Numbers: Sendable {
  let words: String
  /// Those between which they lie, which may not all be among them.
  let bounds: ClosedRange<Double>
  let contains: @Sendable (Double) -> Bool

  static func from0(to most: Double, _ unit: String) -> Numbers {
    Numbers(words: "a number of \(unit) from 0 to \(Int(most))", bounds: 0...most) { $0 >= 0 && $0 <= most }
  }

  static func below(_ end: Double) -> Numbers {
    Numbers(words: "a number from 0 to below \(Int(end))", bounds: 0...end) { $0 >= 0 && $0 < end }
  }

  static func over0(atMost most: Double, _ unit: String) -> Numbers {
    Numbers(words: "a number of \(unit) over 0, at most \(Int(most))", bounds: 0...most) { $0 > 0 && $0 <= most }
  }

  func adding(_ note: String) -> Numbers { Numbers(words: "\(words) (\(note))", bounds: bounds, contains: contains) }
}

extension Threshold.Unit {
  fileprivate var numbers: Numbers {
    switch self {
    case .pixels: .over0(atMost: 4096, "view pixels")
    case .handSizes: .over0(atMost: 5, "hand sizes").adding("the unit is \"hand\"; set threshold_unit = \"px\" in [expert] for pixels")
    }
  }
}

extension Float {
  /// The number with the fewest digits that rounds to this one, in which it was written.
  fileprivate var shortest: Double {
    get { Double("\(self)") ?? Double(self) }
    set { self = Float(newValue) }
  }
}
