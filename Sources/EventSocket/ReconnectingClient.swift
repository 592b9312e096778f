import EventProtocol
import Glibc
import Platform

/// A connection to the daemon that is made again when it breaks, on the caller's thread.
public struct ReconnectingClient: ~Copyable {
  /// What has come from the daemon, or become of it.
  public enum Incoming: Sendable {
    /// One line without its newline, and its event. The first line of every connection is `hello`.
    case line([UInt8], Event?)
    /// The connection broke, or could not be made. Reported once until there is another connection.
    case lost(SocketError)
    /// What was watched has ended the wait.
    case interrupted
  }

  private let path: String
  private let topics: Set<Topic>?
  private let timeouts: ClientTimeouts
  /// Whether the lines belong to somebody else, who sends requests through this client.
  private let isRelay: Bool
  private var client: EventClient?
  /// The waits between attempts to connect.
  private var backoff: Backoff
  /// When the next attempt is due, however often the wait for it is interrupted.
  private var attemptDue: Deadline?
  /// Whether the loss was reported.
  private var isLost = false
  /// The error that the daemon sent before it closed the connection.
  private var farewell: SocketError?
  /// Whether the connection's `hello` has come.
  private var isGreeted = false

  /// Creates a client that connects when it is first read.
  ///
  /// - Parameters:
  ///   - path: the path of the socket; see ``SocketPath``.
  ///   - topics: the subscriptions of each connection; nil for `Topic.initial`.
  public init(path: String, topics: Set<Topic>? = nil) {
    self.init(path: path, topics: topics, timeouts: ClientTimeouts())
  }

  /// - Parameter longestWaitMs: no wait between two attempts to connect is longer, in ms. The first one is 100 ms.
  package init(
    path: String, topics: Set<Topic>?, timeouts: ClientTimeouts = ClientTimeouts(), isRelay: Bool = false, longestWaitMs: UInt64 = 5000
  ) {
    (self.path, self.topics, self.timeouts, self.isRelay) = (path, topics, timeouts, isRelay)
    backoff = Backoff(shortestMs: 100, longestMs: longestWaitMs)
  }

  /// Creates a client that passes lines on: of each connection only `hello` and the reason of its end are read. A request that the daemon
  /// refuses is a line like any other.
  package init(relaying path: String) { self.init(path: path, topics: nil, timeouts: ClientTimeouts(), isRelay: true) }

  private mutating func connect() throws(SocketError) {
    // One attempt: the next comes later, as after any other loss.
    let client = try EventClient(path: path, until: Deadline(after: .zero))
    // If this cannot be written, the daemon has closed the connection already, and the error that it sent is still to be read.
    if let topics { try? client.send([.unsubscribe(Topic.initial), .subscribe(topics)], until: Deadline(after: .zero)) }
    (farewell, isGreeted) = (nil, false)
    self.client = consume client
  }

  /// Waits for the next line, or for the loss of the connection, after which it tries again at growing intervals of 0.1 to 5 s.
  ///
  /// A daemon that hangs counts as lost: one that does not send `hello` within 10 s, or is silent for 15 s and then does not respond
  /// within 10 s to a request for its status.
  ///
  /// - Parameter interruption: what else ends the wait.
  /// - Throws: ``SocketError`` for what another attempt would not change.
  public mutating func next(or interruption: Interruption = .none) throws(SocketError) -> Incoming {
    while true {
      guard isConnected else {
        if isLost {
          let due = attemptDue ?? Deadline(after: .milliseconds(Int64(clamping: backoff.next())))
          attemptDue = due
          if Self.isInterrupted(interruption, before: due) { return .interrupted }
          attemptDue = nil
        }
        do throws(SocketError) {
          try connect()
        } catch {
          if let loss = try lose(error) { return loss }
        }
        continue
      }
      do throws(SocketError) {
        switch try client?.next(timeouts, or: interruption) {
        case .line(let line): return .line(line, try read(line))
        case .interrupted: return .interrupted
        case .ended, nil: throw farewell ?? SocketError(.unavailable, "swiped has stopped")
        }
      } catch {
        if let loss = try lose(error) { return loss }
      }
    }
  }

  /// Sends a line of requests. Their responses come from ``next(or:)``.
  ///
  /// - Parameter line: with its newline.
  /// - Returns: false while there is no connection.
  package mutating func send(line: [UInt8]) throws(SocketError) -> Bool {
    guard isConnected else { return false }
    do throws(SocketError) { try client?.send(line, until: Deadline(after: timeouts.response)) } catch  where error.code != .silent {
      // The daemon has closed the connection, which the next read shows.
    }
    return true
  }

  /// Whether there is a connection, as far as is known.
  // A switch, since a noncopyable value cannot be compared with nil.
  package var isConnected: Bool {
    switch client {
    case .some: true
    case nil: false
    }
  }

  private mutating func read(_ line: [UInt8]) throws(SocketError) -> Event? {
    // Members are in alphabetical order.
    if isRelay, isGreeted, !line.starts(with: #"{"error""#.utf8) { return nil }
    do throws(SocketError) {
      let event = try client?.event(in: line) ?? nil
      if case .hello = event {
        backoff.reset()
        (isLost, isGreeted) = (false, true)
      }
      return event
    } catch  where error.isTransient {
      // The end of the connection follows.
      farewell = error
      return nil
    } catch  where isRelay && isGreeted {
      return nil
    }
  }

  /// - Returns: nil if the loss was reported already.
  private mutating func lose(_ error: SocketError) throws(SocketError) -> Incoming? {
    client = nil
    guard error.isTransient else { throw error }
    defer { isLost = true }
    return isLost ? nil : .lost(error)
  }

  /// Waits until a moment at most.
  private static func isInterrupted(_ interruption: Interruption, before due: Deadline) -> Bool {
    var waiting = interruption.entry
    while !due.hasPassed {
      if poll(&waiting, 1, min(due.milliseconds, interruption.milliseconds ?? .max)) > 0 || interruption.milliseconds == 0 { return true }
    }
    return false
  }
}

extension SocketError {
  /// Whether another attempt may succeed although nothing is changed.
  fileprivate var isTransient: Bool {
    switch code {
    case .notRunning, .unavailable, .silent: true
    case .refused(let error): [RPCError.tooSlow.code, RPCError.tooManyConnections(0).code].contains(error.code)
    default: false
    }
  }
}
