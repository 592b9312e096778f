import Camera
import EventProtocol
import Glibc
import Synchronization

/// Messages to the frame line, which takes them between frames.
final class LineControl: Sendable {
  enum Message {
    case stop
    /// The camera is to be closed for this reason, until the reason is gone.
    case hold(PauseReason)
    case release(PauseReason)
    /// Somebody asks for it to go on.
    case resume
    /// Somebody asks for it to pause, or to go on if it does.
    case toggle
    /// So many connections want what the camera shows.
    case subscribers(Int)
    case devicesChanged
    /// It is known who has the busy camera.
    case busy(CameraError)
    case reload(DaemonSettings)
  }

  /// A message, and who is told once it has taken effect: the camera it closes is closed then.
  struct Letter {
    var message: Message
    /// Called on the line's thread; with the reason if it could not be done.
    var reply: (@Sendable (Failure?) -> Void)?
  }

  private let pipe = WakePipe()
  private let letters = Mutex<[Letter]?>([])

  /// Readable while there are messages: the line waits on it beside its source.
  var wake: Int32 { pipe.readEnd }

  /// Hands a message over, and wakes the line. Any thread. After the line's end it is answered at once.
  func post(_ message: Message, reply: (@Sendable (Failure?) -> Void)? = nil) {
    let isOver = letters.withLock { letters in
      letters?.append(Letter(message: message, reply: reply))
      return letters == nil
    }
    isOver ? reply?(.ending) : pipe.signal()
  }

  /// Hands a message over, and returns when it has taken effect.
  func perform(_ message: Message) async -> Failure? {
    await withCheckedContinuation { continuation in
      post(message) { continuation.resume(returning: $0) }
    }
  }

  /// All messages since the last call. The line's thread only.
  func take() -> [Letter] {
    letters.withLock { letters in
      guard let taken = letters, !taken.isEmpty else { return [] }
      pipe.drain()
      letters = []
      return taken
    }
  }

  /// Waits for a message.
  ///
  /// - Parameter milliseconds: how long at most; -1 for ever.
  func wait(milliseconds: Int32) {
    var waiting = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    poll(&waiting, 1, milliseconds)
  }

  /// The line has ended: whoever still waits for it is told so.
  func close() {
    let left = letters.withLock { letters in
      defer { letters = nil }
      return letters ?? []
    }
    for letter in left { letter.reply?(.ending) }
  }
}

extension Failure {
  fileprivate static let ending = Failure(["swiped is ending; start it again: systemctl --user start swiped"], exitStatus: EX_UNAVAILABLE)
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
