import EventProtocol
import Glibc
import Platform
import SystemPackage
import UserErrors

/// A connection to the daemon that is read line by line on the caller's thread. No call waits longer than its deadline.
public struct EventClient: ~Copyable {
  /// What has come from the daemon.
  public enum Incoming: Sendable {
    /// One line without its newline.
    case line([UInt8])
    /// The daemon has closed the connection.
    case ended
    /// What was watched has ended the wait.
    case interrupted
  }

  private let path: String
  private let socket: OwnedDescriptor
  private var lines = LineSplitter()
  /// Whether the first line has come.
  private var isGreeted = false
  /// The time by which the daemon must send a line; nil while none is due.
  private var lineDue: Deadline?
  /// When a daemon that sends nothing is to be asked; nil after a line.
  private var idleDue: Deadline?
  /// The number of pings whose responses have not come yet.
  private var pings = 0

  private static let otherPath: Fix = "give swiped's own socket with --socket, or install swiped and swipectl of one version"
  /// The request that shows whether the daemon is alive. Its id distinguishes its response from those to the caller's requests.
  private static let ping = RequestMessage(id: .string("alive"), request: .status)
  /// The time between two attempts to connect to a daemon that accepts no connections, in ms.
  private static let retryTime: Int32 = 20

  /// Connects.
  ///
  /// - Parameters:
  ///   - path: the path of the socket; see ``SocketPath``.
  ///   - deadline: when to give up while the daemon accepts no connections, since too many wait already.
  /// - Throws: ``SocketError``; its code is `notRunning` if nothing listens there.
  public init(path: String, until deadline: Deadline = Deadline()) throws(SocketError) {
    let socket = try unixSocket(blocking: false)
    var error = try Self.connect(socket, path)
    while error == EAGAIN, !deadline.hasPassed {
      // There is nothing that poll(2) could wait for until the daemon accepts.
      poll(nil, 0, min(deadline.milliseconds, Self.retryTime))
      error = try Self.connect(socket, path)
    }
    switch error {
    case 0:
      self.path = path
      self.socket = consume socket
    case ENOENT, ENOTDIR:
      throw Self.obstacle(.notRunning, "swiped is not running, and cannot be started", path) ?? Self.notRunning("no socket at \(path)")
    case EACCES: throw Self.obstacle(.permission, "cannot connect to \(path)", path) ?? Self.refused(by: path, error)
    case ECONNREFUSED: throw Self.notRunning("nothing listens at \(path)")
    case EAGAIN: throw SocketError(.silent, "swiped at \(path) accepts no connections", fix: DaemonStart.current.restartFix)
    default: throw Self.refused(by: path, error)
    }
  }

  private static func notRunning(_ cause: String) -> SocketError {
    SocketError(.notRunning, "swiped is not running (\(cause))", fix: DaemonStart.current.fix)
  }

  private static func refused(by path: String, _ number: Int32) -> SocketError {
    .system("cannot connect to \(path)", fix: "connect as the user that swiped runs as", errno: number)
  }

  /// The error of a default path at which no daemon of this user can be; nil for one at which it can, and for other paths: the daemon there
  /// may be another user's.
  private static func obstacle(_ code: SocketError.Code, _ thing: String, _ path: String) -> SocketError? {
    guard SocketPath.isDefault(path), let error = SocketPath.obstacle(at: path)?.userError else { return nil }
    return SocketError(code, "\(thing): \(error.summary)", fix: error.fix)
  }

  /// - Returns: 0 or the number of the error.
  private static func connect(_ socket: borrowing OwnedDescriptor, _ path: String) throws(SocketError) -> Int32 {
    let number = socket.number
    do throws(SocketError) { return try withUnixAddress(path) { Glibc.connect(number, $0, $1) == 0 ? 0 : errno } } catch {
      throw SocketPath.obstacle(at: path) ?? error
    }
  }

  /// The process that listens; nil if the kernel does not say.
  package var peer: Peer? { Peer(socket.number) }

  // MARK: Sending

  /// Sends requests in one line. Their ids count from 1.
  ///
  /// - Throws: ``SocketError``; its code is `silent` if the daemon does not read them in time.
  public func send(_ requests: [Request], until deadline: Deadline = Deadline()) throws(SocketError) {
    try send(Request.line(requests), until: deadline)
  }

  func send(_ bytes: [UInt8], until deadline: Deadline) throws(SocketError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: socket.number, events: Int16(POLLOUT), revents: 0)
        if poll(&waiting, 1, deadline.milliseconds) == 0 { throw silence(deadline) }
      } else if errno != EINTR {
        throw .system("cannot write to \(path)", fix: DaemonStart.current.fix)
      }
    }
  }

  /// Connects without subscriptions, for a client that only asks: it must not open the camera.
  ///
  /// - Parameters: as of ``init(path:until:)``.
  package static func withoutSubscriptions(path: String, until deadline: Deadline) throws(SocketError) -> EventClient {
    let client = try EventClient(path: path, until: deadline)
    client.unsubscribe(until: deadline)
    return client
  }

  /// Ends all subscriptions of this connection, which a client that only sends requests does not need: they may open the camera.
  package func unsubscribe(until deadline: Deadline) {
    // Without an id, so that no response comes. If it cannot be written, the daemon has closed the connection already, and the error
    // that it sent is still to be read.
    try? send(JSONCoding.line(RequestMessage(id: nil, request: .unsubscribe(Set(Topic.allCases)))), until: deadline)
  }

  /// Repeats the request to suspend keys, without a response.
  package func renewSuspension(until deadline: Deadline) {
    // If it cannot be written, the next read says why.
    try? send(JSONCoding.line(RequestMessage(id: nil, request: .control(.suspendKeys))), until: deadline)
  }

  /// Sends a request, and waits for its response.
  ///
  /// - Parameter before: called with each event that comes before the response, and its line.
  /// - Throws: ``SocketError``; its code is `refused` if the response is an error.
  package mutating func request(
    _ request: Request, until deadline: Deadline, before: (_ line: [UInt8], _ event: Event) -> Void = { _, _ in }
  ) throws(SocketError) -> Response.Value {
    // A daemon that closed at once has sent the cause, which says more than that the request cannot be written.
    var unsent: SocketError?
    do { try send([request], until: deadline) } catch { unsent = error }
    let value = try first(until: deadline) { line, event throws(SocketError) -> Response.Value? in
      if let event { before(line, event) }
      guard event == nil, let response = try Self.response(in: line) else { return nil }
      do throws(RPCError) { return try response.result.get() } catch { throw .refused(error) }
    }
    if let value { return value }
    throw unsent ?? SocketError(.unavailable, "swiped stopped before it answered", fix: DaemonStart.current.inspectionFix)
  }

  /// - Returns: nil for a line that is no response.
  /// - Throws: ``SocketError`` for a response that this version cannot read.
  private static func response(in line: [UInt8]) throws(SocketError) -> Response? {
    if let response = try? JSONCoding.decode(Response.self, from: line) { return response }
    guard (try? JSONCoding.decode(AnyResponse.self, from: line)) != nil else { return nil }
    throw .unknownAnswer
  }

  /// Reads lines until one has what is sought.
  ///
  /// - Parameter find: called with each line and its event.
  /// - Returns: nil if the daemon closes the connection before.
  package mutating func first<Value>(
    until deadline: Deadline, _ find: (_ line: [UInt8], _ event: Event?) throws(SocketError) -> Value?
  ) throws(SocketError) -> Value? {
    while case .line(let line) = try next(until: deadline) {
      if let value = try find(line, try event(in: line)) { return value }
      // Endless lines of other kinds are not a response either.
      guard !deadline.hasPassed else { throw silence(deadline) }
    }
    return nil
  }

  // MARK: Receiving

  /// Waits for the next line. The first must be `hello` or an error.
  ///
  /// - Parameters:
  ///   - deadline: nil waits forever.
  ///   - interruption: what else ends the wait.
  /// - Throws: ``SocketError`` when the deadline has passed or the connection breaks.
  public mutating func next(until deadline: Deadline? = nil, or interruption: Interruption = .none) throws(SocketError) -> Incoming {
    while true {
      if let line = try nextReceived() { return .line(line) }
      var waiting = [pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0), interruption.entry]
      let ready = poll(&waiting, 2, min(deadline?.milliseconds ?? .max, interruption.milliseconds ?? .max))
      if ready < 0, errno == EINTR { continue }
      if ready == 0, interruption.milliseconds == 0 { return .interrupted }
      if ready == 0, let deadline, deadline.hasPassed { throw silence(deadline) }
      if waiting[1].revents != 0 { return .interrupted }
      if waiting[0].revents != 0, try !receive() { return .ended }
    }
  }

  /// Waits for the next line as long as the daemon is alive: one that is silent for a time is asked for its status.
  ///
  /// - Throws: ``SocketError``; its code is `silent` if the daemon does not respond to that.
  package mutating func next(_ timeouts: ClientTimeouts, or interruption: Interruption = .none) throws(SocketError) -> Incoming {
    while true {
      if !isGreeted, lineDue == nil { lineDue = Deadline(after: timeouts.response) }
      let idleDue = self.idleDue ?? Deadline(after: timeouts.idle)
      self.idleDue = idleDue
      do throws(SocketError) {
        let incoming = try next(until: lineDue ?? idleDue, or: interruption)
        // An interruption says nothing of the daemon.
        if case .interrupted = incoming { return incoming }
        (lineDue, self.idleDue) = (nil, nil)
        if case .line(let line) = incoming, isPong(line) { continue }
        return incoming
      } catch  where error.code == .silent && lineDue == nil {
        let deadline = Deadline(after: timeouts.response)
        (lineDue, self.idleDue) = (deadline, nil)
        pings += 1
        do { try send(JSONCoding.line(Self.ping), until: deadline) } catch  where error.code != .silent {
          // The daemon has closed the connection, which the next read shows.
        }
      }
    }
  }

  /// Whether a line is the response to a ping, which does not concern the caller.
  private mutating func isPong(_ line: [UInt8]) -> Bool {
    guard pings > 0, let response = try? JSONCoding.decode(Response.self, from: line), response.id == Self.ping.id else { return false }
    pings -= 1
    return true
  }

  private mutating func nextReceived() throws(SocketError) -> [UInt8]? {
    let line: [UInt8]?
    do { line = try lines.next() } catch {
      throw SocketError(.badAnswer, "\(path): a line of more than \(lineLimit) bytes came", fix: Self.otherPath)
    }
    guard let line, !isGreeted else { return line }
    switch try? ServerMessage(line: line) {
    case .event(.hello), .error: isGreeted = true
    default: throw strangeLine
    }
    return line
  }

  /// The event of a line; nil if it is another message.
  ///
  /// - Throws: ``SocketError`` if the line is an error of the daemon, or not a message of this protocol.
  public func event(in line: [UInt8]) throws(SocketError) -> Event? {
    guard let message = try? ServerMessage(line: line) else { throw strangeLine }
    switch message {
    case .event(let event): return event
    case .error(let error): throw .refused(error)
    case .other: return nil
    }
  }

  /// - Returns: false at the end of the stream.
  private mutating func receive() throws(SocketError) -> Bool {
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(socket.number, &piece, piece.count, 0)
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    // The kernel reports a reset when the daemon has closed without reading all that was sent.
    guard count >= 0 || errno == ECONNRESET else { throw .system("cannot read from \(path)", fix: DaemonStart.current.fix) }
    if count > 0 { lines.append(piece[..<count]) }
    return count > 0
  }

  private var strangeLine: SocketError {
    SocketError(.badAnswer, "\(path): a line came that is not a message of swiped", fix: Self.otherPath)
  }

  private func silence(_ deadline: Deadline) -> SocketError {
    SocketError(
      .silent, "swiped at \(path) gives no answer within \(deadline.duration.components.seconds) s", fix: DaemonStart.current.restartFix)
  }
}

/// The end of the time that the other side has for a whole exchange: lines that arrive do not extend it.
public struct Deadline: Sendable {
  /// The time from its start.
  let duration: Duration
  private let end: ContinuousClock.Instant

  /// - Parameter duration: the time from now; by default what the daemon has to answer, which may load its models or close a camera first.
  public init(after duration: Duration = .seconds(10)) {
    self.duration = duration
    end = .now + duration
  }

  /// That of what the daemon does at once when it works: to accept a connection, and to send its status.
  package static func short() -> Deadline { Deadline(after: .seconds(5)) }

  package var hasPassed: Bool { end <= .now }

  /// The time left, in ms for poll(2), which takes at most 24 days; 0 when the deadline has passed.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: end).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // Rounded up: poll(2) would otherwise not wait during the last millisecond.
    return Int32(min(seconds, 86400)) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
  }
}

/// The times after which a client gives up a silent daemon.
package struct ClientTimeouts: Sendable {
  /// The time for a response and for `hello`. A daemon that systemd starts for the connection loads its models first.
  package var response: Duration
  /// The time without any line after which the daemon is asked for its status: so long that an idle machine stays idle.
  package var idle: Duration

  package init(response: Duration = .seconds(10), idle: Duration = .seconds(15)) {
    self.response = response
    self.idle = idle
  }
}

/// An event that ends the wait for a line.
public struct Interruption: Sendable {
  /// An entry for poll(2), which ignores a negative descriptor.
  let entry: pollfd
  /// Keeps the descriptor open.
  private let wakeup: Wakeup?
  /// A time that interrupts, in ns of CLOCK_MONOTONIC.
  private let untilNs: UInt64?

  private init(_ descriptor: Int32, _ events: Int32, _ wakeup: Wakeup? = nil, untilNs: UInt64? = nil) {
    entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    (self.wakeup, self.untilNs) = (wakeup, untilNs)
  }

  /// Until its time has come; nil if it has none.
  var milliseconds: Int32? { untilNs.map(milliseconds(until:)) }

  /// Nothing interrupts.
  public static let none = Interruption(-1, 0)

  /// The reader of an output has gone.
  public static func closed(_ output: Int32) -> Interruption { Interruption(output, 0) }

  /// A wakeup was signaled, or a time has come.
  ///
  /// - Parameter untilNs: the time, in ns of CLOCK_MONOTONIC; nil for none.
  package static func signaled(_ wakeup: Wakeup, untilNs: UInt64? = nil) -> Interruption {
    Interruption(wakeup.descriptor, POLLIN, wakeup, untilNs: untilNs)
  }

  package static func makeWakeup() throws(SocketError) -> Wakeup {
    do throws(Errno) { return try Wakeup() } catch {
      throw .system("cannot create an event descriptor", fix: "close some of this process's files", errno: error.rawValue)
    }
  }
}

/// A response, whatever it says.
private struct AnyResponse: Decodable {
  private enum Key: CodingKey { case result, error }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    guard object.contains(.result) || object.contains(.error) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no response"))
    }
  }
}
