/// The swipes on their way to the broker, and what has become of the others.
///
/// A swipe makes sense only at once: one that has waited for 2 s is dropped and counted, and never sent. So is one that the broker does not confirm
/// within 2 s after it was sent, and it is never sent again. Times are in ns of CLOCK_MONOTONIC.
package struct SwipeDelivery: Sendable {
  /// The time to send a swipe after it was made, and to confirm it after it was sent, in ns.
  package static let patienceNs: UInt64 = 2_000_000_000
  /// Most swipes that wait to be sent: more than a person makes in that time.
  static let waitingLimit = 256
  /// Most swipes that wait for their confirmation: what every broker allows without asking.
  static let flightLimit = 20

  package struct Swipe: Sendable, Equatable {
    package let payload: [UInt8]
    /// When it was made.
    package let ns: UInt64
  }

  /// Swipes that the broker has confirmed.
  package private(set) var delivered = 0
  /// Swipes that it has not confirmed in time. Some of the last ones before a loss may have arrived all the same.
  package private(set) var dropped = 0
  private var waiting: [Swipe] = []
  /// When the swipes were sent, by the ids of their messages.
  private var inFlight: [Int32: UInt64] = [:]

  package init() {}

  /// The swipes that are neither delivered nor dropped yet.
  package var pending: Int { waiting.count + inFlight.count }

  package mutating func add(_ payload: [UInt8], madeNs: UInt64, nowNs: UInt64) {
    if waiting.count == Self.waitingLimit {
      waiting.removeFirst()
      dropped += 1
    }
    // One of the future would never be too old.
    waiting.append(Swipe(payload: payload, ns: min(madeNs, nowNs)))
  }

  /// Takes the next swipe to send; nil while there is none, or the broker has to confirm others first.
  package mutating func next(nowNs: UInt64) -> Swipe? {
    guard inFlight.count < Self.flightLimit else { return nil }
    dropOld(nowNs)
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// The swipe that was taken last was sent as this message.
  package mutating func sent(as id: Int32, nowNs: UInt64) { inFlight[id] = nowNs }

  /// A swipe could not be sent.
  package mutating func failed() { dropped += 1 }

  /// The broker has confirmed a message, which may be another one.
  package mutating func confirmed(_ id: Int32) {
    if inFlight.removeValue(forKey: id) != nil { delivered += 1 }
  }

  /// The connection has ended: what was not confirmed is not sent again.
  package mutating func disconnected() {
    dropped += inFlight.count
    inFlight = [:]
  }

  /// Nothing will be sent any more.
  package mutating func end() {
    disconnected()
    dropped += waiting.count
    waiting = []
  }

  /// Drops the swipes that wait for too long.
  package mutating func dropOld(_ nowNs: UInt64) {
    let old = waiting.prefix { Self.isOld($0.ns, nowNs) }.count
    waiting.removeFirst(old)
    dropped += old
  }

  /// When the broker must have confirmed what was sent; nil while it has.
  package var dueNs: UInt64? { inFlight.values.min().map { $0 + Self.patienceNs } }

  private static func isOld(_ ns: UInt64, _ nowNs: UInt64) -> Bool { nowNs >= ns + patienceNs }
}
