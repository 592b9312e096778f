import EventProtocol
import Glibc

/// A connection to the daemon, line by line, on the caller's thread.
public struct EventClient: ~Copyable {
  public enum Incoming: Sendable {
    /// One line without its newline.
    case line([UInt8])
    /// The daemon has closed the connection.
    case ended
    /// The file that was watched besides is one that nobody reads any more.
    case hungUp
  }

  private let path: String
  private let socket: Descriptor
  private var lines = LineSplitter()

  private static let mend = "systemctl --user start swiped"
  private static let strangerMend = "give swiped's own socket with --socket, or install swiped and swipectl of one version"

  /// Connects.
  ///
  /// - Throws: ``SocketError``; its code is `notRunning` if nobody listens there.
  public init(path: String) throws(SocketError) {
    let socket = try Descriptor.socket()
    guard try withUnixAddress(path, { connect(socket.number, $0, $1) }) != 0 else {
      self.path = path
      self.socket = consume socket
      return
    }
    switch errno {
    case ENOENT, ENOTDIR: throw SocketError(.notRunning, "swiped is not running (no socket at \(path)): \(Self.mend)")
    case ECONNREFUSED: throw SocketError(.notRunning, "swiped is not running (nobody listens at \(path)): \(Self.mend)")
    case let number:
      throw .system("cannot connect to \(path)", mend: "connect as the user that swiped runs as", errno: number)
    }
  }

  /// Sends requests in one line; their ids count from 1.
  public func send(_ requests: [Request]) throws(SocketError) {
    var rest = Request.line(requests)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count >= 0 || errno == EINTR else { throw .system("cannot write to \(path)", mend: Self.mend) }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Waits for the next line.
  ///
  /// - Parameters:
  ///   - seconds: how long at most; nil for ever.
  ///   - output: a descriptor whose reader may go away, to be told at once when it does.
  /// - Throws: ``SocketError`` when the time is over or the connection breaks.
  public mutating func next(within seconds: Int32? = nil, watching output: Int32 = -1) throws(SocketError) -> Incoming {
    while true {
      do {
        if let line = try lines.next() { return .line(line) }
      } catch {
        throw SocketError(.badAnswer, "\(path): a line of more than \(lineLimit) bytes came: \(Self.strangerMend)")
      }
      // poll() leaves out a negative descriptor.
      var waiting = [
        pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0), pollfd(fd: output, events: 0, revents: 0),
      ]
      let ready = poll(&waiting, 2, seconds.map { $0 * 1000 } ?? -1)
      if ready < 0, errno == EINTR { continue }
      guard ready != 0 else {
        throw SocketError(
          .badAnswer, "swiped at \(path) says nothing for \(seconds ?? 0) s: systemctl --user restart swiped")
      }
      if waiting[1].revents != 0 { return .hungUp }
      guard try receive() else { return .ended }
    }
  }

  /// The event that a line tells; nil if it tells none.
  ///
  /// - Throws: ``SocketError`` if the daemon refuses with it, or if it cannot be the daemon's.
  public func event(in line: [UInt8]) throws(SocketError) -> Event? {
    guard let message = try? ServerMessage(line: line) else {
      throw SocketError(.badAnswer, "\(path): a line came that is no message of swiped: \(Self.strangerMend)")
    }
    switch message {
    case .event(let event): return event
    case .error(let error): throw SocketError(.unavailable, "swiped says: \(error.message)")
    case .other: return nil
    }
  }

  /// False at the end of the stream.
  private mutating func receive() throws(SocketError) -> Bool {
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(socket.number, &piece, piece.count, 0)
    // A reset is how the kernel reports that the daemon closed without having read all we sent.
    guard count >= 0 || errno == EINTR || errno == ECONNRESET else { throw .system("cannot read from \(path)", mend: Self.mend) }
    if count > 0 { lines.append(piece[..<count]) }
    return count > 0 || (count < 0 && errno == EINTR)
  }
}
