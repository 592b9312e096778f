import ArgumentParser
import Dispatch
import EventProtocol
import EventSocket
import Glibc
import Traces

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record what swiped sees of the hand, until Ctrl-C, for a bug report.",
    discussion: """
      A trace holds no pictures: of each frame the joints of the hands in it, and what was decided; besides, the swipes, the \
      state and the gesture settings, the camera's name, and the path of a stream. It is lines of JSON, compressed if the \
      file's name ends in .gz.

      This makes the same swipes of it on any machine, without a camera or models:
        swiped run --no-keys --events --source trace:FILE

      The camera opens if it is closed for want of subscribers. When swiped ends, the recording ends well.

      Exit status: 69 when swiped is not running, 73 when the file cannot be created, 74 when it cannot be written.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Option(help: ArgumentHelp("Stop after so long.", valueName: "seconds"))
  var seconds: Double?

  @Flag(help: "Overwrite the file if it exists.")
  var force = false

  @Argument(
    help: ArgumentHelp("Where to write, as in swipes.jsonl.gz; - is standard output.", valueName: "file"),
    completion: .file(extensions: ["gz", "jsonl"]))
  var file: String

  func validate() throws {
    guard seconds.map({ $0 > 0 && $0 <= 1e6 }) ?? true else { throw ValidationError("--seconds takes a number over 0, at most 1000000") }
  }

  func run() throws {
    var client = try connection.connect()
    var writer = try TraceWriter(path: file, overwriting: force)
    let end = try RecordingEnd(after: seconds)
    var recorder = TraceRecorder()
    let ended: String?
    do {
      ended = try record(&client, &recorder, &writer, until: end)
    } catch {
      // What there is by now is a trace as well.
      _ = try? writer.write(recorder.finish(), flushing: false)
      try? writer.finish()
      throw error
    }
    if try writer.write(recorder.finish(), flushing: false) { try writer.finish() }
    if let ended { StandardError.line("swipectl: \(ended)") }
    let lost = recorder.lost > 0 ? "; \(recorder.lost) frames were lost, so a replay may differ" : ""
    StandardError.line("swipectl: \(file == "-" ? "" : "\(file): ")\(recorder.frames) frames, swipes: \(recorder.swipes)\(lost)")
  }

  /// - Returns: why it is over, unless by the user's will.
  private func record(
    _ client: inout EventClient, _ recorder: inout TraceRecorder, _ writer: inout TraceWriter, until end: borrowing RecordingEnd
  ) throws -> String? {
    try client.send([.subscribe([.frame])])
    var flushedS = 0
    while true {
      switch try client.next(watching: end.descriptor) {
      case .line(let line):
        guard let event = try client.event(in: line) else {
          StandardError.line("swipectl: recording; Ctrl-C ends it")
          continue
        }
        // A trace that was broken off holds all but its last second.
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let isTime = file == "-" || now.tv_sec > flushedS
        if isTime { flushedS = now.tv_sec }
        guard try writer.write(recorder.take(line, event), flushing: isTime) else { return nil }
      case .ended: return "swiped has ended, and so has the recording"
      case .hungUp: return nil
      }
    }
  }
}

/// Ends the wait for lines at a signal, or when the time is over.
private struct RecordingEnd: ~Copyable {
  private let hangUp: HangUp
  private let sources: [any DispatchSourceProtocol]

  /// - Parameter seconds: nil for ever.
  init(after seconds: Double?) throws {
    let hangUp = try HangUp()
    self.hangUp = hangUp
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { hangUp.hangUp() }
      source.resume()
      return source
    }
    if let seconds { DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { hangUp.hangUp() } }
  }

  /// What to watch.
  var descriptor: Int32 { hangUp.descriptor }
}
