import Glibc
import Synchronization

/// Wakes who waits in ``EventClient/next(within:watching:)`` or ``ReconnectingClient/next(watching:)``, from another thread.
package final class HangUp: Sendable {
  private let watched: Descriptor
  /// The other end. Nothing is ever written to it; that it is closed is the message.
  private let held: Mutex<Descriptor?>

  package init() throws(SocketError) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0, let watched = Descriptor(ends[0]), let held = Descriptor(ends[1]) else {
      throw .system("cannot create a pair of sockets", mend: "close some of this process's files")
    }
    self.watched = watched
    self.held = Mutex(held)
  }

  /// What to watch.
  package var descriptor: Int32 { watched.number }

  /// Those who wait, and who will, are told ``EventClient/Incoming/hungUp``.
  package func hangUp() { held.withLock { $0 = nil } }
}
