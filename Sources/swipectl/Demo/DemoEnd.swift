import Platform
import Synchronization

/// Why the demo ends.
enum DemoEndReason: Sendable { case interrupted, lastPageClosed }

/// Waits for the end of the demo: Ctrl-C and its like, or the last page.
final class DemoEnd: Sendable {
  private let wakeup: Wakeup
  private let reason = Mutex(DemoEndReason.interrupted)
  private let signals: SignalSources

  init() throws {
    let wakeup = try Wakeup()
    self.wakeup = wakeup
    signals = SignalSources(SignalSources.ending) { _ in wakeup.signal() }
  }

  func signal(_ reason: DemoEndReason) {
    self.reason.withLock { $0 = reason }
    wakeup.signal()
  }

  func wait() -> DemoEndReason {
    while Platform.wait(for: wakeup.descriptor, wake: -1) != .ready {}
    return reason.withLock { $0 }
  }
}
