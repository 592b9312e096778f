import Glibc
import Synchronization

/// Messages to the frame line, which takes them between frames.
final class LineControl: Sendable {
  enum Message {
    case stop
  }

  private let pipe = WakePipe()
  private let messages = Mutex<[Message]>([])

  /// Readable while there are messages: the line waits on it beside its source.
  var wake: Int32 { pipe.readEnd }

  /// Hands a message over, and wakes the line. Any thread.
  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    pipe.signal()
  }

  /// All messages since the last call. The line's thread only.
  func take() -> [Message] {
    messages.withLock { messages in
      guard !messages.isEmpty else { return [] }
      pipe.drain()
      defer { messages = [] }
      return messages
    }
  }
}

/// A pipe whose only content is that somebody wrote to it.
private struct WakePipe: ~Copyable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalError("no pipe: \(String(cString: strerror(errno)))") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// A full pipe is readable already, which is all that is wanted.
  func signal() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  func drain() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }
}
