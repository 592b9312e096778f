import EventProtocol
import NIOCore

/// One client. Lives on the event loop.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// How much may wait for a client to read it, in bytes.
  static let bufferLimit = 1024 * 1024
  /// What the kernel is asked to keep for a client besides, in bytes. It takes the double, which is some seven frames with a hand:
  /// the quarter of a second that a client may be busy elsewhere before it loses any.
  static let kernelBuffer: SocketOptionValue = 16 * 1024
  /// How long a client that is being closed may take to read why, before it is closed all the same.
  static let farewellTime = TimeAmount.seconds(5)

  private let hub: Hub
  private var topics = Topic.initial
  private var lines = LineSplitter()
  /// How many bytes the kernel was given and has not taken yet.
  private var unwritten = 0
  /// What comes after those.
  private var backlog = Backlog()
  private var newest = NewestOnly<ByteBuffer>()
  /// The line that waits for what it asks to be done. Those behind it wait too, for answers keep the order of their lines.
  private var exchange: Exchange?
  private var context: ChannelHandlerContext?
  private var inputHasEnded = false
  private var isEnding = false

  init(hub: Hub) {
    self.hub = hub
  }

  /// Whether events of a topic are to be sent here.
  func wants(_ topic: Topic?) -> Bool { !isEnding && (topic.map(topics.contains) ?? true) }

  /// The topics whose events are to be sent here.
  var wanted: Set<Topic> { isEnding ? [] : topics }

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
    proceed()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client may close its side once it has asked, as `echo … | nc -N` does, and read on.
    if case ChannelEvent.inputClosed? = event as? ChannelEvent {
      inputHasEnded = true
      proceed()
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// Answers line by line, until one has to wait; meanwhile the rest stays in the kernel, and the client that sends it is held up.
  private func proceed() {
    do {
      while !isEnding, exchange == nil, let line = try nextLine() {
        exchange = Exchange(line)
        carryOut()
      }
      if !isEnding { read(exchange == nil) }
    } catch {
      hub.log("a connection sent a line of more than \(lineLimit) bytes and is closed")
      end(saying: error, then: .output, within: Self.farewellTime)
    }
  }

  private func nextLine() throws(RPCError) -> [UInt8]? {
    if let line = try lines.next() { return line }
    let rest = inputHasEnded ? lines.rest() : []
    return rest.isEmpty ? nil : rest
  }

  /// Does what the line asks, also when its sender has gone meanwhile, and answers it at the end.
  private func carryOut() {
    while let request = exchange?.request {
      switch request {
      case .subscribe(let more):
        if let topic = more.inOrder.first(where: { hub.refused[$0] != nil }), let reason = hub.refused[topic] {
          exchange?.answer(.failure(.notAllowed("\(topic.rawValue): \(reason)")))
          continue
        }
        topics.formUnion(more)
        exchange?.answer(.success(.topics(topics)))
      case .unsubscribe(let fewer):
        topics.subtract(fewer)
        for topic in fewer { _ = newest.take(topic) }
        exchange?.answer(.success(.topics(topics)))
      case .status: exchange?.answer(.success(.status(hub.status())))
      case .control(let control):
        hub.countSubscribers()
        return hub.control(control) { [self] result in
          exchange?.answer(result.map(Response.Value.status))
          carryOut()
          proceed()
        }
      }
    }
    // Once for all of a batch: who takes one topic for another has not been away. Before the answer, so that it holds when that is read.
    hub.countSubscribers()
    if let line = exchange?.line { send(ByteBuffer(bytes: line)) }
    exchange = nil
  }

  /// Ends subscriptions, and says why.
  func take(away reasons: [Topic: String]) {
    for topic in topics.inOrder {
      guard let reason = reasons[topic] else { continue }
      topics.remove(topic)
      _ = newest.take(topic)
      send(ByteBuffer(bytes: Event.unsubscribed(UnsubscribedEvent(topic: topic, reason: reason)).line))
    }
  }

  private func read(_ wanted: Bool) {
    // It cannot fail on a channel that is open, and on another there is nothing to read.
    try? context?.channel.syncOptions?.setOption(.autoRead, value: wanted)
  }

  /// Sends a line, or ends the connection if too much is waiting already.
  func send(_ line: ByteBuffer) {
    guard !isEnding, let context else { return }
    guard unwritten + backlog.count + line.readableBytes <= Self.bufferLimit else {
      hub.log("a connection left \(Self.bufferLimit) bytes unread and is closed")
      return end(saying: .tooSlow, then: .output, within: Self.farewellTime)
    }
    if unwritten > 0 { backlog.append(line) } else { write(line, context) }
  }

  /// Sends a line once all before it are with the kernel; if another of its topic comes until then, that one in its place.
  ///
  /// - Parameter lost: how many of the topic were lost on the way to here, right before this one.
  func sendNewest(_ line: ByteBuffer, of topic: Topic, losing lost: Int) {
    guard !isEnding else { return }
    newest.put(line, of: topic, losing: lost)
    sendNext()
  }

  /// Gives the kernel what is next, as soon as it has taken all before.
  private func sendNext() {
    while unwritten == 0, !isEnding, let context, let lines = backlog.popFirst() ?? takeNewest() { write(lines, context) }
  }

  private func takeNewest() -> ByteBuffer? {
    guard let topic = newest.topic, let (line, lost) = newest.take(topic) else { return nil }
    guard lost > 0 else { return line }
    var lines = ByteBuffer(bytes: Event.dropped(DroppedEvent(topic: topic, count: lost)).line)
    lines.writeImmutableBuffer(line)
    return lines
  }

  private func write(_ lines: ByteBuffer, _ context: ChannelHandlerContext) {
    let count = lines.readableBytes
    unwritten += count
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenSuccess { [self] in
      unwritten -= count
      sendNext()
    }
    context.writeAndFlush(wrapOutboundOut(lines), promise: written)
  }

  /// Lets what is waiting go out, a last word behind it, and closes; after the time given, whatever has gone out.
  func end(saying error: RPCError? = nil, then mode: CloseMode, within time: TimeAmount) {
    guard let context else { return }
    let channel = context.channel
    let deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in deadline.cancel() }
    guard !isEnding else { return }
    isEnding = true
    while let lines = backlog.popFirst() ?? (error == nil ? takeNewest() : nil) { write(lines, context) }
    hub.countSubscribers()
    read(true)
    let last = context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: error.map(farewell) ?? [])))
    last.whenComplete { _ in channel.close(mode: mode, promise: nil) }
  }

  /// Done when the connection is gone.
  var closed: EventLoopFuture<Void>? { context?.channel.closeFuture }
}
