import EventProtocol
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Web

/// The way to a page, from any thread.
struct PageWriter: Sendable {
  enum Kind { case events, socket }

  let kind: Kind
  let channel: any Channel

  /// Sends an event, and waits until the system has taken it. Not on the event loop.
  ///
  /// - Throws: the error of a connection that has ended.
  func send(_ event: PageEvent) throws {
    switch kind {
    case .events: try channel.writeAndFlush(Self.part(event.block)).wait()
    case .socket: try channel.send(.text, event.notification).wait()
    }
  }

  /// Says after which time a page connects again.
  func begin() {
    if kind == .events { channel.writeAndFlush(Self.part("retry: 2000\n\n".utf8), promise: nil) }
  }

  /// Sends what the page does not notice.
  func sign() -> EventLoopFuture<Void> {
    switch kind {
    case .events: channel.writeAndFlush(Self.part(":\n\n".utf8))
    case .socket: channel.send(.ping, [])
    }
  }

  private static func part(_ content: some Sequence<UInt8>) -> HTTPServerResponsePart { .body(.byteBuffer(ByteBuffer(bytes: content))) }
}

/// One page that gets events, as Server-Sent Events or over a WebSocket. Lives on the event loop.
final class PageStream: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  /// The longest message of a page, in bytes: the socket is for reading.
  static let frameLimit = 1024
  /// The send buffer of its TCP connection, in bytes.
  static let kernelBuffer = 16 * 1024

  private let site: PageSite
  private let kind: PageWriter.Kind
  private let topics: Set<Topic>
  private var feed: DaemonFeed?
  /// Whether the last sign of life was not taken yet.
  private var isBehind = false
  private var nextSign: Scheduled<Void>?

  init(_ site: PageSite, _ kind: PageWriter.Kind, _ topics: Set<Topic>) {
    (self.site, self.kind, self.topics) = (site, kind, topics)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    guard site.admitStream(context.channel) else { return close(.tryAgainLater, context.channel) }
    let writer = PageWriter(kind: kind, channel: context.channel)
    writer.begin()
    do { feed = try site.makeFeed(topics, to: writer) } catch { return close(.unexpectedServerError, context.channel) }
    scheduleSign(writer)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    nextSign?.cancel()
    feed?.stop()
    feed = nil
  }

  /// Only a WebSocket has messages.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) { close(.policyViolation, context.channel) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func scheduleSign(_ writer: PageWriter) {
    nextSign = writer.channel.eventLoop.assumeIsolated().scheduleTask(in: site.limits.signTime) { [self] in sendSign(writer) }
  }

  private func sendSign(_ writer: PageWriter) {
    guard !isBehind else {
      site.source.pageWasSlow()
      return writer.channel.close(promise: nil)
    }
    isBehind = true
    writer.sign().assumeIsolated().whenComplete { [self] _ in isBehind = false }
    scheduleSign(writer)
  }

  private func close(_ code: WebSocketErrorCode, _ page: any Channel) {
    if kind == .socket { page.close(code) } else { page.close(promise: nil) }
  }
}
