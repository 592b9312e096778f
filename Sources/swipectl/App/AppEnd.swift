import App
import Platform
import Synchronization

/// Waits for the end of the server, or of what a further start waits for: Ctrl-C and its like, or what else is signaled.
final class AppEnd: Sendable {
  private let wakeup: Wakeup
  private let reason = Mutex<IdleReason?>(nil)
  private let signals: SignalSources

  init() throws {
    let wakeup = try Wakeup()
    self.wakeup = wakeup
    signals = SignalSources(SignalSources.ending) { _ in wakeup.signal() }
  }

  /// - Parameter reason: nil for another one than that nobody is served.
  func signal(_ reason: IdleReason?) {
    self.reason.withLock { $0 = reason }
    wakeup.signal()
  }

  /// - Returns: nil unless nobody was served.
  func wait() -> IdleReason? {
    while Platform.wait(for: wakeup.descriptor, wake: -1) != .ready {}
    return reason.withLock { $0 }
  }

  /// Waits for the end of a connection as well.
  func wait(for connection: borrowing OwnedDescriptor) { _ = Platform.wait(for: connection.number, wake: wakeup.descriptor) }
}
