import Platform
import Synchronization
import SystemPackage

/// What an event loop's thread has not seen yet. Putting something in never waits.
package final class Mailbox<Mail: Sendable>: Sendable {
  private let empty: Mail
  private let mail: Mutex<Mail>
  private let arrival: Wakeup

  package init(empty: Mail) throws(Errno) {
    self.empty = empty
    mail = Mutex(empty)
    arrival = try Wakeup()
  }

  /// Readable while there is mail.
  package var descriptor: Int32 { arrival.descriptor }

  /// Any thread.
  package func put(_ change: (inout Mail) -> Void) {
    mail.withLock { change(&$0) }
    arrival.signal()
  }

  /// Empties the mailbox.
  package func take() -> Mail {
    arrival.reset()
    return mail.withLock { mail in
      defer { mail = empty }
      return mail
    }
  }
}
