/// The pauses between attempts to connect to the broker: 0.5 s at first, twice as long each time, at most 60 s.
package struct ReconnectPause: Sendable {
  private static let shortestMs = 500, longestMs = 60_000
  /// A connection that has lasted this long was a good one, after which the pauses are short again.
  private static let goodMs = 10_000

  private var nextMs = shortestMs

  package init() {}

  /// Returns the time to wait after an attempt, in ms.
  ///
  /// - Parameter connectedMs: how long the attempt's connection was in use, in ms; 0 if there was none.
  package mutating func next(afterConnectedMs connectedMs: Int) -> Int {
    if connectedMs >= Self.goodMs { nextMs = Self.shortestMs }
    defer { nextMs = min(2 * nextMs, Self.longestMs) }
    return nextMs
  }
}
