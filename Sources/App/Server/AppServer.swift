import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Platform
import Product
import Synchronization
import SystemPackage

/// The web server of the app, on 127.0.0.1 and on one thread of its own.
package final class AppServer: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let limits: AppLimits
  private let content: AppContent
  private let onLastPageClosed: @Sendable () -> Void
  private let site: NIOLoopBoundBox<Site?>
  /// The socket that listens.
  private let listener = Mutex<(any Channel)?>(nil)

  /// - Parameters:
  ///   - limits: what bounds its clients.
  ///   - content: what it serves.
  ///   - onLastPageClosed: called on the server's thread when no page has been open for the time that the limits name.
  package init(_ limits: AppLimits, _ content: AppContent, onLastPageClosed: @escaping @Sendable () -> Void) {
    site = .makeEmptyBox(valueType: Site.self, eventLoop: group.next())
    self.limits = limits
    self.content = content
    self.onLastPageClosed = onLastPageClosed
  }

  /// Starts to listen. To be called once.
  ///
  /// - Parameter port: 0 for any free one.
  /// - Returns: the address to open.
  /// - Throws: ``UserError`` if the port cannot be used.
  package func start(port: Int) throws(UserError) -> String {
    let (loop, site) = (site.eventLoop, site)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: PageSocket.kernelBuffer)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 16 * 1024, high: 32 * 1024))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // An error closes the connection.
          guard let site = site.value else { throw ChannelError.operationUnsupported }
          site.add(channel)
          try Self.configure(channel, site)
        }
      }
    do {
      let channel = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
      listener.withLock { $0 = channel }
      let bound = channel.localAddress?.port ?? port
      return try loop.submit { [limits, content, onLastPageClosed] in
        let created = Site(limits, content, port: bound, loop: loop, onLastPageClosed: onLastPageClosed)
        site.value = created
        return created.gate.address
      }.wait()
    } catch {
      throw UserError.listening(port, error)
    }
  }

  /// Listens no more, so that no browser comes back; then closes all connections, and waits for the threads of their pages, which use
  /// this server's.
  package func stop() {
    try? listener.withLock { $0.take() }?.close().wait()
    try? site.eventLoop.submit { [site] in site.value?.closeConnections() }.wait()
    content.stop()
    try? group.syncShutdownGracefully()
  }

  private static func configure(_ channel: any Channel, _ site: Site) throws {
    var sizes = NIOHTTPDecoderLimitConfiguration()
    (sizes.maxHeaderFieldSize, sizes.maxHeaderListSize, sizes.maxHeaderFieldCount) = (8 * 1024, 16 * 1024, 64)
    let decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: sizes), maximumBufferSize: 64 * 1024)
    let encoder = HTTPResponseEncoder()
    let pipelining = HTTPServerPipelineHandler()
    let connection = HTTPConnection(site)
    let site = NIOLoopBound(site, eventLoop: channel.eventLoop)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: PageSocket.frameLimit,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeSucceededFuture(site.value.admitSocket(head, on: channel) ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandlers(site.value.makePage().handlers) }
      })
    let upgrade = HTTPServerUpgradeHandler(
      upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: [decoder, pipelining, connection], upgradeCompletionHandler: { _ in })
    try channel.pipeline.syncOperations.addHandlers([UnreadLimit(), encoder, decoder, pipelining, upgrade, connection])
  }
}

extension UserError {
  /// The error of a port that the server cannot listen at.
  fileprivate static func listening(_ port: Int, _ error: any Error) -> UserError {
    guard let error = error as? IOError else { return UserError("127.0.0.1:\(port): \(error)", exitStatus: .unavailable) }
    switch error.errnoCode {
    case EADDRINUSE:
      return UserError(
        "127.0.0.1:\(port): another program listens there", fix: "choose another --port, or leave it out for any free one",
        exitStatus: .unavailable)
    case EACCES:
      return UserError(
        "127.0.0.1:\(port): ports below 1024 need the administrator", fix: "choose a --port from 1024 to 65535", exitStatus: .notPermitted)
    default:
      return UserError("127.0.0.1:\(port): \(Errno(rawValue: error.errnoCode))", fix: "choose another --port", exitStatus: .unavailable)
    }
  }
}
