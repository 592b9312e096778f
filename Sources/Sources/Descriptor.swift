import Glibc
import Imaging

/// Owns a file descriptor and closes it, unless it was only lent.
struct Descriptor: ~Copyable {
  let number: Int32
  private let closes: Bool

  /// - Parameter closes: false for a descriptor that belongs to someone else, as standard input does.
  init(_ number: Int32, closes: Bool) {
    self.number = number
    self.closes = closes
  }

  deinit { if closes { close(number) } }
}

/// What ended a wait.
enum Readiness { case ready, woken, timedOut }

/// Waits until `descriptor` can be read without blocking, has ended or is broken; `wake` comes first if both are ready.
///
/// - Parameters:
///   - descriptor: below 0, there is only `wake` and the time to wait for; and so with `wake`.
///   - untilNs: when to stop waiting, in ns of CLOCK_MONOTONIC, at most a millisecond late; nil waits for ever.
func wait(for descriptor: Int32, wake: Int32, untilNs: UInt64?) -> Readiness {
  // An array would be allocated anew for each wait.
  var entries = (
    pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  )
  while true {
    let left = untilNs.map { milliseconds(until: $0) } ?? -1
    let found = withUnsafeMutablePointer(to: &entries) { pair in
      pair.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, left) }
    }
    if found > 0 { return entries.0.revents != 0 ? .woken : .ready }
    // A signal ends a wait early; so does a time too long for one.
    if left == 0 { return .timedOut }
  }
}

/// Rounded up, so that a wait does not end before its time.
private func milliseconds(until ns: UInt64) -> Int32 {
  let now = monotonicNs()
  return ns > now ? Int32(clamping: (ns - now + 999_999) / 1_000_000) : 0
}
