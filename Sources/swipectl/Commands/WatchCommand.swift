import ArgumentParser
import EventProtocol
import EventSocket
import Glibc
import Platform
import Programs
import Reports
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
      "Topics to watch, separated by commas, of: \(Topic.names).", discussion: "Default: swipe and status.",
      valueName: "topics"),
    transform: parseTopics)
  var topics: Set<Topic>?

  func validate() throws {
    guard explain else { return }
    if topics != nil { throw ValidationError("--explain has its own topics; leave --topics out, or --explain") }
    if json {
      throw ValidationError("--explain prints human-readable lines; for reasons as JSON, use --topics frame --json (reason, reason_code)")
    }
  }

  func run() throws {
    var client = ReconnectingClient(path: try connection.path, topics: explain ? Topic.initial.union([.frame]) : topics)
    let report = EventReport(hasColors: StandardOutput.hasColors, topics: topics ?? Topic.initial)
    var explanation = explain ? Explanation() : nil
    var hindsight = explain ? Hindsight() : nil
    var advice = DailyAdvice()
    var (hasConnected, isLost) = (false, false)
    while true {
      switch try client.next(or: .closed(STDOUT_FILENO)) {
      case .line(let line, let event):
        if case .hello = event {
          if isLost { StandardError.line("swipectl: connected\(hasConnected ? " again" : "")") }
          (hasConnected, isLost) = (true, false)
        }
        if json {
          try StandardOutput.write(json: line)
        } else if let event {
          let attempt = explanation?.take(event)
          try write(attempt.map(report.text))
          try write(hindsight?.take(event), report, &advice)
          if explanation == nil || event.topic != .frame { try write(report.text(event)) }
        }
      case .lost(let error):
        // A daemon that hangs may recover, even one that has never answered.
        guard hasConnected || error.code == .silent else { throw error }
        isLost = true
        let attempt = explanation?.end()
        try write(attempt.map(report.text))
        try write(hindsight?.end(), report, &advice)
        StandardError.line("swipectl: \(error); waiting for it")
      case .interrupted: return
      }
    }
  }
}

/// Writes what would have prevented a swipe, and once a day that another profile would have.
private func write(_ prevented: PreventedSwipe?, _ report: EventReport, _ advice: inout DailyAdvice) throws {
  guard let prevented else { return }
  try write(report.text(prevented))
  try write(advice.isDue(prevented, onDay: LocalTime.now.day) ? report.advice(prevented) : nil)
}

/// Writes a human-readable line, if there is one.
private func write(_ line: String?) throws {
  if let line { try StandardOutput.write(bytes: "\(line)\n".utf8) }
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
