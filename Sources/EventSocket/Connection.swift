import EventProtocol
import NIOCore

/// One client. Lives on the event loop.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// How much may wait for a client to read it, in bytes.
  static let bufferLimit = 1024 * 1024
  /// NIO calls a channel writable until this much waits; with the line that crosses it, the limit is kept.
  static let writableLimit = bufferLimit - lineLimit
  /// How long a client that is being closed may take to read why, before it is closed all the same.
  static let farewellTime = TimeAmount.seconds(5)

  private(set) var topics = Topic.initial
  private let hub: Hub
  private var lines = LineSplitter()
  private var context: ChannelHandlerContext?
  private var isEnding = false

  init(hub: Hub) {
    self.hub = hub
  }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    guard let peer = Peer(context.channel) else { return context.close(promise: nil) }
    hub.admit(self, user: peer.user)
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    hub.remove(self)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What still comes after the end is read and forgotten: closing over unread input would cost the client our last line.
    guard !isEnding else { return }
    lines.append(unwrapInboundIn(data).readableBytesView)
    do {
      while !isEnding, let line = try lines.next() { answer(line) }
    } catch {
      hub.log("a connection sent a line of more than \(lineLimit) bytes and is closed")
      end(saying: error, then: .output, within: Self.farewellTime)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client may close its side once it has asked, as `echo … | nc -N` does, and read on.
    if case ChannelEvent.inputClosed? = event as? ChannelEvent, !isEnding { answer(lines.rest()) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func answer(_ line: [UInt8]) {
    if let answer = EventProtocol.answer(line, topics: &topics, status: hub.status) { send(ByteBuffer(bytes: answer)) }
  }

  /// Sends a line, or ends the connection if too much is waiting already.
  func send(_ line: ByteBuffer) {
    guard !isEnding, let context else { return }
    guard context.channel.isWritable else {
      hub.log("a connection left \(Self.bufferLimit) bytes unread and is closed")
      return end(saying: .tooSlow, then: .output, within: Self.farewellTime)
    }
    context.writeAndFlush(wrapOutboundOut(line), promise: nil)
  }

  /// Lets what is waiting go out, a last word behind it, and closes; after the time given, whatever has gone out.
  func end(saying error: RPCError? = nil, then mode: CloseMode, within time: TimeAmount) {
    guard let context else { return }
    let channel = context.channel
    let deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in deadline.cancel() }
    guard !isEnding else { return }
    isEnding = true
    let last = context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: error.map(farewell) ?? [])))
    last.whenComplete { _ in channel.close(mode: mode, promise: nil) }
  }

  /// Done when the connection is gone.
  var closed: EventLoopFuture<Void>? { context?.channel.closeFuture }
}
