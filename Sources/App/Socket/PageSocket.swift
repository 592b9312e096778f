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

  init(_ site: Site, _ content: AppContent) { (self.site, self.content) = (site, content) }

  /// The handlers that follow those that encode and decode frames.
  var handlers: [any ChannelHandler] {
    // A message in more pieces than a browser makes is not worth its memory.
    [NIOWebSocketFrameAggregator(minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 16, maxAccumulatedFrameSize: Self.frameLimit), self]
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    guard site.admitPage(channel) else { return channel.close(.tryAgainLater) }
    _ = channel.send(.text, content.welcome())
    let relay = Relay(daemon: content.daemon, to: channel, requests, calibration: content.calibration)
    do { feed = try DaemonFeed(relay, to: channel, in: content.relays) } catch { channel.close(.unexpectedServerError) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    feed?.stop()
    feed = nil
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let (channel, frame) = (context.channel, unwrapInboundIn(data))
    guard frame.opcode == .text else { return channel.close(.unacceptableData) }
    switch PageRequest(frame.unmaskedData.readableBytesView) {
    case .relayed(let request):
      if !requests.add(request) { channel.close(.policyViolation) }
      feed?.signal()
    case .refused(let line): _ = channel.send(.text, line.dropLast())
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? NIOWebSocketFrameAggregator.Error else { return context.close(promise: nil) }
    switch error {
    case .nonFinalFragmentSizeIsTooSmall, .tooManyFragments, .accumulatedFrameSizeIsTooLarge: context.channel.close(.messageTooLarge)
    case .receivedNewFrameWithoutFinishingPrevious, .didReceiveFragmentBeforeReceivingTextOrBinaryFrame:
      context.channel.close(.protocolError)
    }
  }
}
