import ArgumentParser
import EventProtocol
import EventSocket
import Glibc
import Platform
import Programs
import Reports
import Synchronization
import UserErrors

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print swipes as they happen, until Ctrl-C.",
    discussion: """
      With --explain, it also says why a gesture made no swipe, and which change of an option would have prevented a swipe.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Print the lines of the socket unchanged (JSON-RPC 2.0).")
  var json = false

  @Flag(help: "Also say why there was no swipe, or how to prevent one.")
  var explain = false

  @Option(
    help: ArgumentHelp(
      "Topics to watch, separated by commas: any of \(Topic.names).", discussion: "Default: swipe and status.",
      valueName: "topics"),
    transform: parseTopics)
  var topics: Set<Topic>?

  func validate() throws {
    guard explain else { return }
    if topics != nil { throw ValidationError("--explain has its own topics; leave --topics out, or --explain") }
    if json {
      throw ValidationError("--explain prints human-readable lines; for reasons as JSON, use --topics miss --json")
    }
  }

  func run() throws {
    var client = ReconnectingClient(path: try connection.path, topics: explain ? Topic.initial.union([.frame, .miss]) : topics)
    let output = WatchOutput(explains: explain, topics: topics ?? Topic.initial)
    // One JSON object for each line, or only what was asked for, has no summary.
    let signals = json || topics?.contains(.swipe) == false ? nil : output.endingAtSignals()
    defer { signals?.stop() }
    var (hasConnected, isLost) = (false, false)
    while true {
      switch try client.next(or: .closed(STDOUT_FILENO)) {
      case .line(let line, let event):
        if case .hello = event {
          if isLost { StandardError.line("swipectl: connected\(hasConnected ? " again" : "")") }
          (hasConnected, isLost) = (true, false)
        }
        if json { try StandardOutput.write(json: line) } else if let event { try output.write(event) }
      case .lost(let error):
        // A daemon that hangs may recover, even one that has never answered.
        guard hasConnected || error.code == .silent else { throw error }
        isLost = true
        try output.pause()
        StandardError.line("swipectl: \(error); waiting for it")
      case .interrupted: return
      }
    }
  }
}

/// The human-readable lines of what is watched, with a summary at the end.
private final class WatchOutput: Sendable {
  private let report: Mutex<LiveReport>

  init(explains: Bool, topics: Set<Topic>) {
    report = Mutex(
      LiveReport(
        columns: nil, hasColors: StandardOutput.hasColors, explains: explains, saysKeysReason: true, topics: topics))
  }

  func write(_ event: Event) throws {
    try report.withLock { report in try Self.write(report.text(event, at: monotonicNs())) }
  }

  /// No more events come for now.
  func pause() throws {
    try report.withLock { report in try Self.write(report.pause()) }
  }

  /// How long a signal waits for a line that is being written.
  private static let patience = Duration.milliseconds(300)

  /// At Ctrl-C and its like, writes the summary, and ends with the status that shells have for the signal. While a reader is slow, it ends without one.
  func endingAtSignals() -> SignalSources {
    SignalSources(SignalSources.ending) { number in
      let deadline = Deadline(after: Self.patience)
      while self.report.withLockIfAvailable({ report in Self.end(&report) }) == nil, !deadline.hasPassed { usleep(1000) }
      _exit(128 + number)
    }
  }

  private static func end(_ report: inout LiveReport) {
    // Below what the terminal shows for Ctrl-C.
    let newline = isatty(STDOUT_FILENO) == 1 ? "\n" : ""
    try? write(newline + report.end(at: monotonicNs()))
  }

  private static func write(_ text: String?) throws {
    if let text { try StandardOutput.write(text: text) }
  }
}

/// Reads a list such as `swipe,status`.
@Sendable private func parseTopics(_ list: String) throws -> Set<Topic> {
  let names = list.split(separator: ",", omittingEmptySubsequences: false)
  return Set(
    try names.map { name in
      guard let topic = Topic(rawValue: String(name)) else {
        throw ValidationError("there is no topic \"\(name)\"; topics: \(Topic.names)")
      }
      return topic
    })
}
