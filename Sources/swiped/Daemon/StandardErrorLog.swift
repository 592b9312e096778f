import Foundation
import Logging

extension Logger {
  /// One line a message on standard error: under systemd with the journal's priority, else with the program's name.
  static func standardError(level: Logger.Level) -> Logger {
    let isJournal = ProcessInfo.processInfo.environment["JOURNAL_STREAM"] != nil
    var log = Logger(label: "swiped") { _ in StandardErrorLog(isJournal: isJournal) }
    log.logLevel = level
    return log
  }
}

private struct StandardErrorLog: LogHandler {
  let isJournal: Bool
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let start = isJournal ? "<\(event.level.priority)>" : "swiped: "
    FileHandle.standardError.write(Data("\(start)\(event.message)\n".utf8))
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
