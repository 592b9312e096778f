import CSystemd
import Foundation
import Synchronization

/// The thread that owns the frame line: everything on it is made, used and released there.
final class LineThread: Sendable {
  let control: LineControl
  private let settings: DaemonSettings
  private let announcer: Announcer
  private let result = Mutex<Result<Void, any Error>?>(nil)

  init(_ settings: DaemonSettings, _ control: LineControl, _ announcer: Announcer) {
    self.settings = settings
    self.control = control
    self.announcer = announcer
  }

  /// Starts the thread, and returns when it has ended.
  func run() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        // `Thread.name` does not reach the kernel, where ps and top read it.
        swiped_name_thread("frame line")
        let ended = Result { try LineSupervisor(settings, control, announcer).run() }
        control.close()
        result.withLock { $0 = ended }
        continuation.resume()
      }
    }
  }

  /// Whether the thread has come to its end.
  var hasEnded: Bool { result.withLock { $0 != nil } }

  /// - Throws: what ended the line, unless it was told to stop or its source ended.
  func outcome() throws { try result.withLock { $0 }?.get() }
}
