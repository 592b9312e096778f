import EventProtocol
import NIOCore
import NIOHTTP1
import UserErrors
import Web

/// Passes events on to web pages, as Server-Sent Events and over WebSockets.
package final class WebBridge: Sendable {
  private let server = WebServer()
  private let access: PageAccess
  private let limits: PageLimits
  private let source: PageSource

  /// - Parameters:
  ///   - access: who may connect, and what is sent.
  ///   - limits: what bounds them.
  ///   - daemon: the path of the daemon's socket.
  ///   - report: called with each line for the person, on any thread.
  package init(_ access: PageAccess, _ limits: PageLimits = PageLimits(), daemon: String, report: @escaping @Sendable (String) -> Void) {
    (self.access, self.limits) = (access, limits)
    source = PageSource(daemon: daemon, patienceNs: limits.patienceNs, report: report)
  }

  /// Starts to listen. To be called once.
  ///
  /// - Parameter port: 0 for any free one.
  /// - Returns: the server's address.
  /// - Throws: `UserError` if it cannot listen there.
  package func start(port: Int) throws(UserError) -> String {
    try server.start(port: port, portFix: "choose another --port", kernelBuffer: PageStream.kernelBuffer) {
      [access, limits, source] port, _ in
      PageSite(PageGate(port: port, access), limits, source)
    }
  }

  /// Ends all connections, and waits for their threads.
  package func stop() { server.stop { source.feeds.wait() } }
}

/// What the connections of the bridge share. Lives on the event loop.
final class PageSite: WebSite {
  let limits: PageLimits
  let source: PageSource
  /// Those of pages that may connect are trusted.
  let connections: Connections
  private let gate: PageGate
  private var streams = 0

  init(_ gate: PageGate, _ limits: PageLimits, _ source: PageSource) {
    (self.gate, self.limits, self.source) = (gate, limits, source)
    connections = Connections(limits.http)
  }

  var authority: String { gate.authority }
  func makeAddress() -> String { gate.address }
  var httpLimits: HTTPLimits { limits.http }
  var frameLimit: Int { PageStream.frameLimit }
  var methods: [String] { PageGate.methods }

  func admit(_ head: HTTPRequestHead, on connection: any Channel) -> Admission {
    var reply: Reply
    do throws(Refusal) {
      let admitted = try request(head, on: connection)
      switch admitted.kind {
      case .events: return .streamed(gate.streamHead(for: head), PageStream(self, .events, admitted.topics))
      case .socket: reply = .upgradeRequired
      case .preflight: reply = PageGate.permission
      }
    } catch {
      reply = error.reply
    }
    reply.headers += gate.sharing(with: head)
    return .answered(reply)
  }

  private func request(_ head: HTTPRequestHead, on connection: any Channel) throws(Refusal) -> StreamRequest {
    let request = try gate.request(head)
    guard connections.trust(connection) else {
      throw Refusal(.serviceUnavailable, "\(limits.http.connections) connections are open already; close some pages")
    }
    guard request.kind == .preflight || streams < limits.streams else {
      throw Refusal(.serviceUnavailable, "\(limits.streams) pages get events already; close one of them")
    }
    return request
  }

  func admitSocket(_ head: HTTPRequestHead, on connection: any Channel) -> HTTPHeaders? {
    (try? request(head, on: connection))?.kind == .socket ? [:] : nil
  }

  func makeSocketHandlers(_ head: HTTPRequestHead) -> [any ChannelHandler] {
    // It was admitted, so that it can be read.
    [PageStream(self, .socket, (try? gate.request(head))?.topics ?? [])]
  }

  /// Requests have no bodies.
  func uploadBegan() {}

  func uploadEnded() {}

  // MARK: Streams

  /// - Returns: whether there is room for another stream, which then counts until its connection closes.
  func admitStream(_ connection: any Channel) -> Bool {
    guard streams < limits.streams else { return false }
    streams += 1
    connection.closeFuture.assumeIsolated().whenComplete { [self] _ in streams -= 1 }
    return true
  }

  func makeFeed(_ topics: Set<Topic>, to page: PageWriter) throws -> DaemonFeed {
    try DaemonFeed(PageFeed(source: source, topics: topics, page: page), to: page.channel, in: source.feeds)
  }
}
