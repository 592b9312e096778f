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
      guard ready != 0 else { throw silence(seconds ?? 0) }
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
    case .error(let error): throw .refused(error)
    case .other: return nil
    }
  }

  /// Asks, and waits for the answer; events that come between are passed over.
  ///
  /// - Parameter patience: how long the daemon may take, in seconds.
  /// - Throws: ``SocketError``; its code is `refused` if the daemon says no.
  package mutating func request(_ request: Request, patience: Int32 = 10) throws(SocketError) -> Response.Value {
    // A daemon that closed at once has said why before, which is worth more than that the request cannot be written.
    var unsent: SocketError?
    do { try send([request]) } catch { unsent = error }
    let start = ContinuousClock.now
    while case .line(let line) = try next(within: max(0, patience - Int32(start.duration(to: .now).components.seconds))) {
      if try event(in: line) == nil, let answer = try? JSONCoding.decode(Response.self, from: line) { return try value(answer) }
      guard start.duration(to: .now) < .seconds(patience) else { throw silence(patience) }
    }
    throw unsent ?? SocketError(.unavailable, "swiped ended before it answered: systemctl --user status swiped")
  }

  private func value(_ answer: Response) throws(SocketError) -> Response.Value {
    do { return try answer.result.get() } catch { throw .refused(error) }
  }

  private func silence(_ seconds: Int32) -> SocketError {
    SocketError(.badAnswer, "swiped at \(path) gives no answer within \(seconds) s: systemctl --user restart swiped")
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
