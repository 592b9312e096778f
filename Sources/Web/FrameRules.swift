import NIOCore
import NIOWebSocket

/// Carries out what RFC 6455 says about frames that are no messages: answers pings, and the end. Passes on messages alone, until the end was
/// sent.
///
/// Ends a WebSocket whose client sends frames that the RFC forbids, which no browser does: without a mask, or with meanings that were not
/// agreed on. The decoder before it finds those that cannot be read at all.
final class FrameRules: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame
  typealias OutboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// Whether the client was sent why the connection ends.
  private var isClosing = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // A client that goes on sending may never read why the connection ends.
    guard !isClosing else { return context.close(promise: nil) }
    let frame = unwrapInboundIn(data)
    guard Self.isAllowed(frame) else { return context.channel.close(.protocolError) }
    switch frame.opcode {
    case .ping: _ = context.channel.send(.pong, frame.unmaskedData.readableBytesView)
    case .pong: break
    case .connectionClose: context.channel.close(.normalClosure)
    default: context.fireChannelRead(data)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if unwrapOutboundIn(data).opcode == .connectionClose { isClosing = true }
    context.write(data, promise: promise)
  }

  private static func isAllowed(_ frame: WebSocketFrame) -> Bool {
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return false }
    switch frame.opcode {
    case .continuation, .text, .binary, .connectionClose, .ping, .pong: return true
    default: return false
    }
  }
}
