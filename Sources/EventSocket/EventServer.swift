import EventProtocol
import Glibc
import NIOCore
import NIOPosix
import Platform
import Synchronization
import SystemPackage
import UserErrors

/// The server of the event socket, on one thread of its own.
package final class EventServer: Sendable {
  private struct Running {
    let group: MultiThreadedEventLoopGroup
    let loop: any EventLoop
    let hub: NIOLoopBound<Hub>
    /// Nil until it listens.
    var listener: (any Channel)?
  }

  private struct Place: ~Copyable {
    var file: SocketFile?
    /// Whether the server was stopped, even before it was started.
    var isStopped = false
  }

  /// The path of the socket.
  package let path: String
  private let inherited: Int32?
  private let hello: Hello
  private let status: @Sendable () -> Status
  private let recent: @Sendable (Int?) -> RecentEvents
  private let control: @Sendable (Control) async -> Result<Status, RPCError>
  private let longestSuspension: Duration
  private let demands: @Sendable (ClientDemands) -> Void
  private let log: @Sendable (String) -> Void
  private let place = Mutex(Place())
  private let running = Mutex<Running?>(nil)
  private let subscribed = SubscribedTopics()
  private let refused = Mutex<[Topic: String]>([:])
  /// The events that the loop has not handled yet, of the topics that keep only the newest.
  private let pending = Mutex(LatestPerTopic<Event>())

  /// - Parameters:
  ///   - path: where to create the socket; see ``SocketPath``.
  ///   - inherited: a listening socket to use instead; see ``SystemdSocket``. It is closed at the end, and its file stays.
  ///   - hello: the first message to each client.
  ///   - status: returns the current status. Called on the server's thread, and must not wait for the pipeline.
  ///   - recent: returns a piece of the last ten seconds, which begins where the piece before says, or else with the oldest frame. Called on
  ///     the server's thread, and must not wait for the pipeline.
  ///   - control: carries out a control request. It may take its time: only the client that sent the request waits.
  ///   - longestSuspension: how long a client suspends keys by one request.
  ///   - demands: called on the server's thread with what the connections need, whenever it changes; before `control` is called with the
  ///     request that changes it.
  ///   - log: called on the server's thread with one line about each connection that is refused, or closed for what its client did.
  package init(
    path: String, inherited: Int32? = nil, hello: Hello, status: @escaping @Sendable () -> Status,
    recent: @escaping @Sendable (Int?) -> RecentEvents = { _ in RecentEvents() },
    control: @escaping @Sendable (Control) async -> Result<Status, RPCError>,
    longestSuspension: Duration = .seconds(6),
    demands: @escaping @Sendable (ClientDemands) -> Void = { _ in },
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = inherited.flatMap(SocketPath.bound) ?? path
    (self.inherited, self.hello, self.status, self.recent) = (inherited, hello, status, recent)
    (self.control, self.longestSuspension, self.demands, self.log) = (control, longestSuspension, demands, log)
  }

  /// Creates the socket, unless it is inherited, and starts to accept. To be called once; does nothing after ``stop(flushing:)``.
  ///
  /// - Throws: ``SocketError`` if the socket cannot be created.
  package func start() async throws(SocketError) {
    let socket = try place.withLock { place throws(SocketError) -> Int32? in
      guard !place.isStopped else { return nil }
      place.file = if let inherited { try .adopt(OwnedDescriptor(owning: inherited), at: path) } else { try .claim(path) }
      return place.file?.takeSocket()
    }
    guard let socket else { return }
    do {
      try await listen(socket)
    } catch  where place.withLock({ $0.isStopped }) {
      // Stopped meanwhile, which is not an error.
    } catch {
      await stop()
      throw SocketError(.unavailable, "cannot listen at \(path): \(error)", fix: "choose another path with --socket")
    }
  }

  private func listen(_ socket: Int32) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let hub = try await loop.submit { NIOLoopBound(self.makeHub(loop), eventLoop: loop) }.get()
    // Before a client can connect, so that no event for it is lost.
    running.withLock { $0 = Running(group: group, loop: loop, hub: hub) }
    let listener = try await ServerBootstrap(group: group)
      .serverChannelInitializer { [log] channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptErrorHandler(log: log)) }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.socketOption(.so_sndbuf), value: Connection.kernelBuffer)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Connection(hub: hub.value))
        }
      }
      .withBoundSocket(socket).get()
    running.withLock { $0?.listener = listener }
  }

  private func makeHub(_ loop: any EventLoop) -> Hub {
    let control: ControlHandler = { control, reply in
      let reply = NIOLoopBound(reply, eventLoop: loop)
      Task {
        let result = await self.control(control)
        self.onLoop { _ in reply.value(result) }
      }
    }
    let hub = Hub(
      hello: hello, status: status, recent: recent, control: control, subscribed: subscribed,
      longestSuspension: TimeAmount(longestSuspension), demands: demands, log: log)
    hub.refuse(refused.withLock { $0 })
    return hub
  }

  /// Refuses subscriptions to a topic, and cancels the existing ones. Any thread, also before ``start()``.
  ///
  /// - Parameters:
  ///   - topic: the topic that clients may not subscribe to.
  ///   - reason: the cause and the fix, in one line; nil to allow subscriptions again.
  package func refuse(_ topic: Topic, because reason: String?) {
    let all = refused.withLock { refused in
      refused[topic] = reason
      return refused
    }
    onLoop { $0.refuse(all) }
  }

  /// Whether a topic has subscribers; an event of one that has none need not be made. Any thread.
  package func hasSubscribers(to topic: Topic) -> Bool { subscribed.contains(topic) }

  /// The greatest width of the pictures of `preview` that a subscriber has asked for, in pixels, whatever it is; 0 if none has. Any thread.
  package var previewWidth: Int { subscribed.previewWidth }

  /// Passes an event to the server's thread without waiting for it or for any subscriber.
  /// Does nothing before ``start()`` and after ``stop(flushing:)``.
  ///
  /// While that thread is behind, a `hand`, `frame` or `preview` replaces the previous one, which its subscribers learn by `dropped`.
  package func publish(_ event: Event) {
    guard let topic = event.topic, Topic.newestOnly.contains(topic) else { return onLoop { $0.publish(event) } }
    guard hasSubscribers(to: topic), pending.withLock({ $0.put(event, of: topic) }) else { return }
    onLoop { hub in
      guard let latest = self.pending.withLock({ $0.take(topic) }) else { return }
      hub.publish(latest.item, losing: latest.lost)
    }
  }

  private func onLoop(_ body: @escaping @Sendable (Hub) -> Void) {
    // Under the lock, since a loop that has been shut down accepts nothing more.
    running.withLock { running in
      guard let running else { return }
      let hub = running.hub
      running.loop.execute { body(hub.value) }
    }
  }

  /// Removes the socket, unless it is inherited, sends what was published before, and closes all connections.
  /// Requests that are still being carried out are not answered.
  ///
  /// - Parameter timeout: the time that subscribers have to read.
  package func stop(flushing timeout: Duration = .milliseconds(100)) async {
    let running = running.withLock { $0.take() }
    try? await running?.listener?.close()
    place.withLock { place in
      place.isStopped = true
      place.file = nil
    }
    guard let running else { return }
    let (hub, loop, limit) = (running.hub, running.loop, TimeAmount(timeout))
    try? await loop.flatSubmit { hub.value.close(within: limit, on: loop) }.get()
    try? await running.group.shutdownGracefully()
  }
}

/// Pauses accepting when the system refuses it, as when the process has no descriptor left.
///
/// The waiting connections would otherwise wake the server at once, again and again.
private final class AcceptErrorHandler: ChannelInboundHandler {
  typealias InboundIn = any Channel

  /// The time between two attempts: short for a client that waits, and negligible as load.
  private static let pause = TimeAmount.seconds(1)

  private let log: (String) -> Void
  /// Whether an attempt has failed, and no later one has accepted all waiting connections.
  private var isRefused = false
  private var hasFailed = false

  init(log: @escaping (String) -> Void) { self.log = log }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError else { return context.fireErrorCaught(error) }
    if !isRefused {
      let cause = Errno(rawValue: error.errnoCode)
      log("new connections: not accepted for now: \(cause); close other connections, or raise the limit (ulimit -n, LimitNOFILE=)")
    }
    (isRefused, hasFailed) = (true, true)
    let channel = context.channel
    // Cannot fail on an open channel, and on a closed one there is nothing to accept.
    try? channel.syncOptions?.setOption(.autoRead, value: false)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { try? channel.syncOptions?.setOption(.autoRead, value: true) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if !hasFailed { isRefused = false }
    hasFailed = false
    context.fireChannelReadComplete()
  }
}
