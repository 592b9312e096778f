import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization
import SystemPackage
import UserErrors

/// A web server on one thread of its own, for programs of this machine.
package final class WebServer: Sendable {
  /// The address at which no other machine can connect.
  private static let host = "127.0.0.1"

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let site: NIOLoopBoundBox<(any WebSite)?>
  /// The sockets that listen.
  private let listeners = Mutex<[any Channel]>([])

  /// Its address as browsers write it.
  package static func authority(port: Int) -> String { authorities(port: port)[0] }

  /// What the header Host may be: browsers leave out the port of the web, and proxies write it.
  ///
  /// - Parameter host: another name of this machine.
  package static func authorities(of host: String = host, port: Int) -> [String] {
    (port == 80 ? [host] : []) + ["\(host):\(port)"]
  }

  package init() { site = .makeEmptyBox(valueType: (any WebSite).self, eventLoop: group.next()) }

  /// Starts to listen. To be called once.
  ///
  /// - Parameters:
  ///   - port: 0 for any free one.
  ///   - portFix: what helps if another program listens at the port.
  ///   - kernelBuffer: the send buffer of each connection, in bytes: what a client that does not read is behind.
  ///   - makeSite: creates what is served, on the event loop, for the port.
  /// - Returns: the address to open.
  /// - Throws: ``UserError`` if it cannot listen there.
  package func start(
    port: Int, portFix: Fix, kernelBuffer: Int,
    _ makeSite: @escaping @Sendable (_ port: Int, _ loop: any EventLoop) -> any WebSite
  ) throws(UserError) -> String {
    let (loop, site) = (site.eventLoop, site)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: SocketOptionValue(kernelBuffer))
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 16 * 1024, high: 32 * 1024))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // An error closes the connection.
          guard let site = site.value else { throw ChannelError.operationUnsupported }
          site.connections.add(channel)
          try Self.configure(channel, site)
        }
      }
    do {
      let channel = try bootstrap.bind(host: Self.host, port: port).wait()
      listeners.withLock { $0.append(channel) }
      let bound = channel.localAddress?.port ?? port
      return try loop.submit {
        let created = makeSite(bound, loop)
        site.value = created
        return created.makeAddress()
      }.wait()
    } catch {
      throw Self.error(port, error, portFix)
    }
  }

  /// Accepts connections at a Unix socket as well.
  ///
  /// - Parameters:
  ///   - path: of the socket. One that is there is replaced.
  ///   - accept: called on the event loop with each connection, from which nothing is read.
  package func listen(at path: String, _ accept: @escaping @Sendable (any Channel) -> Void) throws {
    let bootstrap = ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Accepted(accept)) }
      }
    let channel = try bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).wait()
    listeners.withLock { $0.append(channel) }
  }

  /// Passes a connection on when it is open.
  private final class Accepted: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let accept: (any Channel) -> Void

    init(_ accept: @escaping (any Channel) -> Void) { self.accept = accept }

    func channelActive(context: ChannelHandlerContext) { accept(context.channel) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.close(promise: nil) }
  }

  /// Listens no more, so that no browser comes back; then closes all connections, and ends the thread.
  ///
  /// - Parameter beforeEnd: waits for the threads that use this server's.
  package func stop(beforeEnd: () -> Void) {
    for listener in listeners.withLock({ $0 }) { try? listener.close().wait() }
    try? site.eventLoop.submit { [site] in site.value?.connections.closeAll() }.wait()
    beforeEnd()
    try? group.syncShutdownGracefully()
  }

  /// The error of a port at which the server cannot listen.
  private static func error(_ port: Int, _ error: any Error, _ portFix: Fix) -> UserError {
    let name = authority(port: port)
    guard let error = error as? IOError else { return UserError("\(name): \(error)", exitStatus: .unavailable) }
    switch error.errnoCode {
    case EADDRINUSE: return UserError("\(name): another program listens there", fix: portFix, exitStatus: .unavailable)
    case EACCES:
      return UserError(
        "\(name): ports below 1024 need the administrator", fix: "choose a --port from 1024 to 65535", exitStatus: .notPermitted)
    default: return UserError("\(name): \(Errno(rawValue: error.errnoCode))", fix: "choose another --port", exitStatus: .unavailable)
    }
  }

  private static func configure(_ channel: any Channel, _ site: any WebSite) throws {
    var sizes = NIOHTTPDecoderLimitConfiguration()
    (sizes.maxHeaderFieldSize, sizes.maxHeaderListSize, sizes.maxHeaderFieldCount) = (8 * 1024, 16 * 1024, 64)
    let decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: sizes), maximumBufferSize: 64 * 1024)
    let encoder = HTTPResponseEncoder()
    let pipelining = HTTPServerPipelineHandler()
    let connection = HTTPConnection(site)
    let frameLimit = site.frameLimit
    let site = NIOLoopBound(site, eventLoop: channel.eventLoop)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: frameLimit,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeSucceededFuture(site.value.admitSocket(head, on: channel))
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers([FrameRules()] + site.value.makeSocketHandlers(head))
        }
      })
    let upgrade = HTTPServerUpgradeHandler(
      upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: [decoder, pipelining, connection], upgradeCompletionHandler: { _ in })
    try channel.pipeline.syncOperations.addHandlers([UnreadLimit(), encoder, decoder, pipelining, upgrade, connection])
  }
}
