import NIOCore
import NIOWebSocket
import Web

/// The WebSocket of one page: what the daemon sends goes to the page, and the requests of the page to the daemon. Lives on the event loop.
final class PageSocket: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  /// The longest message of a page, in bytes.
  static let frameLimit = 16 * 1024
  /// The send buffer of its TCP connection, in bytes: what a page that does not read is behind, before the daemon drops frames for it.
  static let kernelBuffer = 128 * 1024

  private let site: Site
  private let content: AppContent
  private let requests = RelayRequests()
  private var feed: DaemonFeed?
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
    _ = context.channel.send(.text, content.welcome())
    let relay = Relay(daemon: content.daemon, to: context.channel, requests, calibration: content.calibration)
    do { feed = try DaemonFeed(relay, to: context.channel, in: content.relays) } catch { close(.unexpectedServerError, context) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    feed?.stop()
    feed = nil
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
      case .relayed(let request):
        if !requests.add(request) { close(.policyViolation, context) }
        feed?.signal()
      case .refused(let line): _ = context.channel.send(.text, line.dropLast())
      }
    case .ping: _ = context.channel.send(.pong, frame.unmaskedData.readableBytesView)
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

  private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    isClosing = true
    context.channel.close(code)
  }
}
