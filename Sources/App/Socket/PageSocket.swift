import NIOCore
import NIOWebSocket

/// The WebSocket of one page: what the daemon sends goes to the page, and the requests of the page to the daemon. Lives on the event loop.
final class PageSocket: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The longest message of a page, in bytes.
  static let frameLimit = 16 * 1024
  /// The send buffer of its TCP connection, in bytes: what a page that does not read is behind, before the daemon drops frames for it.
  static let kernelBuffer = 128 * 1024

  private let site: Site
  private let content: AppContent
  private var relay: Relay?
  /// Whether it counts as an open page.
  private var isCounted = false
  /// Whether it has been told that the connection ends.
  private var isClosing = false

  init(_ site: Site, _ content: AppContent) { (self.site, self.content) = (site, content) }

  /// The handlers that follow those that encode and decode frames.
  var handlers: [any ChannelHandler] {
    // A message in more pieces than a browser makes is not worth its memory.
    [NIOWebSocketFrameAggregator(minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 16, maxAccumulatedFrameSize: Self.frameLimit), self]
  }

  func handlerAdded(context: ChannelHandlerContext) {
    isCounted = site.admitPage()
    guard isCounted else { return close(.unknown(1013), context) }
    send(content.welcome(), context.channel)
    do {
      relay = try Relay(daemon: content.daemon, to: PageChannel(context.channel), in: content.relays, calibration: content.makeCalibration)
    } catch {
      close(.unexpectedServerError, context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    relay?.stop()
    relay = nil
    if isCounted { site.pageClosed() }
    isCounted = false
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // A page that goes on sending may never read why the connection ends.
    guard !isClosing else { return context.close(promise: nil) }
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      switch PageRequest(frame.unmaskedData.readableBytesView) {
      case .relayed(let request): if relay?.take(request) == false { close(.policyViolation, context) }
      case .refused(let line): send(line.dropLast(), context.channel)
      }
    case .ping: context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
    case .pong: break
    case .connectionClose: close(.normalClosure, context)
    default: close(.unacceptableData, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isClosing, let error = error as? NIOWebSocketFrameAggregator.Error else { return context.close(promise: nil) }
    switch error {
    case .nonFinalFragmentSizeIsTooSmall, .tooManyFragments, .accumulatedFrameSizeIsTooLarge: close(.messageTooLarge, context)
    case .receivedNewFrameWithoutFinishingPrevious, .didReceiveFragmentBeforeReceivingTextOrBinaryFrame: close(.protocolError, context)
    }
  }

  private func send(_ text: some Collection<UInt8>, _ channel: any Channel) {
    channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: text)), promise: nil)
  }

  private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    isClosing = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }
}

/// The way to a page from another thread.
struct PageChannel: Sendable {
  private let channel: any Channel

  init(_ channel: any Channel) { self.channel = channel }

  /// Sends a message, and waits until the system has taken it.
  ///
  /// - Throws: the error of a connection that has ended.
  func send(_ text: some Collection<UInt8>) throws {
    try channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: text))).wait()
  }

  /// Ends the connection, without waiting.
  func close() { channel.close(promise: nil) }
}
