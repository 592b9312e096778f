import CLinux
import Glibc
import SystemPackage

/// The owner of a thread: it waits for the thread's end, unless it gives the thread up.
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

  /// Starts a thread that takes no signals: they are for the threads that expect them.
  ///
  /// - Parameter name: what `ps` and `top` show; at most 15 bytes, as the kernel has it.
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

  deinit { pthread_join(thread, nil) }

  /// Waits for the thread's end.
  package consuming func join() {}

  /// Lets the thread end on its own.
  package consuming func detach() {
    pthread_detach(thread)
    discard self
  }
}

/// Blocks all signals for this thread, except those of its own faults, of which a crash report is made.
private func blockSignals() {
  var signals = sigset_t()
  sigfillset(&signals)
  for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] { sigdelset(&signals, fault) }
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
