import EventProtocol
import EventSocket
import Foundation

/// What `swiped` tells, for as long as somebody reads: it reconnects when the daemon restarts.
///
///     for try await message in try SwipedClient(topics: [.swipe]) {
///       if case .event(.swipe(let swipe)) = message { print(swipe.direction) }
///     }
///
/// Each iterator has a connection of its own, made when it is first asked. Cancelling the task that reads, or giving the iterator up,
/// closes it at once. Who does not read for long is told and closed by the daemon, which is a ``Element/disconnected(_:)``, too.
public struct SwipedClient: AsyncSequence, Sendable {
  public enum Element: Sendable, Equatable {
    /// The daemon is there, and says who it is. What happened before is not told again.
    case connected(Hello)
    /// It is not there, or not any more; the reason is one line. It is tried again after 0.1 s, then at growing intervals of up to 5 s.
    case disconnected(SocketError)
    /// Anything but `hello`.
    case event(Event)
  }

  public typealias Failure = SocketError

  private let path: String
  private let topics: Set<Topic>

  /// - Parameters:
  ///   - path: where the socket is; `$XDG_RUNTIME_DIR/swiped/swiped.sock` if not given.
  ///   - topics: what to hear of. The status comes once on every connection, also if it is none of them.
  /// - Throws: ``SocketError`` if no path is given, and there is no such variable.
  public init(path: String? = nil, topics: Set<Topic> = Topic.initial) throws(SocketError) {
    self.path = if let path { path } else { try SocketPath.default(environment: ProcessInfo.processInfo.environment) }
    self.topics = topics
  }

  public func makeAsyncIterator() -> Iterator { Iterator(path: path, topics: topics) }

  public struct Iterator: AsyncIteratorProtocol {
    private let path: String
    private let topics: Set<Topic>
    private var session: Session?

    init(path: String, topics: Set<Topic>) {
      self.path = path
      self.topics = topics
    }

    /// The next message; nil once the task is cancelled.
    ///
    /// - Throws: ``SocketError`` for what would be no better at another attempt, such as a socket of another user.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(SocketError) -> Element? {
      if session == nil { session = try Session(path: path, topics: topics) }
      return try await session?.next().get()
    }

    public mutating func next() async throws(SocketError) -> Element? { try await next(isolation: nil) }
  }
}
