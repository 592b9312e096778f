import Platform
import Synchronization

/// Why the server of the app ends.
enum AppEndReason: Sendable { case interrupted, lastPageClosed }

/// Waits for the end of the server: Ctrl-C and its like, or the last page.
final class AppEnd: Sendable {
  private let wakeup: Wakeup
  private let reason = Mutex(AppEndReason.interrupted)
  private let signals: SignalSources

  init() throws {
    let wakeup = try Wakeup()
    self.wakeup = wakeup
    signals = SignalSources(SignalSources.ending) { _ in wakeup.signal() }
  }

  func signal(_ reason: AppEndReason) {
    self.reason.withLock { $0 = reason }
    wakeup.signal()
  }

  func wait() -> AppEndReason {
    while Platform.wait(for: wakeup.descriptor, wake: -1) != .ready {}
    return reason.withLock { $0 }
  }
}
