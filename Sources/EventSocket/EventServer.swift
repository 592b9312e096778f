import EventProtocol
import NIOCore
import NIOPosix
import Synchronization

/// Serves events to whoever connects, on one thread of its own.
public final class EventServer: Sendable {
  private struct Running {
    let group: MultiThreadedEventLoopGroup
    let loop: any EventLoop
    let hub: NIOLoopBound<Hub>
    /// Nil until it listens.
    var listener: (any Channel)?
  }

  private struct Place: ~Copyable {
    var file: SocketFile?
    /// Stopped, be it before it was started.
    var isOver = false
  }

  /// The path of the socket.
  public let path: String
  private let inherited: Int32?
  private let hello: Hello
  private let status: @Sendable () -> Status
  private let control: @Sendable (Control) async -> Result<Status, RPCError>
  private let subscribers: @Sendable (Int) -> Void
  private let log: @Sendable (String) -> Void
  private let place = Mutex(Place())
  private let running = Mutex<Running?>(nil)
  private let wanted = WantedTopics()
  private let refused = Mutex<[Topic: String]>([:])
  /// What the loop has not come to yet of the topics that keep only the newest.
  private let handedOver = Mutex(NewestOnly<Event>())

  /// - Parameters:
  ///   - path: where the socket will be; see ``SocketPath``.
  ///   - inherited: a socket that listens already, instead of one at the path; see ``SystemdSocket``. Closed at the end, its file left.
  ///   - status: the status of this moment. Called on the server's thread, and must not wait for the frame line.
  ///   - control: does what a client asks. It may take its time: only that client waits.
  ///   - subscribers: told on the server's thread how many connections are subscribed to what the camera has to be open for
  ///     (`swipe`, `hand`, `frame` or `preview`), whenever that changes.
  ///   - log: told in one line, on the server's thread, of connections that had to be refused or closed.
  public init(
    path: String, inherited: Int32? = nil, hello: Hello, status: @escaping @Sendable () -> Status,
    control: @escaping @Sendable (Control) async -> Result<Status, RPCError>,
    subscribers: @escaping @Sendable (Int) -> Void = { _ in }, log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = inherited.flatMap(SocketPath.bound) ?? path
    self.inherited = inherited
    self.hello = hello
    self.status = status
    self.control = control
    self.subscribers = subscribers
    self.log = log
  }

  /// Creates the socket unless it is inherited, and begins to accept. To be called once; after ``stop(flushing:)`` it does nothing.
  ///
  /// - Throws: ``SocketError`` if the path cannot be had.
  public func start() async throws(SocketError) {
    let socket = try place.withLock { place throws(SocketError) -> Int32? in
      guard !place.isOver else { return nil }
      place.file = if let socket = inherited.flatMap(Descriptor.init) { try .adopt(socket, at: path) } else { try .claim(path) }
      return place.file?.takeSocket()
    }
    guard let socket else { return }
    do {
      try await listen(socket)
    } catch  where place.withLock({ $0.isOver }) {
      // Stopped meanwhile, which is no failure.
    } catch {
      await stop()
      throw SocketError(.unavailable, "cannot listen at \(path): \(error): choose another path with --socket")
    }
  }

  private func listen(_ socket: Int32) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let hub = try await loop.submit { NIOLoopBound(self.makeHub(loop), eventLoop: loop) }.get()
    // Before anybody can connect, so that nothing is lost that is meant for them.
    running.withLock { $0 = Running(group: group, loop: loop, hub: hub) }
    let listener = try await ServerBootstrap(group: group)
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
    let control: Controlling = { control, reply in
      let reply = NIOLoopBound(reply, eventLoop: loop)
      Task {
        let result = await self.control(control)
        self.onLoop { _ in reply.value(result) }
      }
    }
    let hub = Hub(hello: hello, status: status, control: control, wanted: wanted, subscribers: subscribers, log: log)
    hub.refuse(refused.withLock { $0 })
    return hub
  }

  /// Lets nobody subscribe to a topic, and tells those who have that they have no longer. Any thread, also before ``start()``.
  ///
  /// - Parameter reason: why, in one line, and what mends it; nil: everybody may.
  public func refuse(_ topic: Topic, because reason: String?) {
    let all = refused.withLock { refused in
      refused[topic] = reason
      return refused
    }
    onLoop { $0.refuse(all) }
  }

  /// Whether anybody is subscribed to a topic. Any thread; an event of a topic that nobody wants need not be made.
  public func wants(_ topic: Topic) -> Bool { wanted.contains(topic) }

  /// Hands an event to the server's thread, and returns without waiting for it or for any subscriber.
  /// Nothing happens before ``start()`` and after ``stop(flushing:)``.
  ///
  /// While that thread is behind, a `hand`, a `frame` or a `preview` takes the place of the one before it, which its subscribers are told as `dropped`.
  public func publish(_ event: Event) {
    guard let topic = event.topic, Topic.newestOnly.contains(topic) else { return onLoop { $0.publish(event) } }
    guard wants(topic), handedOver.withLock({ $0.put(event, of: topic) }) else { return }
    onLoop { hub in
      guard let newest = self.handedOver.withLock({ $0.take(topic) }) else { return }
      hub.publish(newest.item, losing: newest.lost)
    }
  }

  private func onLoop(_ body: @escaping @Sendable (Hub) -> Void) {
    // Under the lock, as a loop that has been shut down takes nothing more.
    running.withLock { running in
      guard let running else { return }
      let hub = running.hub
      running.loop.execute { body(hub.value) }
    }
  }

  /// Removes the socket unless it is inherited, lets subscribers read what was published before, and closes.
  /// Requests that are still being carried out are not answered any more.
  ///
  /// - Parameter time: how long subscribers may take to read.
  public func stop(flushing time: Duration = .milliseconds(100)) async {
    let running = running.withLock { $0.take() }
    try? await running?.listener?.close()
    place.withLock { place in
      place.isOver = true
      place.file = nil
    }
    guard let running else { return }
    let (hub, loop, limit) = (running.hub, running.loop, TimeAmount(time))
    try? await loop.flatSubmit { hub.value.end(within: limit, on: loop) }.get()
    try? await running.group.shutdownGracefully()
  }
}
