import Synchronization

/// logind's leave to hold the machine's sleep up until the camera is closed.
///
/// It is taken while the machine is awake, and given up once for each sleep. Any thread.
final class SleepDelay: Sendable {
  private struct State: ~Copyable {
    var inhibitor: Descriptor?
    var isAsleep = false
  }

  private let state = Mutex(State())

  /// Whether the machine is about to sleep or asleep.
  var isAsleep: Bool { state.withLock { $0.isAsleep } }

  /// Takes what logind gave.
  func hold(_ inhibitor: consuming Descriptor) {
    let number = inhibitor.release()
    state.withLock { $0.inhibitor = Descriptor(number) }
  }

  /// - Returns: false if that was known.
  func setAsleep(_ isAsleep: Bool) -> Bool {
    state.withLock { state in
      defer { state.isAsleep = isAsleep }
      return state.isAsleep != isAsleep
    }
  }

  /// Lets the machine sleep. One that is awake keeps its delay: who comes too late has it for the next sleep.
  func giveUp() {
    state.withLock { if $0.isAsleep { $0.inhibitor = nil } }
  }

  /// Delays no sleep any more.
  func end() { state.withLock { $0.inhibitor = nil } }
}
