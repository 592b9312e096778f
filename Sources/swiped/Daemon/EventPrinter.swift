import Dispatch
import EventProtocol
import Glibc
import Synchronization

/// Prints events on standard output as a subscriber would get them, each line at once, from a queue of its own.
final class EventPrinter: Sendable {
  /// Lines that may wait for a reader who is slow; what comes beyond is lost to him.
  private static let mostWaiting = 1024
  /// How long the reader may take once the daemon is ending, in ms.
  private static let patienceMs: Int32 = 100

  private let queue = DispatchQueue(label: "event printer")
  private let waiting = Atomic(0)
  private let isEnding = Atomic(false)
  /// The reader took too long, or is gone: nothing more is printed.
  private let isOver = Atomic(false)
  private let onClosed: @Sendable () -> Void

  /// - Parameter onClosed: called once nobody reads standard output any more.
  init(onClosed: @escaping @Sendable () -> Void) { self.onClosed = onClosed }

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

  private func write(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty, isWritable() {
      // No more than a writable pipe takes without blocking.
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, min($0.count, Int(PIPE_BUF))) }
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard count > 0 else {
        isOver.store(true, ordering: .relaxed)
        return onClosed()
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
