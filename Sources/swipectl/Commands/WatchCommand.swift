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
  private struct State {
    var report: EventReport
    var hindsight: Hindsight?
    var advice = DailyAdvice()
    var summary: WatchSummary
  }

  private let state: Mutex<State>
  private let startNs = monotonicNs()
  private let showsFrames: Bool

  init(explains: Bool, topics: Set<Topic>) {
    showsFrames = !explains
    state = Mutex(
      State(
        report: EventReport(hasColors: StandardOutput.hasColors, topics: topics), hindsight: explains ? Hindsight() : nil,
        summary: WatchSummary(explains: explains)))
  }

  func write(_ event: Event) throws {
    try state.withLock { state in
      state.report.take(event)
      state.summary.take(event)
      try Self.write(state.hindsight?.take(event), &state)
      if state.hindsight != nil { try Self.write(state.report.handNotice(event)) }
      if showsFrames || event.topic != .frame { try Self.write(state.report.text(event)) }
    }
  }

  /// No more events come for now.
  func pause() throws {
    try state.withLock { state in try Self.write(state.hindsight?.end(), &state) }
  }

  /// How long a signal waits for a line that is being written.
  private static let patience = Duration.milliseconds(300)

  /// At Ctrl-C and its like, writes the summary, and ends with the status that shells have for the signal. While a reader is slow, it ends without one.
  func endingAtSignals() -> SignalSources {
    SignalSources(SignalSources.ending) { number in
      let deadline = Deadline(after: Self.patience)
      while self.state.withLockIfAvailable({ state in self.end(&state) }) == nil, !deadline.hasPassed { usleep(1000) }
      _exit(128 + number)
    }
  }

  private func end(_ state: inout State) {
    try? Self.write(state.hindsight?.end(), &state)
    // Below what the terminal shows for Ctrl-C.
    if isatty(STDOUT_FILENO) == 1 { try? StandardOutput.write(text: "\n") }
    try? Self.write(state.report.text(state.summary, lengthNs: monotonicNs().subtractingSaturated(startNs)))
  }

  /// Writes what would have prevented a swipe, and once a day that another profile would have.
  private static func write(_ prevented: PreventedSwipe?, _ state: inout State) throws {
    guard let prevented else { return }
    try write(state.report.text(prevented))
    try write(state.advice.isDue(prevented, onDay: LocalTime.now.day) ? state.report.advice(prevented) : nil)
  }

  /// Writes a human-readable line, if there is one.
  private static func write(_ line: String?) throws {
    if let line { try StandardOutput.write(text: "\(line)\n") }
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
