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

extension ByGesture: Codable where Value: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ gesture: Gesture) { stringValue = gesture.name }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  /// An object with a member for each gesture, by its ``Gesture/name``.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    try self.init { try object.decode(Value.self, forKey: Key($0)) }
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    for gesture in Gesture.allCases { try object.encode(self[gesture], forKey: Key(gesture)) }
  }
}
