import EventProtocol
import Glibc

/// A connection to the daemon that is made again when it breaks, on the caller's thread.
public struct ReconnectingClient: ~Copyable {
  public enum Incoming: Sendable {
    /// One line without its newline, and the event that it tells. The first of every connection is `hello`.
    case line([UInt8], Event?)
    /// The connection has broken, or none could be made, for this reason. Said once until there is another.
    case lost(SocketError)
    /// The file that was watched besides is one that nobody reads any more.
    case hungUp
  }

  private let path: String
  private let topics: Set<Topic>?
  private var client: EventClient?
  private var backoff = Backoff()
  /// Whether it was said that there is no daemon.
  private var isLost = false
  /// What the daemon said before it closed.
  private var farewell: SocketError?

  /// Nothing is connected yet.
  ///
  /// - Parameters:
  ///   - path: where the socket is; see ``SocketPath``.
  ///   - topics: what each connection is subscribed to; nil for what the daemon gives to one that says nothing.
  public init(path: String, topics: Set<Topic>? = nil) {
    self.path = path
    self.topics = topics
  }

  /// Makes the first connection, for a caller to whom it is an error if there is none.
  ///
  /// - Throws: ``SocketError``; its code is `notRunning` if nobody listens there.
  public mutating func connect() throws(SocketError) {
    let client = try EventClient(path: path)
    // Where this cannot be written, the daemon has closed already, and what it said before is still to be read.
    if let topics { try? client.send([.unsubscribe(Topic.initial), .subscribe(topics)]) }
    farewell = nil
    self.client = consume client
  }

  /// Waits for the next line, or for the loss of the connection. After that it tries again, at growing intervals of 0.1 to 5 s.
  ///
  /// - Parameter output: a descriptor whose reader may go away, to be told at once when it does.
  /// - Throws: ``SocketError`` for what would be no better at another attempt.
  public mutating func next(watching output: Int32 = -1) throws(SocketError) -> Incoming {
    while true {
      guard isConnected else {
        if isLost, Self.isHungUp(output, within: backoff.next()) { return .hungUp }
        do throws(SocketError) {
          try connect()
        } catch {
          if let loss = try lose(error) { return loss }
        }
        continue
      }
      do throws(SocketError) {
        switch try client?.next(watching: output) {
        case .line(let line): return .line(line, try read(line))
        case .hungUp: return .hungUp
        case .ended, nil: throw farewell ?? SocketError(.unavailable, "swiped has ended")
        }
      } catch {
        if let loss = try lose(error) { return loss }
      }
    }
  }

  // As a function, since a value that cannot be copied cannot be compared with nil.
  private var isConnected: Bool {
    switch client {
    case .some: true
    case nil: false
    }
  }

  private mutating func read(_ line: [UInt8]) throws(SocketError) -> Event? {
    do throws(SocketError) {
      let event = try client?.event(in: line) ?? nil
      if case .hello = event {
        backoff = Backoff()
        isLost = false
      }
      return event
    } catch  where error.isPassing {
      // The end of the connection follows.
      farewell = error
      return nil
    }
  }

  /// - Returns: nil if it was told already.
  private mutating func lose(_ error: SocketError) throws(SocketError) -> Incoming? {
    client = nil
    guard error.isPassing else { throw error }
    defer { isLost = true }
    return isLost ? nil : .lost(error)
  }

  /// Waits for so many ms, or until nobody reads the file any more.
  private static func isHungUp(_ output: Int32, within milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: output, events: 0, revents: 0)
    // A signal only makes the wait shorter.
    return poll(&waiting, 1, milliseconds) > 0
  }
}

extension SocketError {
  /// Whether another attempt may succeed without anybody's doing.
  fileprivate var isPassing: Bool {
    switch code {
    case .notRunning, .unavailable: true
    case .refused(let error): [RPCError.tooSlow.code, RPCError.tooManyConnections(0).code].contains(error.code)
    default: false
    }
  }
}
