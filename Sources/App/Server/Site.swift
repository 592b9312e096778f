import NIOCore
import NIOHTTP1
import Web

/// What the connections of the server share: who may connect, and what is served. Lives on the event loop.
final class Site: WebSite {
  let limits: AppLimits
  let loop: any EventLoop
  private(set) var gate: Gate
  private let content: AppContent
  private let onLastPageClosed: () -> Void
  /// Those that have shown the cookie are trusted.
  let connections: Connections
  private var uploads = 0, pages = 0
  private var ending: Scheduled<Void>?

  init(_ limits: AppLimits, _ content: AppContent, port: Int, loop: any EventLoop, onLastPageClosed: @escaping () -> Void) {
    (self.limits, self.content, self.loop) = (limits, content, loop)
    gate = Gate(port: port)
    connections = Connections(limits.http)
    self.onLastPageClosed = onLastPageClosed
  }

  var authority: String { gate.authority }
  var address: String { gate.address }
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
        AcceptedRequest(bodyLimit: route.bodyLimit(limits), isUpload: route.isUpload) { [content, loop] body in
          content.reply(to: route, body, on: loop)
        })
    }
  }

  private func decide(_ head: HTTPRequestHead, on connection: any Channel) -> Decision {
    if let refusal = gate.refusal(of: head) { return .answered(refusal) }
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts[0] == "/" && head.method == .GET ? parts.dropFirst().first : nil
    guard gate.hasCookie(head) else { return .answered(query.flatMap { gate.exchange(query: $0) } ?? .stranger) }
    guard connections.trust(connection) else {
      return .answered(.error(.serviceUnavailable, "\(limits.http.connections) connections are open already; close some pages"))
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
    return .accepted(route)
  }

  func uploadBegan() { uploads += 1 }

  func uploadEnded() { uploads -= 1 }

  // MARK: Pages

  func admitSocket(_ head: HTTPRequestHead, on connection: any Channel) -> Bool {
    guard case .accepted(.socket) = decide(head, on: connection) else { return false }
    return true
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
    return true
  }

  func pageClosed() {
    pages -= 1
    guard pages == 0, let time = limits.stayTime else { return }
    ending = loop.assumeIsolated().scheduleTask(in: time) { [onLastPageClosed] in onLastPageClosed() }
  }
}
