import EventProtocol

/// Holds the newest of each topic for somebody who is behind, and counts what that has replaced.
struct NewestOnly<Item> {
  private var slots: [Topic: (item: Item, lost: Int)] = [:]

  /// - Parameter lost: how many of the topic were lost on the way to here, right before this one.
  /// - Returns: whether none of the topic was held before.
  @discardableResult mutating func put(_ item: Item, of topic: Topic, losing lost: Int = 0) -> Bool {
    let replaced = slots[topic]
    slots[topic] = (item, lost + (replaced.map { $0.lost + 1 } ?? 0))
    return replaced == nil
  }

  /// The newest of the topic, and how many were lost before it.
  mutating func take(_ topic: Topic) -> (item: Item, lost: Int)? { slots.removeValue(forKey: topic) }

  /// The first topic, in the order of their declaration, of which one is held.
  var topic: Topic? { slots.isEmpty ? nil : Topic.allCases.first { slots[$0] != nil } }
}
