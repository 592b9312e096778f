/// This subscriber was too slow: newer events have taken the place of so many of a topic.
public struct DroppedEvent: Codable, Sendable, Equatable {
  public var topic: Topic
  /// How many were lost since the one of the topic that came last.
  public var count: Int

  public init(topic: Topic, count: Int) {
    self.topic = topic
    self.count = count
  }
}
