import CSystemd
import Desktop
import Foundation
import Glibc
import Synchronization

/// What a watch told, and a descriptor that can be read once there is more.
final class Inbox: Sendable {
  private let wake = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  private let received = Mutex<(events: [DesktopEvent], lines: [String])>(([], []))

  deinit { close(wake) }

  var events: [DesktopEvent] { received.withLock { $0.events } }
  var lines: [String] { received.withLock { $0.lines } }

  func add(_ event: DesktopEvent) {
    received.withLock { $0.events.append(event) }
    eventfd_write(wake, 1)
  }

  func add(_ line: String) {
    received.withLock { $0.lines.append(line) }
    eventfd_write(wake, 1)
  }

  /// Waits until there is more, `other` can be read, or the milliseconds are over.
  func wait(or other: Int32 = -1, for milliseconds: Int32) {
    var entries = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0)]
    poll(&entries, 2, milliseconds)
    var count: eventfd_t = 0
    eventfd_read(wake, &count)
  }

  /// Waits for a condition at most 10 s, far longer than anything here takes.
  func wait(until condition: (Inbox) -> Bool) -> Bool {
    let deadline = monotonicMs() + 10_000
    while !condition(self) {
      let left = deadline - monotonicMs()
      guard left > 0 else { return false }
      wait(for: Int32(left))
    }
    return true
  }
}

func monotonicMs() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}

/// A folder of its own, removed with all that is in it.
final class TestFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/swiped-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func make(_ name: String) { close(open("\(path)/\(name)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)) }
  func permit(_ name: String, _ mode: mode_t) { precondition(chmod("\(path)/\(name)", mode) == 0) }
  func remove(_ name: String) { precondition(unlink("\(path)/\(name)") == 0) }
}
