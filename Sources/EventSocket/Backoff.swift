/// How long to wait before each attempt: from 0.1 s on, twice as long each time, at most 5 s.
package struct Backoff {
  private var milliseconds: Int32 = 100

  package init() {}

  /// The next wait, in ms.
  package mutating func next() -> Int32 {
    defer { milliseconds = min(2 * milliseconds, 5000) }
    return milliseconds
  }
}
