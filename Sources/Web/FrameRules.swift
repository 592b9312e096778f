import NIOCore
import NIOWebSocket

/// Ends a WebSocket whose client sends frames that RFC 6455 forbids, which no browser does: without a mask, or with meanings that were not
/// agreed on.
///
/// The decoder before it finds those that cannot be read at all.
final class FrameRules: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  private var isClosing = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    if Self.isAllowed(unwrapInboundIn(data)) { return context.fireChannelRead(data) }
    isClosing = true
    context.channel.close(.protocolError)
  }

  private static func isAllowed(_ frame: WebSocketFrame) -> Bool {
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return false }
    switch frame.opcode {
    case .continuation, .text, .binary, .connectionClose, .ping, .pong: return true
    default: return false
    }
  }
}
