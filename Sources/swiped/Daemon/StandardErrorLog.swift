import Dispatch
import Foundation
import Logging
import Synchronization

extension Logger {
  /// One line a message on standard error: under systemd with the journal's priority, else with the program's name.
  static func standardError(level: Logger.Level) -> Logger {
    LogLevel.shared.set(level)
    let isJournal = ProcessInfo.processInfo.environment["JOURNAL_STREAM"] != nil
    return Logger(label: "swiped") { _ in StandardErrorLog(isJournal: isJournal) }
  }
}

/// The least important level that is shown: one for all copies of a logger, since a reload changes it.
final class LogLevel: Sendable {
  static let shared = LogLevel()
  private let level = Mutex(Logger.Level.info)

  func set(_ new: Logger.Level) { level.withLock { $0 = new } }
  var value: Logger.Level { level.withLock { $0 } }
}

struct StandardErrorLog: LogHandler {
  /// The frame line logs too, and must not wait for whoever reads.
  private static let queue = DispatchQueue(label: "log")

  let isJournal: Bool
  var metadata: Logger.Metadata = [:]

  init(isJournal: Bool) { self.isJournal = isJournal }

  var logLevel: Logger.Level {
    get { LogLevel.shared.value }
    set { LogLevel.shared.set(newValue) }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let start = isJournal ? "<\(event.level.priority)>" : "swiped: "
    let line = Data("\(start)\(event.message)\n".utf8)
    Self.queue.async { FileHandle.standardError.write(line) }
  }

  /// Waits until all is written, but not for a reader who has stopped reading.
  static func flush() {
    let written = DispatchSemaphore(value: 0)
    queue.async { written.signal() }
    _ = written.wait(timeout: .now() + .milliseconds(100))
  }
}

extension Logger.Level {
  /// syslog's number for it, as sd-daemon(3) has it.
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
