/// The waits between attempts, each twice as long as the one before.
package struct Backoff: Sendable {
  /// A connection that has lasted this long was a good one, after which the waits are short again.
  private static let goodMs: UInt64 = 10_000

  private let shortestMs: UInt64, longestMs: UInt64
  private var nextMs: UInt64

  /// - Parameters:
  ///   - shortestMs: the first wait, in ms.
  ///   - longestMs: no wait is longer, in ms.
  package init(shortestMs: UInt64, longestMs: UInt64) {
    (self.shortestMs, self.longestMs, nextMs) = (shortestMs, longestMs, shortestMs)
  }

  /// Returns the next wait, in ms.
  ///
  /// - Parameter connectedMs: how long the attempt's connection was in use, in ms; 0 if there was none.
  package mutating func next(afterConnectedMs connectedMs: UInt64 = 0) -> UInt64 {
    if connectedMs >= Self.goodMs { reset() }
    defer { nextMs = min(2 * nextMs, longestMs) }
    return nextMs
  }

  /// Makes the next wait the first one again.
  package mutating func reset() { nextMs = shortestMs }
}
