/// Whether another client takes the connection again and again: a broker ends a connection when somebody connects with the same client id.
/// MQTT 3.1.1 has no message for it.
package struct ConnectionContest: Sendable {
  /// How many connections must end in a row. A broker that was restarted has ended one.
  private static let count = 4
  /// A connection that was in use for longer has ended for another reason, in ns: both clients connect once a minute at least.
  private static let longestNs: UInt64 = 120_000_000_000

  private var ended = 0

  package init() {}

  package var isOn: Bool { ended >= Self.count }

  /// - Parameters:
  ///   - error: why the connection, or the attempt, has ended.
  ///   - connectedNs: how long the connection was in use, in ns; nil if the broker has not accepted it.
  package mutating func ended(_ error: BrokerError, afterConnectedNs connectedNs: UInt64?) {
    guard case .unreachable = error, let connectedNs, connectedNs < Self.longestNs else {
      ended = 0
      return
    }
    ended += 1
  }
}
