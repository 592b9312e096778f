/// The recent connections to the broker, and which message to log next: none twice in a row.
package struct BrokerHistory: Sendable {
  /// How many connections must end in a row, after they were in use, to be those that another client takes. A broker ends a connection when
  /// another client connects with the same client id; MQTT 3.1.1 has no message for it. A broker that was restarted has ended one.
  private static let contestCount = 4
  /// A connection that is in use for longer is stable, in ns: another client would connect once a minute at least.
  package static let stableNs: UInt64 = 120_000_000_000

  /// How many connections in a row were in use and have ended soon.
  private var ended = 0
  /// What was said last, unless a connection has been stable since.
  private var reported: BrokerError?

  package init() {}

  /// Whether the next connection is likely to end, too, so that nothing is said when it is there.
  private var expectsEnd: Bool {
    switch reported {
    case .contested, .rejected: true
    default: false
    }
  }

  /// The broker has accepted a connection.
  ///
  /// - Returns: whether to say so.
  package mutating func begin() -> Bool {
    if expectsEnd { return false }
    reported = nil
    return true
  }

  /// A connection has become stable.
  ///
  /// - Returns: whether to say that there is a connection, since it was not said when it began.
  package mutating func confirmStable() -> Bool {
    ended = 0
    defer { reported = nil }
    return expectsEnd
  }

  /// A connection, or an attempt, has ended.
  ///
  /// - Parameters:
  ///   - connectedNs: how long the connection was accepted, in ns; nil if it was not.
  ///   - wasUsed: whether the broker has confirmed a message.
  ///   - id: the client id.
  /// - Returns: what to say; nil if it was said last.
  package mutating func end(_ error: BrokerError, afterConnectedNs connectedNs: UInt64?, wasUsed: Bool, id: String) -> BrokerError? {
    let found = cause(of: error, connectedNs, wasUsed, id)
    defer { reported = found }
    return found == reported ? nil : found
  }

  private mutating func cause(of error: BrokerError, _ connectedNs: UInt64?, _ wasUsed: Bool, _ id: String) -> BrokerError {
    guard case .unreachable = error, let connectedNs, connectedNs < Self.stableNs else {
      ended = 0
      return error
    }
    guard wasUsed else {
      ended = 0
      return .rejected
    }
    ended += 1
    return ended >= Self.contestCount ? .contested(id: id) : error
  }
}
