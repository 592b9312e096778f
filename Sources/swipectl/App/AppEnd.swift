import App
import Platform
import Synchronization

/// Waits for the end of the app: Ctrl-C and its like, or that the server has nobody to serve.
final class AppEnd: Sendable {
  private let wakeup: Wakeup
  private let reason = Mutex<IdleReason?>(nil)
  private let signals: SignalSources

  init() throws {
    let wakeup = try Wakeup()
    self.wakeup = wakeup
    signals = SignalSources(SignalSources.ending) { _ in wakeup.signal() }
  }

  /// A descriptor to wait for together with others, which is readable at the end.
  var descriptor: Int32 { wakeup.descriptor }

  /// Ends the app because nobody is served.
  func signal(_ reason: IdleReason) {
    self.reason.withLock { $0 = reason }
    wakeup.signal()
  }

  /// - Returns: nil unless nobody was served.
  func wait() -> IdleReason? {
    while Platform.wait(for: wakeup.descriptor, wake: -1) != .ready {}
    return reason.withLock { $0 }
  }
}
