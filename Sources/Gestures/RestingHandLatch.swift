/// Lets one gesture give one swipe, however long it is held: a thumb fires it once, a resting hand arms it again.
public struct RestingHandLatch: Sendable, Equatable {
  public private(set) var isArmed: Bool

  /// - Parameter isArmed: whether the next thumb fires it.
  public init(isArmed: Bool = true) { self.isArmed = isArmed }

  /// Takes the zone of the next counting frame; returns the swipe's direction when it fires.
  public mutating func update(_ zone: Zone) -> SwipeDirection? {
    defer { isArmed = zone == .rest }
    guard isArmed else { return nil }
    return switch zone {
    case .down: .left
    case .up: .right
    case .rest: nil
    }
  }

  /// Arms it without a resting hand.
  public mutating func arm() { isArmed = true }
}
