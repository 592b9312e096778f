/// A gesture of the rule. Whatever comes after the rule handles gestures by name, and takes what differs between them from here.
public enum Gesture: String, Sendable, Codable, CaseIterable {
  case thumbDown = "thumb_down"
  case thumbUp = "thumb_up"

  /// Which way it swipes; nil for a gesture that is no swipe.
  public var direction: SwipeDirection? {
    switch self {
    case .thumbDown: .left
    case .thumbUp: .right
    }
  }

  /// Its name in the configuration, in counts, file names and reports: for a swipe, its direction.
  public var name: String { direction?.rawValue ?? rawValue }

  /// What the hand does, for people.
  public var words: String {
    switch self {
    case .thumbDown: "thumb down"
    case .thumbUp: "thumb up"
    }
  }

  /// The key that it presses where the configuration names none, as the configuration names keys.
  package var defaultKey: String {
    switch self {
    case .thumbDown: "left"
    case .thumbUp: "right"
    }
  }

  /// - Parameter name: see ``name``.
  public init?(named name: String) {
    guard let gesture = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = gesture
  }
}

/// Which way a swipe goes.
public enum SwipeDirection: String, Sendable, Codable, CaseIterable {
  case left, right
}

/// How far a gesture is.
public enum GesturePhase: String, Sendable, Codable, CaseIterable {
  /// It acts at once, and is over: a swipe.
  case made
  /// It is held from now on.
  case began
  /// It is not held any more.
  case ended

  /// Whether something starts in this phase: it is counted and listed, and commands run.
  public var starts: Bool { self != .ended }
}

/// A value for each gesture, such as its keys.
public struct ByGesture<Value> {
  private var values: [Gesture: Value] = [:]

  /// Asks for the value of each gesture, in their order.
  ///
  /// - Throws: what `value` throws.
  public init<E>(_ value: (Gesture) throws(E) -> Value) throws(E) {
    for gesture in Gesture.allCases { values[gesture] = try value(gesture) }
  }

  /// The value of a gesture.
  public subscript(gesture: Gesture) -> Value {
    get { values[gesture]! }
    set { values[gesture] = newValue }
  }

  /// The values in the order of the gestures.
  public var all: [Value] { Gesture.allCases.map { self[$0] } }
}

extension ByGesture: Sendable where Value: Sendable {}
extension ByGesture: Equatable where Value: Equatable {}

/// An object with the count of each gesture, by its ``Gesture/name``. One that does not know a gesture has counted none.
extension ByGesture: Codable where Value == Int {
  public init(from decoder: any Decoder) throws {
    // As a dictionary, whose keys are names and no members that a decoder renames.
    let counts = try decoder.singleValueContainer().decode([String: Int].self)
    self.init { counts[$0.name] ?? 0 }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Dictionary(uniqueKeysWithValues: Gesture.allCases.map { ($0.name, self[$0]) }))
  }
}
