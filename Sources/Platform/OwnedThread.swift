import CLinux
import Glibc
import SystemPackage

/// The owner of a thread, which waits for its end unless it is detached.
package struct OwnedThread: ~Copyable {
  private final class Start {
    let name: String
    let body: () -> Void

    init(name: String, body: @escaping () -> Void) {
      self.name = name
      self.body = body
    }
  }

  private let thread: pthread_t

  /// Starts a thread with all signals blocked, so that they reach the threads that handle them.
  ///
  /// - Parameter name: the name in `ps` and `top`, at most 15 bytes long.
  package init(name: String, body: sending @escaping () -> Void) throws(Errno) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
        linux_name_thread(start.name)
        blockSignals()
        start.body()
        return nil
      }, start.toOpaque())
    guard result == 0 else {
      start.release()
      throw Errno(rawValue: result)
    }
    self.thread = thread
  }

  /// Runs work that blocks on a thread of its own, and returns when it has ended.
  ///
  /// - Parameter name: as above.
  /// - Throws: what the work throws; `Errno` without a thread.
  package static func run<Value: Sendable>(name: String, _ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      do { try OwnedThread(name: name) { continuation.resume(with: Result { try work() }) }.detach() } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  deinit { pthread_join(thread, nil) }

  /// Waits for the thread's end.
  package consuming func join() {}

  /// Gives up ownership: nothing waits for the thread's end.
  package consuming func detach() {
    pthread_detach(thread)
    discard self
  }
}

/// Blocks all signals for this thread, except those of its own faults, which cause a crash report.
private func blockSignals() {
  var signals = sigset_t()
  sigfillset(&signals)
  for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] { sigdelset(&signals, fault) }
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
