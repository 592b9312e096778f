import CSystemd
import Glibc

/// Owner of a thread: its end is waited for.
struct JoinedThread: ~Copyable {
  private final class Start {
    let name: String
    let body: () -> Void

    init(name: String, body: @escaping () -> Void) {
      self.name = name
      self.body = body
    }
  }

  private let thread: pthread_t

  /// - Parameter name: at most 15 bytes, as the kernel has it.
  init(name: String, body: sending @escaping () -> Void) throws(SystemError) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
        swiped_name_thread(start.name)
        // Signals are for the threads that know them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        start.body()
        return nil
      }, start.toOpaque())
    guard result == 0 else {
      start.release()
      throw SystemError(result: -result)
    }
    self.thread = thread
  }

  deinit { pthread_join(thread, nil) }

  /// Waits for its end.
  consuming func join() {}
}
