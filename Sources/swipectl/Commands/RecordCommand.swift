import ArgumentParser
import Dispatch
import EventProtocol
import EventSocket
import Glibc
import Platform
import Programs
import Traces
import UserErrors

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a trace for a bug report, without pictures.",
    discussion: """
      A trace contains the joints of the hands and the decisions of swiped. Recording stops at Ctrl-C. A replay makes the same swipes \
      again, without a camera:
        swiped run --events --source trace:FILE
      """)

  @OptionGroup var connection: ConnectionOptions

  @Option(help: ArgumentHelp("Stop after this many seconds.", valueName: "seconds"))
  var seconds: Double?

  @Flag(help: "Overwrite the file if it exists.")
  var force = false

  @Argument(
    help: ArgumentHelp("Output file, such as swipes.jsonl.gz; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["gz", "jsonl"]))
  var file: String

  func validate() throws {
    guard seconds.map({ $0 > 0 && $0 <= 1e6 }) ?? true else { throw ValidationError("--seconds takes a number over 0, at most 1000000") }
  }

  func run() throws {
    let deadline = Deadline()
    var client = try connection.connect(until: deadline)
    // Before the file is created: the trace of a daemon that does not answer would be empty.
    var greeting: (hello: ([UInt8], Event)?, status: ([UInt8], Event)?)
    _ = try client.request(.subscribe([.frame]), until: deadline) { line, event in
      switch event {
      case .hello: greeting.hello = (line, event)
      case .status: greeting.status = (line, event)
      default: break
      }
    }
    var output = try RecordingOutput(file, overwriting: force)
    let end = try RecordingEnd(after: seconds)
    var recorder = TraceRecorder()
    let ended: String?
    do {
      for (line, event) in [greeting.hello, greeting.status].compactMap(\.self) {
        _ = try output.write(recorder.take(line, event), until: end)
      }
      StandardError.line("swipectl: recording; Ctrl-C stops it")
      ended = try record(&client, &recorder, &output, until: end)
    } catch {
      // What is recorded so far is a trace as well.
      try? output.finish(recorder.finish(), end)
      throw error
    }
    try output.finish(recorder.finish(), end)
    if let ended { StandardError.line("swipectl: \(ended)") }
    let lost = recorder.lost > 0 ? "; frames lost: \(recorder.lost), so a replay may differ" : ""
    StandardError.line("swipectl: \(file == "-" ? "" : "\(file): ")\(recorder.frames) frames, swipes: \(recorder.swipes)\(lost)")
  }

  /// - Returns: why the recording stopped, unless the user stopped it.
  private func record(
    _ client: inout EventClient, _ recorder: inout TraceRecorder, _ output: inout RecordingOutput, until end: borrowing RecordingEnd
  ) throws -> String? {
    while true {
      switch try client.next(ClientTimeouts(), or: .signaled(end.wakeup)) {
      case .line(let line):
        guard let event = try client.event(in: line) else { continue }
        guard try output.write(recorder.take(line, event), until: end) else {
          return file == "-" ? "standard output is not read, so its last line is not complete" : nil
        }
      case .ended: return "swiped has stopped, and so has the recording"
      case .interrupted: return nil
      }
    }
  }
}

/// A file, or standard output, which may have a slow reader.
private struct RecordingOutput: ~Copyable {
  private var writer: TraceWriter?
  private var flushedS: UInt64 = 0

  init(_ file: String, overwriting: Bool) throws(UserError) {
    writer = file == "-" ? nil : try TraceWriter(path: file, overwriting: overwriting)
  }

  /// - Returns: false when the recording has ended before all was written, or the reader of the output has gone.
  mutating func write(_ lines: [[UInt8]], until end: borrowing RecordingEnd) throws -> Bool {
    guard writer != nil else {
      return try StandardOutput.write(bytes: Array(lines.map { $0 + [UInt8(ascii: "\n")] }.joined()), unless: end.wakeup)
    }
    // Flushed once a second: a process that is killed loses at most the last one.
    let nowS = monotonicNs() / 1_000_000_000
    defer { flushedS = nowS }
    return try writer!.write(lines, flushing: nowS > flushedS)
  }

  /// Writes the last lines, and closes.
  consuming func finish(_ lines: [[UInt8]], _ end: borrowing RecordingEnd) throws {
    if try write(lines, until: end), let writer = writer.take() { try writer.finish() }
  }
}

/// Ends the wait for lines at a signal or after a time.
private struct RecordingEnd: ~Copyable {
  let wakeup: Wakeup
  private let signals: SignalSources

  /// - Parameter seconds: nil for no limit.
  init(after seconds: Double?) throws {
    let wakeup = try Interruption.makeWakeup()
    self.wakeup = wakeup
    signals = SignalSources(SignalSources.ending) { _ in wakeup.signal() }
    if let seconds { DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { wakeup.signal() } }
  }
}
