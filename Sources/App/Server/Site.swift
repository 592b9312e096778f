import NIOCore
import NIOHTTP1

/// What the connections of the server share: who may connect, and what is served. Lives on the event loop.
final class Site {
  let limits: AppLimits
  let loop: any EventLoop
  private(set) var gate: Gate
  private let content: AppContent
  private let onLastPageClosed: () -> Void
  /// The connections that have not shown the cookie, from the oldest on.
  private var strangers: [any Channel] = []
  /// Those that have. They have places of their own, so that nobody else can take all.
  private var connections: [ObjectIdentifier: any Channel] = [:]
  private var uploads = 0, pages = 0
  private var ending: Scheduled<Void>?

  init(_ limits: AppLimits, _ content: AppContent, port: Int, loop: any EventLoop, onLastPageClosed: @escaping () -> Void) {
    (self.limits, self.content, self.loop) = (limits, content, loop)
    gate = Gate(port: port)
    self.onLastPageClosed = onLastPageClosed
  }

  // MARK: Connections

  /// Takes a new connection, which counts until it closes.
  func add(_ connection: any Channel) {
    if strangers.count >= limits.strangers { strangers.removeFirst().close(promise: nil) }
    strangers.append(connection)
    connection.closeFuture.assumeIsolated().whenComplete { [self] _ in
      strangers.removeAll { $0 === connection }
      connections[ObjectIdentifier(connection)] = nil
    }
  }

  /// Gives a connection that has shown the cookie a place among those.
  ///
  /// - Returns: whether it has one.
  private func trust(_ connection: any Channel) -> Bool {
    if connections[ObjectIdentifier(connection)] != nil { return true }
    guard connections.count < limits.connections else { return false }
    strangers.removeAll { $0 === connection }
    connections[ObjectIdentifier(connection)] = connection
    return true
  }

  func closeConnections() {
    for connection in strangers + connections.values { connection.close(promise: nil) }
  }

  // MARK: Requests

  enum Admission {
    /// The response, for which the body is not needed.
    case answered(Reply)
    /// The request is to be carried out once its body has come, of which so many bytes are accepted.
    case accepted(Route, bodyLimit: Int)
  }

  /// Decides about a request before its body comes.
  ///
  /// - Parameter connection: on which it came.
  func admit(_ head: HTTPRequestHead, on connection: any Channel) -> Admission {
    if let refusal = gate.refusal(of: head) { return .answered(refusal) }
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts[0] == "/" && head.method == .GET ? parts.dropFirst().first : nil
    guard gate.hasCookie(head) else { return .answered(query.flatMap { gate.exchange(query: $0) } ?? .stranger) }
    guard trust(connection) else {
      return .answered(.error(.serviceUnavailable, "\(limits.connections) connections are open already; close some pages"))
    }
    // The address with the token again, opened from the terminal.
    if query != nil { return .answered(.redirection()) }
    guard let route = Route(head.method, path: parts[0]) else { return .answered(.notFound) }
    if route == .socket, let refusal = refusalOfPage(head) { return .answered(refusal) }
    let limit = route.bodyLimit(limits)
    guard head.bodyLength ?? 0 <= limit else { return .answered(.tooLarge(limit)) }
    guard !route.isUpload || uploads < limits.uploads else {
      return .answered(.error(.serviceUnavailable, "\(limits.uploads) uploads are in progress already; try again when one has finished"))
    }
    return .accepted(route, bodyLimit: limit)
  }

  func uploadBegan() { uploads += 1 }

  func uploadEnded() { uploads -= 1 }

  /// Carries out a request that was accepted.
  func reply(to route: Route, _ body: ByteBuffer) -> EventLoopFuture<Reply> { content.reply(to: route, body, on: loop) }

  // MARK: Pages

  /// Decides about a request that is to open the WebSocket of a page.
  func admitSocket(_ head: HTTPRequestHead, on connection: any Channel) -> Bool {
    guard case .accepted(.socket, _) = admit(head, on: connection) else { return false }
    return true
  }

  /// - Returns: why a request may not open a WebSocket; nil if it may.
  private func refusalOfPage(_ head: HTTPRequestHead) -> Reply? {
    guard gate.hasOwnOrigin(head) else { return .strangeOrigin(gate) }
    guard pages < limits.pages else { return .error(.serviceUnavailable, "\(limits.pages) pages are open already; close one of them") }
    return nil
  }

  /// Creates the handler of a page's WebSocket.
  func makePage() -> PageSocket { PageSocket(self, content) }

  /// - Returns: whether there is room for another page, which then counts until ``pageClosed()``.
  func admitPage() -> Bool {
    guard pages < limits.pages else { return false }
    pages += 1
    ending?.cancel()
    return true
  }

  func pageClosed() {
    pages -= 1
    guard pages == 0, let time = limits.stayTime else { return }
    ending = loop.assumeIsolated().scheduleTask(in: time) { [onLastPageClosed] in onLastPageClosed() }
  }
}

extension HTTPRequestHead {
  /// The length of the body that the head announces; nil if it announces none, or sends it in chunks.
  var bodyLength: Int? { headers.first(name: "content-length").flatMap { Int($0) } }
}
