import NIOCore

/// Reads nothing from a client while more than a little of what it was sent is unread: answers to what it sends would pile up.
///
/// The first handler of a connection, so that it holds for HTTP and WebSockets alike. The water marks of the channel say what a little is.
final class UnreadLimit: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny

  /// Whether a read waits for the client.
  private var isReadPending = false

  func read(context: ChannelHandlerContext) {
    if context.channel.isWritable { context.read() } else { isReadPending = true }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, isReadPending {
      isReadPending = false
      context.read()
    }
    context.fireChannelWritabilityChanged()
  }
}
