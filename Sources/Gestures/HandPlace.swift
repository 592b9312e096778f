import Hands

/// Where a hand is, by which it is known again.
struct HandPlace {
  /// A hand that comes back is the same one within this many hand sizes of its place, by its wrist. A person's other hand is farther away.
  private static let farthest = 2.0
  /// And if it is neither larger nor smaller by more than this factor, which is that of a hand that turns or leans back.
  private static let largestChange = 2.0

  private let x: Double, y: Double, size: Double
  let chirality: Chirality

  init(_ hand: HumanHandPoseObservation) {
    let wrist = hand.recognizedPoint(.wrist)
    (x, y, size, chirality) = (Double(wrist.x), Double(wrist.y), max(hand.size, 1), hand.chirality)
  }

  /// Whether the same hand may be at both places.
  func isNear(_ other: HandPlace) -> Bool { chirality == other.chirality && mayBe(other) }

  /// The same, whichever hand of the person it seems to be.
  func mayBe(_ other: HandPlace) -> Bool {
    max(size, other.size) <= Self.largestChange * min(size, other.size) && distance(to: other) <= Self.farthest
  }

  /// In sizes of the larger one.
  func distance(to other: HandPlace) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot() / max(size, other.size)
  }
}
