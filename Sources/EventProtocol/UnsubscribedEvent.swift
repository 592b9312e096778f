/// This subscriber gets no more of a topic, by the daemon's doing; the connection lives on.
public struct UnsubscribedEvent: Codable, Sendable, Equatable {
  public var topic: Topic
  /// Why, in one line, and what mends it.
  public var reason: String

  public init(topic: Topic, reason: String) {
    self.topic = topic
    self.reason = reason
  }
}
