import NIOCore
import NIOHTTP1
import Web

/// What the connections of the server share: who may connect, and what is served. Lives on the event loop.
final class Site: WebSite {
  let limits: AppLimits
  let loop: any EventLoop
  private(set) var gate: Gate
  private let content: AppContent
  private let onIdle: (IdleReason) -> Void
  /// Those that have shown the key are trusted.
  let connections: Connections
  private var uploads = 0, pages = 0
  private var ending: Scheduled<Void>?
  private var isEnding = false
  /// Whether a page has ever come.
  private var hasHadPage = false
  /// The further starts that wait until their tokens are exchanged.
  private var starts: [(connection: any Channel, token: Secret)] = []
  /// Most of them: each has a token, and so has the start that serves.
  private static let startLimit = Gate.tokenLimit - 1

  init(_ limits: AppLimits, _ content: AppContent, port: Int, loop: any EventLoop, onIdle: @escaping (IdleReason) -> Void) {
    (self.limits, self.content, self.loop) = (limits, content, loop)
    gate = Gate(port: port)
    connections = Connections(limits.http)
    self.onIdle = onIdle
    end(after: limits.openTime)
  }

  var authority: String { gate.authority }
  func makeAddress() -> String {
    let token = gate.makeToken()
    return gate.address(token)
  }
  var httpLimits: HTTPLimits { limits.http }
  var frameLimit: Int { PageSocket.frameLimit }
  var methods: [String] { Gate.methods }

  // MARK: Requests

  private enum Decision {
    case answered(Reply)
    case accepted(Route)
  }

  func admit(_ head: HTTPRequestHead, on connection: any Channel) -> Admission {
    switch decide(head, on: connection) {
    case .answered(let reply): .answered(reply)
    case .accepted(let route):
      .accepted(
        AcceptedRequest(bodyLimit: route.bodyLimit(limits), isUpload: route.isUpload) { [self] body in
          switch route.kind {
          case .key: loop.makeSucceededFuture(exchange(head).map { .json(["key": $0]) } ?? .stranger(content.command))
          case .socket: loop.makeSucceededFuture(.upgradeRequired)
          case .request(let reply): reply(body, loop)
          }
        })
    }
  }

  private func decide(_ head: HTTPRequestHead, on connection: any Channel) -> Decision {
    if let refusal = gate.refusal(of: head) { return .answered(refusal) }
    guard let route = content.route(head.method, path: String(head.uri.prefix { $0 != "?" })) else { return .answered(.notFound) }
    let hasKey = gate.hasKey(head)
    guard hasKey || route.isPublic else { return .answered(.stranger(content.command)) }
    guard !hasKey || connections.trust(connection) else {
      let limit = limits.http.connections
      return .answered(
        .error(
          .serviceUnavailable, .connectionsOpen, ["limit": "\(limit)"], "\(limit) connections are open already; close some pages"))
    }
    // One page too many is told so when it is connected: a page cannot read why its WebSocket is refused.
    guard !route.isSocket || gate.hasOwnOrigin(head) else { return .answered(.strangeOrigin(gate)) }
    guard !route.isUpload || uploads < limits.uploads else {
      return .answered(
        .error(
          .serviceUnavailable, .uploadsRunning, ["limit": "\(limits.uploads)"],
          "\(limits.uploads) uploads are in progress already; try again when one has finished"))
    }
    return .accepted(route)
  }

  func uploadBegan() { uploads += 1 }

  func uploadEnded() { uploads -= 1 }

  // MARK: Pages

  func admitSocket(_ head: HTTPRequestHead, on connection: any Channel) -> HTTPHeaders? {
    guard case .accepted(let route) = decide(head, on: connection), route.isSocket else { return nil }
    return ["Sec-WebSocket-Protocol": Gate.socketProtocol]
  }

  func makeSocketHandlers(_ head: HTTPRequestHead) -> [any ChannelHandler] { PageSocket(self, content).handlers }

  /// - Returns: whether there is room for another page, which then counts until its connection closes.
  func admitPage(_ connection: any Channel) -> Bool {
    guard pages < limits.pages else { return false }
    pages += 1
    hasHadPage = true
    ending?.cancel()
    connection.closeFuture.assumeIsolated().whenComplete { [self] _ in pageClosed() }
    return true
  }

  private func pageClosed() {
    pages -= 1
    if pages == 0 { end(after: starts.isEmpty ? limits.stayTime : limits.openTime) }
  }

  /// Ends the server after a time, unless a page comes before.
  private func end(after time: TimeAmount?) {
    guard let time else { return }
    ending?.cancel()
    ending = loop.assumeIsolated().scheduleTask(in: time) { [self] in
      isEnding = true
      onIdle(hasHadPage ? .lastPageClosed : .noPageCame)
    }
  }

  // MARK: Further starts

  /// Sends a further start of the app an address to open, and waits until a browser has opened it.
  func admitStart(_ connection: any Channel) {
    guard !isEnding, starts.count < Self.startLimit else { return connection.close(promise: nil) }
    if pages == 0 { end(after: limits.openTime) }
    let token = gate.makeToken()
    starts.append((connection, token))
    connection.closeFuture.assumeIsolated().whenComplete { [self] _ in
      starts.removeAll { $0.connection === connection }
      // A start that has ended shows its address to nobody.
      gate.withdraw(token)
    }
    // One whose browser shows nothing does not wait for ever.
    if let time = limits.openTime { loop.scheduleTask(in: time) { connection.close(promise: nil) } }
    connection.writeAndFlush(ByteBuffer(string: gate.address(token) + "\n"), promise: nil)
  }

  /// Exchanges a token for the key, and ends the wait of the further start that has sent it to its browser.
  private func exchange(_ head: HTTPRequestHead) -> String? {
    let key = gate.exchange(head)
    for (connection, token) in starts where !gate.canExchange(token) {
      connection.writeAndFlush(ByteBuffer(string: "opened\n")).assumeIsolated().whenComplete { _ in connection.close(promise: nil) }
    }
    starts.removeAll { !gate.canExchange($0.token) }
    return key
  }

  /// Closes the connections of further starts.
  func closeStarts() {
    isEnding = true
    for start in starts { start.connection.close(promise: nil) }
  }
}
