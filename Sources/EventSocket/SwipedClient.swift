import Dispatch
import EventProtocol
import Platform
import Synchronization
import UserErrors

/// The events of the daemon as a sequence that outlives restarts of the daemon.
///
///     for try await message in try SwipedClient(topics: [.swipe]) {
///       if case .event(.gesture(let event)) = message, let direction = event.direction { print(direction) }
///     }
///
/// Each iterator connects when it is first read. Canceling the reading task, or discarding the iterator, closes its connection at once.
/// The daemon closes the connection of a client that does not read for long, which is a ``Element/disconnected(_:)``, too.
public struct SwipedClient: AsyncSequence, Sendable {
  /// What has come from the daemon, or become of it.
  public enum Element: Sendable, Equatable {
    /// Connected to a daemon. Events from before are not repeated.
    case connected(Hello)
    /// There is no daemon, it has ended, or it hangs. The next attempt follows after 0.1 s, later ones at growing intervals of up to 5 s.
    case disconnected(SocketError)
    /// Any event but `hello`.
    case event(Event)
  }

  /// What ends the sequence: an error that another attempt would not change.
  public typealias Failure = SocketError

  private let makeClient: @Sendable () -> ReconnectingClient

  /// - Parameters:
  ///   - path: the path of the socket; nil for ``SocketPath/default(environment:)``.
  ///   - topics: the topics to subscribe to. The status comes once on every connection, even if it is not among them.
  /// - Throws: ``SocketError`` if no path is given, and there is no usable default.
  public init(path: String? = nil, topics: Set<Topic> = Topic.initial) throws(SocketError) {
    let path = if let path { path } else { try SocketPath.default(environment: Environment.current) }
    makeClient = { ReconnectingClient(path: path, topics: topics) }
  }

  /// Connects at its first element.
  public func makeAsyncIterator() -> Iterator { Iterator(makeClient) }

  /// A connection, which is made again when it is lost.
  public struct Iterator: AsyncIteratorProtocol {
    private let makeClient: @Sendable () -> ReconnectingClient
    private var session: Session?

    fileprivate init(_ makeClient: @escaping @Sendable () -> ReconnectingClient) { self.makeClient = makeClient }

    /// Returns the next message; nil once the task is canceled.
    ///
    /// - Throws: ``SocketError`` for what another attempt would not change, such as a socket of another user.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(SocketError) -> Element? {
      if session == nil { session = try Session(makeClient()) }
      return try await session?.next().get()
    }

    /// Waits for the next element; nil after the task was canceled, or an error was thrown.
    public mutating func next() async throws(SocketError) -> Element? { try await next(isolation: nil) }
  }
}

/// A connection that is read on a queue of its own, since reading blocks.
private final class Session: Sendable {
  private let queue = DispatchQueue(label: "SwipedClient")
  private let cancellation: Wakeup
  /// Used on the queue alone; nil when it is over.
  private let client: Mutex<ReconnectingClient?>

  init(_ client: consuming sending ReconnectingClient) throws(SocketError) {
    cancellation = try Interruption.makeWakeup()
    self.client = Mutex(client)
  }

  func next() async -> Result<SwipedClient.Element?, SocketError> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.take()) }
      }
    } onCancel: {
      cancellation.signal()
    }
  }

  private func take() -> Result<SwipedClient.Element?, SocketError> {
    client.withLock { client in
      do throws(SocketError) {
        while let incoming = try client?.next(or: .signaled(cancellation)) {
          switch incoming {
          case .line(_, .hello(let hello)?): return .success(.connected(hello))
          case .line(_, let event?): return .success(.event(event))
          case .line: continue
          case .lost(let error): return .success(.disconnected(error))
          case .interrupted: client = nil
          }
        }
        return .success(nil)
      } catch {
        client = nil
        return .failure(error)
      }
    }
  }
}
