import Desktop
import Foundation
import Glibc
import Platform
import Synchronization
import TestTime

/// The events and log lines of a watch, and a descriptor that is readable once there are more.
final class Inbox: Sendable {
  private let wakeup = try! Wakeup()
  private let received = Mutex<(events: [DesktopEvent], lines: [String])>(([], []))

  /// What the events of a watch mean.
  enum News: Equatable {
    case sleeping, awake
    case session(LoginSessions.State)
  }

  var events: [DesktopEvent] { received.withLock { $0.events } }

  var deviceEvents: [DesktopEvent] { events.filter { [.camerasChanged, .uinputChanged].contains($0) } }

  /// The changes, without those of devices.
  var news: [News] {
    var sessions = LoginSessions()
    var news: [News] = []
    for event in events {
      switch event {
      case .camerasChanged, .uinputChanged: break
      case .sleeping: news.append(.sleeping)
      case .awake: news.append(.awake)
      case .login(let fact):
        let before = sessions.state
        sessions.apply(fact)
        if sessions.state != before { news.append(.session(sessions.state)) }
      }
    }
    return news
  }

  var lines: [String] { received.withLock { $0.lines } }

  func add(_ event: DesktopEvent) {
    received.withLock { $0.events.append(event) }
    wakeup.signal()
  }

  func add(_ line: String) {
    received.withLock { $0.lines.append(line) }
    wakeup.signal()
  }

  /// Waits until there are more, `other` can be read, or the time is over.
  func wait(or other: Int32 = -1, for milliseconds: Int32) {
    var entries = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0)]
    poll(&entries, 2, milliseconds)
    wakeup.reset()
  }

  /// Waits for a condition.
  ///
  /// - Returns: false if it does not hold within `patience`.
  func wait(until condition: (Inbox) -> Bool) -> Bool {
    let deadline = monotonicMs() + 1000 * Int(patience)
    while !condition(self) {
      let left = deadline - monotonicMs()
      guard left > 0 else { return false }
      wait(for: Int32(left))
    }
    return true
  }
}

func monotonicMs() -> Int { Int(clamping: monotonicNs() / 1_000_000) }

/// A temporary folder, which is removed with its contents.
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
