import Dispatch
import EventProtocol
import Glibc
import Platform
import Synchronization

/// Prints events on standard output as a subscriber would get them, each line at once, on a queue of its own.
final class EventPrinter: Sendable {
  /// How many lines may wait for a slow reader; more are lost.
  private static let mostWaiting = 1024
  /// How long a reader may take once the daemon is ending, in ms.
  private static let patienceMs: Int32 = 100

  private let queue = DispatchQueue(label: "event printer")
  private let waiting = Atomic(0)
  private let isEnding = Atomic(false)
  /// Whether printing has ended: the reader took too long, or is gone.
  private let isOver = Atomic(false)
  /// Why standard output takes no more; nil while it does, or when a reader was slow at the end.
  private let failure = Mutex<UserError?>(nil)
  private let onFailure: @Sendable () -> Void

  /// - Parameter onFailure: called once when standard output takes no more, also when its reader has gone.
  init(onFailure: @escaping @Sendable () -> Void) { self.onFailure = onFailure }

  func publish(_ event: Event) {
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
      waiting.subtract(1, ordering: .relaxed)
      return
    }
    queue.async { [self] in
      write(event.line)
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  /// Returns when all is printed, or the reader takes too long.
  func finish() async {
    isEnding.store(true, ordering: .relaxed)
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// - Throws: ``UserError`` if events could not be written. A reader that has gone is no failure.
  func outcome() throws(UserError) {
    if let failure = failure.withLock({ $0 }), failure.exitStatus != .success { throw failure }
  }

  private func write(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty, isWritable() {
      // No more than a writable pipe takes without blocking.
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
