import EventProtocol
import NIOCore
import NIOPosix
import Synchronization

/// Serves events to whoever connects, on one thread of its own.
public final class EventServer: Sendable {
  private struct Running {
    let group: MultiThreadedEventLoopGroup
    let loop: any EventLoop
    let listener: any Channel
    let hub: NIOLoopBound<Hub>
  }

  /// The path of the socket.
  public let path: String
  private let hello: Hello
  private let status: @Sendable () -> Status
  private let log: @Sendable (String) -> Void
  private let file = Mutex<SocketFile?>(nil)
  private let running = Mutex<Running?>(nil)

  /// - Parameters:
  ///   - path: where the socket will be; see ``SocketPath``.
  ///   - status: the status of this moment. Called on the server's thread, and must not wait for the frame line.
  ///   - log: told in one line, on the server's thread, of connections that had to be refused or closed.
  public init(
    path: String, hello: Hello, status: @escaping @Sendable () -> Status,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = path
    self.hello = hello
    self.status = status
    self.log = log
  }

  /// Creates the socket and begins to accept. To be called once.
  ///
  /// - Throws: ``SocketError`` if the path cannot be had.
  public func start() async throws(SocketError) {
    let socket = try file.withLock { file throws(SocketError) in
      file = try SocketFile.claim(path)
      return file?.takeSocket()
    }
    guard let socket else { preconditionFailure("a new socket file has its socket") }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let started = try await listen(socket, group)
      running.withLock { $0 = started }
    } catch {
      file.withLock { $0 = nil }
      try? await group.shutdownGracefully()
      throw SocketError(.unavailable, "cannot listen at \(path): \(error): choose another path with --socket")
    }
  }

  private func listen(_ socket: Int32, _ group: MultiThreadedEventLoopGroup) async throws -> Running {
    let loop = group.next()
    let (hello, status, log) = (hello, status, log)
    let hub = try await loop.submit {
      NIOLoopBound(Hub(hello: hello, status: status, log: log), eventLoop: loop)
    }.get()
    let listener = try await ServerBootstrap(group: group)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(
        .writeBufferWaterMark, value: .init(low: Connection.writableLimit, high: Connection.writableLimit)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Connection(hub: hub.value))
        }
      }
      .withBoundSocket(socket).get()
    return Running(group: group, loop: loop, listener: listener, hub: hub)
  }

  /// Hands an event to the server's thread, and returns without waiting for it or for any subscriber.
  /// Nothing happens before ``start()`` and after ``stop(flushing:)``.
  public func publish(_ event: Event) {
    guard let running = running.withLock({ $0 }) else { return }
    running.loop.execute { running.hub.value.publish(event) }
  }

  /// Removes the socket, lets subscribers read what was published before, and closes.
  ///
  /// - Parameter time: how long subscribers may take to read.
  public func stop(flushing time: Duration = .milliseconds(100)) async {
    guard let running = running.withLock({ $0.take() }) else { return }
    try? await running.listener.close()
    file.withLock { $0 = nil }
    let (hub, loop, limit) = (running.hub, running.loop, TimeAmount(time))
    try? await loop.flatSubmit { hub.value.end(within: limit, on: loop) }.get()
    try? await running.group.shutdownGracefully()
  }
}
