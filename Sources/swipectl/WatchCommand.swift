import ArgumentParser
import EventProtocol
import EventSocket
import Glibc

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print swipes as they happen, until Ctrl-C.",
    discussion: """
      One line a swipe: the time, where it goes, the gesture, how far the thumb was from the wrist, and which hand it was. \
      Changes of the daemon's state are lines too. When the daemon ends, it is waited for; that it has gone and come back is \
      said on standard error.

      Exit status: 69 when swiped is not running at the start.

      Of the other topics, hand has a line whenever a hand comes or goes, and frame one for every frame: its number, how \
      far the thumb is from the wrist, where that is (up, rest, down), whether the next gesture swipes (armed) or waits for \
      the hand to rest (spent), and the hands seen. preview has a line a picture; the pictures themselves are in --json, and \
      the configuration must allow them ([privacy] preview = true).

      With --json, the lines are those of the socket, one JSON object each:
        swipectl watch --json | jq -r 'select(.method == "swipe").params.direction'
      """)

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Print the socket's own lines, JSON-RPC 2.0.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "What to watch, separated by commas, of: \(Topic.names).", discussion: "swipe and status if not given.",
      valueName: "topics"),
    transform: parseTopics)
  var topics: Set<Topic>?

  func run() throws {
    var client = ReconnectingClient(path: try connection.path, topics: topics)
    try client.connect()
    let report = EventReport(colours: StandardOutput.hasColours, topics: topics ?? Topic.initial)
    var greetings = 0
    while true {
      switch try client.next(watching: STDOUT_FILENO) {
      case .line(let line, let event):
        if case .hello = event {
          greetings += 1
          if greetings > 1 { StandardError.line("swipectl: connected again") }
        }
        guard let text = json ? line : event.flatMap(report.text).map({ Array($0.utf8) }) else { continue }
        guard try StandardOutput.line(text) else { return }
      case .lost(let error):
        guard greetings > 0 else { throw error }
        StandardError.line("swipectl: \(error); waiting for it")
      case .hungUp: return
      }
    }
  }
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
