import NIOCore
import NIOHTTP1
import NIOWebSocket

/// One connection of a browser, until it becomes a WebSocket or a stream of events. Lives on the event loop.
///
/// Every wait for the client has a limit: for a request's head, for its body, and for the response to be read.
final class HTTPConnection: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    case waiting
    /// The body of a request comes.
    case receiving(HTTPRequestHead, AcceptedRequest)
    /// The request is carried out, or the response is being read, which does not end if it is a stream.
    case responding
    /// What still comes is discarded: closing at once would reset the connection, and the client might lose the response.
    case refusing
  }

  private let site: any WebSite
  private var state = State.waiting
  private var body = ByteBuffer()
  private var holdsUpload = false
  private var deadline: Scheduled<Void>?

  init(_ site: any WebSite) { self.site = site }

  func handlerAdded(context: ChannelHandlerContext) { limit(site.httpLimits.headTime, context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
    endUpload()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting): begin(head, context)
    case (.body(var part), .receiving(let head, let request)):
      guard body.readableBytes + part.readableBytes <= request.bodyLimit else { return refuse(.tooLarge(request.bodyLimit), context) }
      if body.readableBytes == 0 { body.reserveCapacity(min(head.bodyLength ?? 0, request.bodyLimit)) }
      body.writeBuffer(&part)
    case (.end, .receiving(let head, let request)): carryOut(request, head, context)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch (error, state) {
    // A request that should have become a WebSocket, and now comes here as any other.
    case (is HTTPServerUpgradeErrors, _), (is NIOWebSocketUpgradeError, _): break
    case (HTTPParserError.headerOverflow, .waiting), (is ByteToMessageDecoderError.PayloadTooLargeError, .waiting):
      refuse(.headTooLarge, context)
    case (HTTPParserError.invalidMethod, .waiting): refuse(.methodNotAllowed(site.methods), context)
    case (is HTTPParserError, .waiting), (is HTTPParserError, .receiving): refuse(.malformed, context)
    default: context.close(promise: nil)
    }
  }

  // MARK: Requests

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    switch site.admit(head, on: context.channel) {
    case .answered(let reply): refuse(reply, context)
    case .accepted(let request) where head.bodyLength ?? 0 > request.bodyLimit: refuse(.tooLarge(request.bodyLimit), context)
    case .accepted(let request):
      state = .receiving(head, request)
      if request.isUpload {
        holdsUpload = true
        site.uploadBegan()
      }
      limit(site.httpLimits.bodyTime, context)
    case .streamed(let head, let stream):
      state = .responding
      deadline?.cancel()
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
      do { try context.pipeline.syncOperations.addHandler(stream) } catch { context.close(promise: nil) }
    }
  }

  private func carryOut(_ request: AcceptedRequest, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    state = .responding
    // What carries it out has limits of its own.
    deadline?.cancel()
    let reply = request.carryOut(body)
    body = ByteBuffer()
    if holdsUpload {
      // The task has the body until it is done, also if the client goes away.
      holdsUpload = false
      reply.assumeIsolated().whenComplete { [site] _ in site.uploadEnded() }
    }
    reply.assumeIsolated().whenSuccess { [self] reply in
      respond(reply, isLast: !head.isKeepAlive, context) { [self] in
        if head.isKeepAlive {
          state = .waiting
          limit(site.httpLimits.headTime, context)
        }
        // Only this lets the next request come that the client has sent already.
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if !head.isKeepAlive { context.close(promise: nil) }
      }
    }
  }

  private func endUpload() {
    if holdsUpload { site.uploadEnded() }
    holdsUpload = false
  }

  // MARK: Responses

  /// Answers without the body of the request, and closes the connection once the client has closed its side or had its time.
  private func refuse(_ reply: Reply, _ context: ChannelHandlerContext) {
    state = .refusing
    body = ByteBuffer()
    endUpload()
    respond(reply, isLast: true, context) { [self] in
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      context.close(mode: .output, promise: nil)
      limit(site.httpLimits.refusalTime, context)
    }
  }

  /// Writes a response but for its end.
  ///
  /// - Parameter then: called when the client, or the system for it, has taken it.
  private func respond(_ reply: Reply, isLast: Bool, _ context: ChannelHandlerContext, then: @escaping () -> Void) {
    limit(site.httpLimits.responseTime, context)
    context.write(wrapOutboundOut(.head(reply.head(authority: site.authority, isLast: isLast))), promise: nil)
    let body = wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body))))
    context.writeAndFlush(body).assumeIsolated().whenSuccess(then)
  }

  /// Closes the connection after a time, unless there is another limit before.
  private func limit(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
