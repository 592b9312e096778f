/// Checks once whether the broker keeps what is published: what it keeps, it sends to those who subscribe.
///
/// In MQTT 3.1.1, a broker confirms a message that its access rules forbid, and drops it.
package struct RetainedEcho: Sendable {
  /// The time for the broker to send what it keeps, in ns.
  private static let patienceNs: UInt64 = 5_000_000_000

  private var topics: [String] = []
  /// What was published to those that have not come back: any of it, since more may be published meanwhile. What the broker has kept of
  /// earlier does not count.
  private var missing: [String: Set<[UInt8]>] = [:]
  /// When the rest is missing; nil before the check, and after it.
  package private(set) var dueNs: UInt64?

  package init() {}

  /// Records what is published. The check begins with the first state of the device.
  ///
  /// - Returns: the topics to subscribe to; nil if the check does not begin now.
  package mutating func add(_ published: [Publication], nowNs: UInt64) -> [String]? {
    let kept = published.filter { $0.isRetained && !$0.payload.isEmpty }
    guard topics.isEmpty else {
      for message in kept { missing[message.topic]?.insert(message.payload) }
      return nil
    }
    guard kept.count > 1 else { return nil }
    topics = kept.map(\.topic)
    for message in kept { missing[message.topic] = [message.payload] }
    dueNs = nowNs + Self.patienceNs
    return topics
  }

  /// A message has come.
  package mutating func take(_ topic: String, _ payload: [UInt8]) {
    // Of a longer one, only the start is read.
    guard let sent = missing[topic], sent.contains(where: { $0.starts(with: payload) }) else { return }
    missing[topic] = nil
  }

  /// The broker has refused a subscription.
  ///
  /// - Returns: whether it was one of the check, which then cannot know about this topic.
  package mutating func markUnreadable(_ topic: String) -> Bool {
    missing[topic] = nil
    return topics.contains(topic)
  }

  /// Ends the check when its time is over, or nothing is missing.
  ///
  /// - Returns: the topics that are subscribed to, and those that have not come back, in their order; nil if the check does not end now.
  package mutating func end(nowNs: UInt64) -> (topics: [String], missing: [String])? {
    guard let dueNs, nowNs >= dueNs || missing.isEmpty else { return nil }
    self.dueNs = nil
    return (topics, topics.filter { missing[$0] != nil })
  }
}
