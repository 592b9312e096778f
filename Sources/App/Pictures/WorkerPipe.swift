import Glibc
import Platform
import SystemPackage

/// One end of the connection between the server and the process that decodes pictures. A message is the length of its content in four
/// bytes, its kind in one, and its content.
struct WorkerPipe: ~Copyable {
  struct Message {
    let kind: UInt8
    let content: [UInt8]
  }

  enum Failure: Error, Equatable, CustomStringConvertible {
    /// The other side has ended.
    case ended
    case timedOut
    /// The other side announces more than is accepted.
    case tooLong
    case system(Errno)

    var description: String {
      switch self {
      case .ended: "it has ended"
      case .timedOut: "no message came in time"
      case .tooLong: "its message is too long"
      case .system(let error): "\(error)"
      }
    }
  }

  private static let headSize = 5

  private let socket: OwnedDescriptor

  init(owning socket: consuming OwnedDescriptor) { self.socket = socket }

  /// - Parameter untilNs: when to give up, in ns of CLOCK_MONOTONIC; nil for never.
  func send(_ message: Message, untilNs: UInt64? = nil) throws(Failure) {
    let length = withUnsafeBytes(of: UInt32(message.content.count).littleEndian) { Array($0) }
    try sendAll(length + [message.kind], untilNs)
    try sendAll(message.content, untilNs)
  }

  /// - Parameters:
  ///   - limit: the longest content, in bytes.
  ///   - untilNs: when to give up, in ns of CLOCK_MONOTONIC; nil for never.
  func receive(limit: Int, untilNs: UInt64? = nil) throws(Failure) -> Message {
    let head = try receive(count: Self.headSize, untilNs)
    let length = head[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= limit else { throw .tooLong }
    return Message(kind: head[4], content: try receive(count: length, untilNs))
  }

  private func sendAll(_ bytes: [UInt8], _ untilNs: UInt64?) throws(Failure) {
    var done = 0
    while done < bytes.count {
      try wait(for: POLLOUT, untilNs)
      let count = bytes.withUnsafeBytes { Glibc.send(socket.number, $0.baseAddress! + done, $0.count - done, Self.flags) }
      done += try check(count)
    }
  }

  private func receive(count: Int, _ untilNs: UInt64?) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      try wait(for: POLLIN, untilNs)
      let received = bytes.withUnsafeMutableBytes { recv(socket.number, $0.baseAddress! + done, count - done, Self.flags) }
      if received == 0 { throw .ended }
      done += try check(received)
    }
    return bytes
  }

  private static let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)

  private func check(_ count: Int) throws(Failure) -> Int {
    if count >= 0 { return count }
    switch Errno.last {
    case .interrupted, .wouldBlock: return 0
    case .brokenPipe, .connectionReset: throw .ended
    case let error: throw .system(error)
    }
  }

  private func wait(for events: Int32, _ untilNs: UInt64?) throws(Failure) {
    var entry = pollfd(fd: socket.number, events: Int16(events), revents: 0)
    while true {
      let now = monotonicNs()
      if let untilNs, untilNs <= now { throw .timedOut }
      // A signal may end the wait early.
      if poll(&entry, 1, untilNs.map { Int32(clamping: ($0 - now) / 1_000_000 + 1) } ?? -1) > 0 { return }
    }
  }
}
