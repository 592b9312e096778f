import ArgumentParser
import EventProtocol
import EventSocket
import Glibc
import Platform
import Product
import Reports

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print swipes as they happen, until Ctrl-C.",
    discussion: """
      Each swipe is one line: the time, the direction, the gesture, the distance of the thumb from the wrist, and which hand it \
      was. Changes of the daemon's state are lines too. If the daemon ends or hangs, watch waits for it, and reports on standard \
      error when the connection is lost and when it is back. A daemon hangs if it does not send its greeting within 10 s, or is \
      silent for 15 s and then does not answer a request within 10 s.

      With --explain, it also says why a hand that comes near a swipe does not swipe: one line when the attempt is over, with the \
      time at which it began, how long it lasted, and the condition that failed, for example:
        12:01:05.456  × no swipe, 0.8 s: thumb up, but the fingers are not curled
      Of a swipe that you did not mean, it says which change of an option alone would have prevented it, when the thumb has gone:
        12:01:07.120  · this right swipe would not have come with dwell_ms = 300, or threshold = 0.78
      Of several conditions it is the one that failed for most of the attempt. A hand that only rests makes no lines. --explain has \
      its own topics and its own lines, so it excludes --topics and --json. For programs, each frame of --topics frame --json has the \
      members reason and reason_code.

      Exit status: 69 when swiped is not running at the start.

      Of the other topics, hand prints a line whenever a hand comes or goes, and frame prints one for every frame: its number, the \
      distance of the thumb from the wrist, its zone (up, rest, down), whether the next gesture swipes (armed) or the hand must \
      rest first (spent), and the hands found. preview prints a line for each picture; the pictures themselves are in the output \
      of --json, and the configuration must allow them ([privacy] preview = true).

      With --json, the lines are those of the socket, one JSON object each:
        swipectl watch --json | jq -r 'select(.method == "swipe").params.direction'
      """)

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Print the lines of the socket as they are (JSON-RPC 2.0).")
  var json = false

  @Flag(help: "Also print why a hand that comes near a swipe does not swipe, and what would have prevented a swipe.")
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
      throw ValidationError("--explain prints lines for people; for reasons as JSON, use --topics frame --json (reason, reason_code)")
    }
  }

  func run() throws {
    var client = ReconnectingClient(path: try connection.path, topics: explain ? Topic.initial.union([.frame]) : topics)
    let report = EventReport(hasColors: StandardOutput.hasColors, topics: topics ?? Topic.initial)
    var explanation = explain ? Explanation() : nil
    var hindsight = explain ? Hindsight() : nil
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
          let attempt = explanation?.note(event)
          try write(attempt.map(report.text))
          try write(hindsight?.note(event).flatMap(report.text))
          if explanation == nil || event.topic != .frame { try write(report.text(event)) }
        }
      case .lost(let error):
        // A daemon that hangs may recover, even one that has never answered.
        guard hasConnected || error.code == .silent else { throw error }
        isLost = true
        let attempt = explanation?.end()
        try write(attempt.map(report.text))
        try write(hindsight?.end().flatMap(report.text))
        StandardError.line("swipectl: \(error); waiting for it")
      case .interrupted: return
      }
    }
  }
}

/// Writes a line for people, if there is one.
private func write(_ line: String?) throws {
  if let line { try StandardOutput.write(bytes: "\(line)\n".utf8) }
}

/// Reads a list such as `swipe,status`.
@Sendable private func parseTopics(_ list: String) throws -> Set<Topic> {
  let names = list.split(separator: ",", omittingEmptySubsequences: false)
  return Set(
    try names.map { name in
      guard let topic = Topic(rawValue: String(name)) else {
        throw ValidationError("There is no topic '\(name)'; there are: \(Topic.names).")
      }
      return topic
    })
}
