import EventProtocol
import Hands

/// The hands of the last frame, as the status has them. All memory is allocated when it is created, so that a frame allocates nothing.
package struct HandsInView: Sendable {
  private var hands: [Status.SeenHand] = []

  package init() { hands.reserveCapacity(RecentFrames.handLimit) }

  /// Takes the hands of the next frame, of which the first ones are kept.
  package mutating func replace(by seen: [HumanHandPoseObservation]) {
    removeAll()
    for hand in seen.prefix(RecentFrames.handLimit) { hands.append(Status.SeenHand(id: hand.id, chirality: hand.chirality)) }
  }

  /// No more frames come for now.
  package mutating func removeAll() { hands.removeAll(keepingCapacity: true) }

  /// A copy with memory of its own: if a status shared this memory, the next frame would allocate.
  package var copy: [Status.SeenHand] { hands.map { $0 } }
}
