import Dispatch
import EventProtocol
import Glibc
import Platform
import Programs
import Reports
import Synchronization
import UserErrors

/// Prints events on standard output, as a subscriber receives them or for people, without buffering, on its own queue.
final class EventPrinter: Sendable {
  /// The number of lines that may wait for a slow reader; further ones are lost.
  private static let mostWaiting = 1024
  /// The time that a reader has once the daemon ends, in ms.
  private static let patienceMs: Int32 = 100

  private let queue = DispatchQueue(label: "event printer")
  private let waiting = Atomic(0)
  private let isEnding = Atomic(false)
  /// Whether printing has ended, because the reader took too long or has gone.
  private let isOver = Atomic(false)
  /// The error of writing to standard output; nil without one, also if a reader was slow at the end.
  private let failure = Mutex<UserError?>(nil)
  private let onFailure: @Sendable () -> Void
  /// The human-readable text; nil: the lines of the socket are printed.
  private let report: Mutex<LiveReport?>
  private let topics: Set<Topic>

  /// - Parameters:
  ///   - report: makes the human-readable text; nil prints the lines of the socket.
  ///   - greeting: printed first.
  ///   - onFailure: called once when standard output cannot be written any more, also because its reader has gone.
  init(_ report: LiveReport?, greeting: String = "", onFailure: @escaping @Sendable () -> Void) {
    self.report = Mutex(report)
    self.onFailure = onFailure
    topics = report?.topics ?? Topic.initial
    if !greeting.isEmpty { queue.async { [self] in write(Array(greeting.utf8)) } }
  }

  /// Whether it prints a topic: those of a client that has sent no request, and what the report needs.
  func prints(_ topic: Topic?) -> Bool { topic.map(topics.contains) ?? true }

  /// Prints an event of one of these topics, without waiting. Any thread.
  func publish(_ event: Event) {
    guard prints(event.topic) else { return }
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
      waiting.subtract(1, ordering: .relaxed)
      return
    }
    queue.async { [self] in
      write(report.withLock { $0 == nil ? event.line : $0?.text(event, at: monotonicNs()).map { Array(Ascii.adapted($0).utf8) } ?? [] })
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  /// Waits until everything is printed or the reader takes too long.
  func finish() async {
    isEnding.store(true, ordering: .relaxed)
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        write(report.withLock { Array(Ascii.adapted($0?.end(at: monotonicNs()) ?? "").utf8) })
        continuation.resume()
      }
    }
  }

  /// - Throws: ``UserError`` if events could not be written. A reader that has gone is not an error.
  func outcome() throws(UserError) {
    if let failure = failure.withLock({ $0 }), failure.exitStatus != .success { throw failure }
  }

  private func write(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty, isWritable() {
      // At most what a writable pipe takes without blocking.
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, min($0.count, Int(PIPE_BUF))) }
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard count > 0 else {
        failure.withLock { $0 = UserError.writingOutput(errno: count < 0 ? errno : EIO) }
        isOver.store(true, ordering: .relaxed)
        return onFailure()
      }
      rest = rest.dropFirst(count)
    }
  }

  private func isWritable() -> Bool {
    while !isOver.load(ordering: .relaxed) {
      var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      if poll(&output, 1, Self.patienceMs) > 0 { return true }
      if isEnding.load(ordering: .relaxed) { isOver.store(true, ordering: .relaxed) }
    }
    return false
  }
}
