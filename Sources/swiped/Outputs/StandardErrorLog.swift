import Dispatch
import Logging
import Platform
import Programs
import Synchronization
import UserErrors

extension Logger {
  /// A logger that writes each message as one line to standard error: under systemd with the journal's priority in front,
  /// else with the program's name.
  static func standardError(level: Logger.Level) -> Logger {
    LogLevel.shared.set(level)
    let isJournal = Environment["JOURNAL_STREAM"] != nil
    return Logger(label: "swiped") { _ in StandardErrorLog(isJournal: isJournal) }
  }
}

/// The least important level that is logged. All copies of a logger share it, since a reload changes it.
final class LogLevel: Sendable {
  static let shared = LogLevel()
  private let level = Mutex(Logger.Level.info)

  func set(_ new: Logger.Level) { level.withLock { $0 = new } }
  var value: Logger.Level { level.withLock { $0 } }
}

struct StandardErrorLog: LogHandler {
  /// A queue, because the pipeline thread logs too and must not wait for a reader of standard error.
  private static let queue = DispatchQueue(label: "log")
  /// The number of lines that may wait for a reader that does not read; further ones are lost, so that the memory stays limited.
  private static let waitingLimit = 1000
  private static let waiting = Atomic(0)

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
    let prefix = isJournal ? "<\(event.level.priority)>" : "swiped: "
    let line = "\(event.message)"
    guard Self.waiting.add(1, ordering: .relaxed).newValue <= Self.waitingLimit else {
      Self.waiting.subtract(1, ordering: .relaxed)
      return
    }
    Self.queue.async {
      StandardError.line(line, prefix: prefix)
      Self.waiting.subtract(1, ordering: .relaxed)
    }
  }

  /// Waits until everything is written, but not for a reader that does not read.
  static func flush() {
    let written = DispatchSemaphore(value: 0)
    queue.async { written.signal() }
    _ = written.wait(timeout: .now() + .milliseconds(100))
  }
}

extension Logger.Level {
  /// The syslog priority, as in sd-daemon(3).
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
