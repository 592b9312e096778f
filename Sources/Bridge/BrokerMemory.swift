import Platform

/// What a broker can make the bridge allocate.
///
/// Before MQTT 5, a client cannot say how large a message may be, and libmosquitto allocates the size that a packet announces, up to 256 MiB,
/// and as much again for the message. The first limit ends a connection; beyond the second, that allocation fails, so that the library ends
/// it.
package enum BrokerMemory {
  /// Most bytes that a connection may add to what is allocated: those of a command are 300.
  static let connectionLimit = 8 << 20
  /// Most bytes by which the process may grow, the stacks of its threads among them.
  private static let processLimit: UInt64 = 32 << 20

  /// Sets the limit of the process. Where a sandbox forbids that, the one of connections is left.
  package static func limit() { try? Memory.limitGrowth(toBytes: processLimit) }
}
