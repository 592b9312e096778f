/// Checks once whether the broker keeps what is published: what it keeps, it sends to those who subscribe.
///
/// In MQTT 3.1.1, a broker confirms a message that its access rules forbid, and drops it.
package struct RetainedEcho: Sendable {
  /// The time for the broker to send what it keeps, in ns.
  private static let patienceNs: UInt64 = 5_000_000_000

  private var topics: [String] = []
  /// Those that have not come back.
  private var missing: Set<String> = []
  /// When the rest is missing; nil before the check, and after it.
  package private(set) var dueNs: UInt64?

  package init() {}

  /// Begins when something is published for the first time that is to be kept, and that is more than that there is no daemon.
  ///
  /// - Returns: the topics to subscribe to; nil if the check does not begin now.
  package mutating func begin(with published: [Publication], nowNs: UInt64) -> [String]? {
    let kept = published.filter { $0.isRetained && !$0.payload.isEmpty }.map(\.topic)
    guard topics.isEmpty, kept.count > 1 else { return nil }
    (topics, missing, dueNs) = (kept, Set(kept), nowNs + Self.patienceNs)
    return kept
  }

  /// A message has come.
  package mutating func take(_ topic: String) { missing.remove(topic) }

  /// The broker has refused a subscription.
  ///
  /// - Returns: whether it was one of the check, which then cannot know about this topic.
  package mutating func cannotKnow(_ topic: String) -> Bool {
    missing.remove(topic)
    return topics.contains(topic)
  }

  /// Ends the check when its time is over, or nothing is missing.
  ///
  /// - Returns: the topics that are subscribed to, and those that have not come back, in their order; nil if the check does not end now.
  package mutating func end(nowNs: UInt64) -> (topics: [String], missing: [String])? {
    guard let dueNs, nowNs >= dueNs || missing.isEmpty else { return nil }
    self.dueNs = nil
    return (topics, topics.filter(missing.contains))
  }
}
