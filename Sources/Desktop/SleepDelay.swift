import Platform
import Synchronization

/// The inhibitor lock of logind that delays sleep until the camera is closed.
///
/// It is taken while the machine is awake, and released once for each sleep. Any thread.
final class SleepDelay: Sendable {
  private struct State: ~Copyable {
    var inhibitor: OwnedDescriptor?
    var isAsleep = false
  }

  private let state = Mutex(State())

  /// Whether the machine is about to sleep or asleep.
  var isAsleep: Bool { state.withLock { $0.isAsleep } }

  /// Takes over the inhibitor that logind granted.
  func hold(_ inhibitor: consuming OwnedDescriptor) {
    let number = inhibitor.release()
    state.withLock { $0.inhibitor = OwnedDescriptor(owning: number) }
  }

  /// - Returns: whether that is a change.
  func setAsleep(_ isAsleep: Bool) -> Bool {
    state.withLock { state in
      defer { state.isAsleep = isAsleep }
      return state.isAsleep != isAsleep
    }
  }

  /// Lets the machine sleep. If it is awake again already, the inhibitor is kept for the next sleep.
  func giveUp() {
    state.withLock { if $0.isAsleep { $0.inhibitor = nil } }
  }

  /// Stops delaying sleep.
  func end() { state.withLock { $0.inhibitor = nil } }
}
