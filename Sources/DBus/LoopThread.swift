import Platform
import SystemPackage

/// The owner of a thread that runs an event loop, and of the wakeup that ends it.
package struct LoopThread: ~Copyable {
  private let wakeup: Wakeup
  private let thread: OwnedThread

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: at most 15 bytes.
  ///   - wakeup: what ends the loop.
  package init(name: String, end wakeup: Wakeup, body: sending @escaping () -> Void) throws(Errno) {
    self.wakeup = wakeup
    thread = try OwnedThread(name: name, body: body)
  }

  /// Ends the loop, and waits for the thread.
  package consuming func end() {
    wakeup.signal()
    thread.join()
  }
}
