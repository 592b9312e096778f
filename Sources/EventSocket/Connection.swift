import EventProtocol
import NIOCore

/// One client of the server. Lives on the event loop.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The number of unread bytes beyond which an event closes the connection.
  static let bufferLimit = 1024 * 1024
  /// The number of unread bytes of responses beyond which no more requests are read: how many there are is up to the client.
  static let responseLimit = lineLimit
  /// The send buffer that is requested of the kernel, in bytes. The kernel doubles it, which holds some seven frames with a hand: the
  /// quarter of a second that a client may be busy before it loses any.
  static let kernelBuffer: SocketOptionValue = 16 * 1024
  /// The time that a client has to read the last line before its connection is closed all the same.
  static let closeTimeout = TimeAmount.seconds(5)

  private let hub: Hub
  private var topics = Topic.initial
  private var hasSuspendedKeys = false
  private var requestedInhibition: String?
  /// Ends the suspension of keys, unless the client repeats its request: one that is stopped would suspend them for as long as it lives.
  private var suspensionEnd: Scheduled<Void>?
  /// Whether the client has asked for topics.
  private(set) var hasSubscribed = false
  private var requestedPreviewWidth = 0
  /// Whether the requests that are being carried out have subscribed to misses, of which one may have begun.
  private var isOwedMiss = false
  private var input = LineSplitter()
  /// The number of bytes that were given to the kernel and that it has not taken yet.
  private var unwritten = 0
  /// The lines that follow those.
  private var backlog = Backlog()
  private var responses = ResponseBacklog()
  /// Whether requests may be waiting in `input` until the client has read its responses.
  private var isThrottled = false
  private var latest = LatestPerTopic<ByteBuffer>()
  /// The requests that are being carried out. Later ones wait, so that responses keep the order of their requests.
  private var batch: RequestBatch?
  private var context: ChannelHandlerContext?
  private var inputHasEnded = false
  private var isClosing = false

  init(hub: Hub) {
    self.hub = hub
  }

  /// The topics whose events are to be sent.
  var subscriptions: Set<Topic> { isClosing ? [] : topics }

  /// How wide the pictures of `preview` are shown, in pixels; 0 if that does not matter, or none are.
  var previewWidth: Int { subscriptions.contains(.preview) ? requestedPreviewWidth : 0 }

  /// Whether a topic is subscribed that needs the camera.
  var needsCamera: Bool { !subscriptions.isDisjoint(with: Topic.needingCamera) }

  /// Whether swipes are to press no keys and run no commands, for this connection.
  var suspendsKeys: Bool { hasSuspendedKeys && !isClosing }

  /// Why the camera is to be closed, for this connection; nil if it may be open.
  var inhibition: String? { isClosing ? nil : requestedInhibition }

  /// Whether events of a topic are to be sent; nil stands for events that every client receives.
  func receives(_ topic: Topic?) -> Bool { !isClosing && (topic.map(topics.contains) ?? true) }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    guard let peer = Peer(context.channel) else { return context.close(promise: nil) }
    hub.admit(self, user: peer.user)
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    resumeKeys()
    hub.remove(self)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Later input is read and discarded: closing a socket with unread input would cost the client our last line.
    guard !isClosing else { return }
    input.append(unwrapInboundIn(data).readableBytesView)
    processInput()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client may close its side after its request and still read, as `echo … | nc -N` does.
    if case ChannelEvent.inputClosed? = event as? ChannelEvent {
      inputHasEnded = true
      processInput()
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  // MARK: Requests

  /// Handles line by line until a request has to wait, or the client has too many responses to read. Meanwhile further input stays in
  /// the kernel, which blocks the sender.
  private func processInput() {
    do {
      while !isClosing, batch == nil, responses.size <= Self.responseLimit, let line = try nextLine() {
        batch = RequestBatch(line)
        carryOutRequests()
      }
      isThrottled = responses.size > Self.responseLimit
      if !isClosing { setReading(batch == nil && !isThrottled) }
    } catch {
      hub.log("a connection sent a line of more than \(lineLimit) bytes and is closed")
      close(with: error, .output, within: Self.closeTimeout)
    }
  }

  private func nextLine() throws(RPCError) -> [UInt8]? {
    if let line = try input.next() { return line }
    let rest = inputHasEnded ? input.rest() : []
    return rest.isEmpty ? nil : rest
  }

  /// Carries out the requests of a line, even if their sender is gone, and then sends the responses.
  private func carryOutRequests() {
    // A line has room for one piece.
    var hasPiece = false
    while let request = batch?.request {
      switch request {
      case .subscribe(let added, let width):
        if let topic = added.inOrder.first(where: { hub.refused[$0] != nil }), let reason = hub.refused[topic] {
          batch?.respond(.failure(.notAllowed("\(topic.rawValue): \(reason)")))
          continue
        }
        isOwedMiss = isOwedMiss || added.contains(.miss) && !topics.contains(.miss)
        topics.formUnion(added)
        if added.contains(.preview) { requestedPreviewWidth = width ?? 0 }
        hasSubscribed = hasSubscribed || !added.isEmpty
        batch?.respond(.success(.topics(topics)))
      case .unsubscribe(let removed):
        topics.subtract(removed)
        for topic in removed { _ = latest.take(topic) }
        batch?.respond(.success(.topics(topics)))
      case .status: batch?.respond(.success(.status(hub.status())))
      case .recent(let from):
        batch?.respond(hasPiece ? .failure(.resultTooLong) : .success(.recent(hub.recent(from))))
        hasPiece = true
      case .control(let control):
        switch control {
        case .suspendKeys: suspendKeys()
        case .resumeKeys: resumeKeys()
        case .inhibit(let why): requestedInhibition = why
        default: break
        }
        hub.updateDemands()
        return hub.control(control) { [self] result in
          batch?.respond(result.map(Response.Value.status))
          carryOutRequests()
          processInput()
        }
      }
    }
    // Once per batch: a client that exchanges one topic for another has not been away. Before the response, which then is true.
    hub.updateDemands()
    if let line = batch?.line { send(response: ByteBuffer(bytes: line)) }
    batch = nil
    if isOwedMiss, receives(.miss), let miss = hub.miss { send(ByteBuffer(bytes: miss.line)) }
    isOwedMiss = false
  }

  private func suspendKeys() {
    suspensionEnd?.cancel()
    hasSuspendedKeys = true
    suspensionEnd = context?.eventLoop.assumeIsolated().scheduleTask(in: hub.longestSuspension) { [self] in
      // What the client has sent meanwhile is not read before the response.
      guard batch == nil else { return suspendKeys() }
      hub.log("a connection has not repeated suspend_keys, so its suspension ends")
      resumeKeys()
      hub.updateDemands()
    }
  }

  private func resumeKeys() {
    suspensionEnd?.cancel()
    (suspensionEnd, hasSuspendedKeys) = (nil, false)
  }

  /// Ends subscriptions.
  ///
  /// - Parameter reasons: why, by topic.
  func revoke(_ reasons: [Topic: String]) {
    for topic in topics.inOrder {
      guard let reason = reasons[topic] else { continue }
      topics.remove(topic)
      _ = latest.take(topic)
      send(ByteBuffer(bytes: Event.unsubscribed(UnsubscribedEvent(topic: topic, reason: reason)).line))
    }
  }

  private func setReading(_ isReading: Bool) {
    // Cannot fail on an open channel, and on a closed one there is nothing to read.
    try? context?.channel.syncOptions?.setOption(.autoRead, value: isReading)
  }

  // MARK: Output

  /// Sends a line of responses. It never overflows, since ``processInput()`` reads no requests while responses wait.
  private func send(response line: ByteBuffer) {
    guard !isClosing else { return }
    responses.append(line.readableBytes, behind: unwritten + backlog.count)
    enqueue(line)
  }

  /// Sends an event, or closes the connection if the client has left too much unread.
  func send(_ line: ByteBuffer, of topic: Topic? = nil) {
    guard !isClosing else { return }
    // The newest one: another that has begun is over, or this one.
    if topic == .miss { isOwedMiss = false }
    guard unwritten + backlog.count + line.readableBytes <= Self.bufferLimit else {
      hub.log("a connection left \(Self.bufferLimit) bytes unread and is closed")
      return close(with: .tooSlow, .output, within: Self.closeTimeout)
    }
    enqueue(line)
  }

  private func enqueue(_ line: ByteBuffer) {
    guard let context else { return }
    if unwritten > 0 { backlog.append(line) } else { write(line, context) }
  }

  /// Sends an event once the kernel has taken all before it; until then, a newer event of its topic replaces it.
  ///
  /// - Parameter lost: the number of events of the topic that were lost before they came here, right before this one.
  func sendLatest(_ line: ByteBuffer, of topic: Topic, losing lost: Int) {
    guard !isClosing else { return }
    latest.put(line, of: topic, losing: lost)
    writeNext()
  }

  private func writeNext() {
    while unwritten == 0, !isClosing, let context, let lines = backlog.popFirst() ?? takeLatest() { write(lines, context) }
  }

  private func takeLatest() -> ByteBuffer? {
    guard let topic = latest.topic, let (line, lost) = latest.take(topic) else { return nil }
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
      responses.remove(written: count)
      writeNext()
      if isThrottled, responses.size == 0 { processInput() }
    }
    context.writeAndFlush(wrapOutboundOut(lines), promise: written)
  }

  /// Writes what is waiting and a last line, and closes the connection; after the timeout, whatever has been written.
  func close(with error: RPCError? = nil, _ mode: CloseMode, within timeout: TimeAmount) {
    guard let context else { return }
    let channel = context.channel
    let deadline = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in deadline.cancel() }
    guard !isClosing else { return }
    isClosing = true
    while let lines = backlog.popFirst() ?? (error == nil ? takeLatest() : nil) { write(lines, context) }
    hub.updateDemands()
    setReading(true)
    let last = context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: error?.line ?? [])))
    last.whenComplete { _ in channel.close(mode: mode, promise: nil) }
  }

  /// Completes when the connection is gone; nil if it is gone already.
  var closed: EventLoopFuture<Void>? { context?.channel.closeFuture }
}
