import CLinux
import Glibc
import SystemPackage

/// Wakes a thread that waits for a descriptor. Any thread may signal it.
package final class Wakeup: Sendable {
  private let event: OwnedDescriptor

  package init() throws(Errno) { event = try OwnedDescriptor { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) } }

  /// A descriptor to wait for together with others. It is readable from ``signal()`` until ``reset()``.
  package var descriptor: Int32 { event.number }

  /// Ends the current wait, or the next one.
  package func signal() { eventfd_write(event.number, 1) }

  /// Discards the signals so far.
  package func reset() {
    var count: eventfd_t = 0
    eventfd_read(event.number, &count)
  }

  /// Waits for a signal.
  ///
  /// - Parameter milliseconds: the longest time to wait; −1 waits without a limit.
  package func wait(milliseconds: Int32) {
    var waiting = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
    poll(&waiting, 1, milliseconds)
  }
}

/// What ended a wait.
package enum Readiness: Sendable { case ready, woken, timedOut }

/// Waits until a descriptor can be read without blocking, has ended or is broken; `wake` comes first if both are ready.
///
/// - Parameters:
///   - descriptor: the descriptor; a negative one is ignored, as is a negative `wake`.
///   - untilNs: when to stop waiting, in ns of CLOCK_MONOTONIC, at most a millisecond late; nil waits without a limit.
package func wait(for descriptor: Int32, wake: Int32, untilNs: UInt64? = nil) -> Readiness {
  // Not an array, which would be allocated for each wait.
  var entries = (
    pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  )
  while true {
    let left = untilNs.map { milliseconds(until: $0) } ?? -1
    let found = withUnsafeMutablePointer(to: &entries) { pair in
      pair.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, left) }
    }
    if found > 0 { return entries.0.revents != 0 ? .woken : .ready }
    // A signal may end a wait early, and so does a time that is too long for a single one.
    if left == 0 { return .timedOut }
  }
}

/// The time left, rounded up, so that a wait does not end early; 0 if it has passed.
package func milliseconds(until ns: UInt64) -> Int32 {
  let now = monotonicNs()
  return ns > now ? Int32(clamping: (ns - now + 999_999) / 1_000_000) : 0
}
