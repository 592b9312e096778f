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
  /// The further starts that wait for a page.
  private var starts: [any Channel] = []
  /// Most of them.
  private static let startLimit = 16

  init(_ limits: AppLimits, _ content: AppContent, port: Int, loop: any EventLoop, onIdle: @escaping (IdleReason) -> Void) {
    (self.limits, self.content, self.loop) = (limits, content, loop)
    gate = Gate(port: port)
    connections = Connections(limits.http)
    self.onIdle = onIdle
    end(after: limits.openTime, .noPageCame)
  }

  var authority: String { gate.authority }
  func makeAddress() -> String { gate.makeAddress() }
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
    case .accepted(.key):
      .accepted(
        AcceptedRequest(bodyLimit: limits.body, isUpload: false) { [self] _ in
          loop.makeSucceededFuture(gate.exchange(head).map { .json(["key": $0]) } ?? .stranger)
        })
    case .accepted(let route):
      .accepted(
        AcceptedRequest(bodyLimit: route.bodyLimit(limits), isUpload: route.isUpload) { [content, loop] body in
          content.reply(to: route, body, on: loop)
        })
    }
  }

  private func decide(_ head: HTTPRequestHead, on connection: any Channel) -> Decision {
    if let refusal = gate.refusal(of: head) { return .answered(refusal) }
    guard let route = Route(head.method, path: head.uri.prefix { $0 != "?" }) else { return .answered(.notFound) }
    let hasKey = gate.hasKey(head)
    guard hasKey || route.isPublic else { return .answered(.stranger) }
    guard !hasKey || connections.trust(connection) else {
      return .answered(.error(.serviceUnavailable, "\(limits.http.connections) connections are open already; close some pages"))
    }
    if route == .socket, let refusal = refusalOfPage(head) { return .answered(refusal) }
    guard !route.isUpload || uploads < limits.uploads else {
      return .answered(.error(.serviceUnavailable, "\(limits.uploads) uploads are in progress already; try again when one has finished"))
    }
    return .accepted(route)
  }

  func uploadBegan() { uploads += 1 }

  func uploadEnded() { uploads -= 1 }

  // MARK: Pages

  func admitSocket(_ head: HTTPRequestHead, on connection: any Channel) -> HTTPHeaders? {
    guard case .accepted(.socket) = decide(head, on: connection) else { return nil }
    return ["Sec-WebSocket-Protocol": Gate.socketProtocol]
  }

  /// - Returns: why a request may not open a WebSocket; nil if it may.
  private func refusalOfPage(_ head: HTTPRequestHead) -> Reply? {
    guard gate.hasOwnOrigin(head) else { return .strangeOrigin(gate) }
    guard pages < limits.pages else { return .error(.serviceUnavailable, "\(limits.pages) pages are open already; close one of them") }
    return nil
  }

  func makeSocketHandlers(_ head: HTTPRequestHead) -> [any ChannelHandler] { PageSocket(self, content).handlers }

  /// - Returns: whether there is room for another page, which then counts until ``pageClosed()``.
  func admitPage() -> Bool {
    guard pages < limits.pages else { return false }
    pages += 1
    ending?.cancel()
    for start in starts { start.close(promise: nil) }
    return true
  }

  func pageClosed() {
    pages -= 1
    if pages == 0 { end(after: limits.stayTime, .lastPageClosed) }
  }

  /// Ends the server after a time, unless a page comes before.
  private func end(after time: TimeAmount?, _ reason: IdleReason) {
    guard let time else { return }
    ending?.cancel()
    ending = loop.assumeIsolated().scheduleTask(in: time) { [self] in
      isEnding = true
      onIdle(reason)
    }
  }

  // MARK: Further starts

  /// Sends a further start of the app an address to open. Its connection closes when a page has come.
  func admitStart(_ connection: any Channel) {
    guard !isEnding else { return connection.close(promise: nil) }
    if pages == 0 { end(after: limits.openTime, .noPageCame) }
    if starts.count >= Self.startLimit { starts.removeFirst().close(promise: nil) }
    starts.append(connection)
    connection.closeFuture.assumeIsolated().whenComplete { [self] _ in starts.removeAll { $0 === connection } }
    // One whose browser shows nothing does not wait for ever.
    if let time = limits.openTime { loop.scheduleTask(in: time) { connection.close(promise: nil) } }
    connection.writeAndFlush(ByteBuffer(string: gate.makeAddress() + "\n"), promise: nil)
  }

  /// Closes the connections of further starts.
  func closeStarts() {
    isEnding = true
    for start in starts { start.close(promise: nil) }
  }
}
