import Hands

/// Which way a swipe goes.
public enum SwipeDirection: String, Sendable, Codable, CaseIterable {
  case left, right
}

/// A value for each direction of a swipe, such as its keys.
public struct ByDirection<Value> {
  private var values: [SwipeDirection: Value] = [:]

  public init<E>(_ value: (SwipeDirection) throws(E) -> Value) throws(E) {
    for direction in SwipeDirection.allCases { values[direction] = try value(direction) }
  }

  public subscript(direction: SwipeDirection) -> Value {
    get { values[direction]! }
    set { values[direction] = newValue }
  }

  /// The values in the order of the directions.
  public var all: [Value] { SwipeDirection.allCases.map { self[$0] } }
}

extension ByDirection: Sendable where Value: Sendable {}
extension ByDirection: Equatable where Value: Equatable {}

extension ByDirection: Codable where Value: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ direction: SwipeDirection) { stringValue = direction.rawValue }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  /// An object with a member for each direction.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    try self.init { try object.decode(Value.self, forKey: Key($0)) }
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    for direction in SwipeDirection.allCases { try object.encode(self[direction], forKey: Key(direction)) }
  }
}

/// The gesture that a swipe was made with.
public enum ThumbGesture: String, Sendable, Codable, CaseIterable {
  case thumbUp = "thumb_up"
  case thumbDown = "thumb_down"

  /// Which way it swipes.
  public var direction: SwipeDirection {
    switch self {
    case .thumbUp: .right
    case .thumbDown: .left
    }
  }
}

/// Where the thumb is, relative to the wrist.
public enum Zone: String, Sendable, Codable, CaseIterable {
  case up, rest, down

  /// The gesture of a thumb in it.
  var gesture: ThumbGesture? {
    switch self {
    case .up: .thumbUp
    case .rest: nil
    case .down: .thumbDown
    }
  }

  /// Which way a thumb in it swipes.
  var direction: SwipeDirection? { gesture?.direction }
}

/// One swipe, with what the frame that made it showed.
public struct Swipe: Sendable, Equatable {
  public let direction: SwipeDirection
  public let gesture: ThumbGesture
  /// Thumb tip below the wrist, in view pixels; negative for a thumb up.
  public let distance: Double
  public let chirality: Chirality
  /// The hand's presence, 0…1.
  public let confidence: Float

  init(_ direction: SwipeDirection, _ distance: Double, _ hand: HumanHandPoseObservation) {
    (self.direction, self.distance) = (direction, distance)
    gesture = direction == .left ? .thumbDown : .thumbUp
    (chirality, confidence) = (hand.chirality, hand.confidence)
  }
}

/// What the classifier made of one frame.
public struct Decision: Sendable, Equatable {
  /// The index, in the frame, of the hand that it is about: the one that swipes, or else is nearest to a swipe. Nil if the frame has none.
  public internal(set) var hand: Int?
  /// Thumb tip below the wrist, in view pixels; `nil` without a counting hand.
  public let distance: Double?
  /// `nil` without a counting hand.
  public let zone: Zone?
  /// Whether the latch is armed after this frame.
  public let armed: Bool
  public let swipe: Swipe?
  /// Whether the thumb is so near to a threshold that the next frame may swipe, or arm, without a visible motion.
  public internal(set) var isClose: Bool
  /// Whether every second frame would show what comes next early enough, as the hand moves slowly: no gesture is shown, and one must be
  /// shown for several frames to swipe; or one is held, far from rest.
  public internal(set) var isCalm: Bool
  /// How soon the tracker must see the next change of the hand.
  public var need: TrackingNeed { isClose ? .always : isCalm ? .soon : .whenMoved }
  /// Why a hand that is near a gesture does not swipe; `nil` if it swipes, is near none, or still holds the gesture that swiped.
  public let reason: NoSwipeReason?
  /// Whether the thumb tip is above the wrist.
  public let isUp: Bool

  /// The reason for people.
  public var reasonSentence: String? { reason?.sentence(isUp: isUp) }
}
