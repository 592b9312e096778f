import EventProtocol
import NIOHTTP1
import Web

/// What a page asks for.
struct StreamRequest: Equatable {
  enum Kind {
    /// Server-Sent Events.
    case events
    /// A WebSocket.
    case socket
    /// Whether it may send the request itself, which a browser asks first for some.
    case preflight
  }

  var kind: Kind
  var topics: Set<Topic> = [.swipe]
}

/// Decides which pages may connect: those of the origins that were named, with the token, if there is one.
///
/// Any web page can send requests to 127.0.0.1. Its browser adds the page's origin, which the page cannot change; and a name that leads
/// here (DNS rebinding) is none of this server's. Programs can send any origin: only the token keeps those of other users out, and
/// those of other machines if a proxy lets them in.
struct PageGate: Sendable {
  static let methods = ["GET", "OPTIONS"]

  let authority: String
  /// The address to open.
  let address: String
  /// What the header Host may be.
  private let names: [String]
  private let origins: Set<String>
  private let token: Secret?
  private let topics: Set<Topic>

  /// - Parameter port: the one at which it listens.
  init(port: Int, _ access: PageAccess) {
    authority = WebServer.authority(port: port)
    address = "http://\(authority)"
    names = WebServer.authorities(port: port) + WebServer.authorities(of: "localhost", port: port)
    origins = Set(access.origins.map(\.text))
    token = access.token.map { Secret(text: $0) }
    topics = access.topics
  }

  /// Reads a request.
  func request(_ head: HTTPRequestHead) throws(Refusal) -> StreamRequest {
    let hosts = head.headers["host"]
    guard names.contains(where: { hosts == [$0] }) else {
      throw Refusal(.misdirectedRequest, "this server is \(authority); open it by this name")
    }
    guard Self.methods.contains(head.method.rawValue) else { throw Refusal(.methodNotAllowed(Self.methods)) }
    guard origin(of: head) != nil else {
      throw Refusal(.forbidden, "the origin of this page may not connect; name it with swipectl bridge web --origin ORIGIN")
    }
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.dropFirst().first ?? ""
    guard let kind = Self.kind(of: parts[0]) else { throw Refusal(.notFound, "there is nothing at this address; open /events or /socket") }
    // Browsers send it without the token, and the answer says nothing that the page does not know.
    if head.method == .OPTIONS { return StreamRequest(kind: .preflight) }
    guard token != nil || !Self.isForwarded(head) else {
      throw Refusal(.forbidden, "a proxy lets other machines in, which could name any origin; start the bridge with --token-file")
    }
    guard hasToken(head, query) else {
      throw Refusal(.forbidden, "the token is missing or wrong; add token= and the first line of --token-file to the address")
    }
    return StreamRequest(kind: kind, topics: try requestedTopics(query))
  }

  /// The origin of the page that sends a request; nil if it is none of those that were named.
  private func origin(of head: HTTPRequestHead) -> String? {
    let sent = head.headers["origin"]
    return sent.count == 1 && origins.contains(sent[0]) ? sent[0] : nil
  }

  /// What proxies add to a request that they pass on.
  private static let proxyHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]

  /// Whether a proxy says that it passes on a request.
  private static func isForwarded(_ head: HTTPRequestHead) -> Bool { proxyHeaders.contains(where: head.headers.contains(name:)) }

  private static func kind(of path: Substring) -> StreamRequest.Kind? {
    switch path {
    case "/events": .events
    case "/socket": .socket
    default: nil
    }
  }

  private func hasToken(_ head: HTTPRequestHead, _ query: Substring) -> Bool {
    guard let token else { return true }
    // EventSource and WebSocket cannot send headers.
    if let sent = Self.value(of: "token", in: query) { return token.matches(sent) }
    let start = "Bearer "
    guard let sent = head.headers.first(name: "authorization"), sent.hasPrefix(start) else { return false }
    return token.matches(sent.dropFirst(start.count))
  }

  private func requestedTopics(_ query: Substring) throws(Refusal) -> Set<Topic> {
    guard let value = Self.value(of: "topics", in: query) else { return StreamRequest(kind: .events).topics }
    // URLSearchParams writes a comma so.
    let names = value.replacing("%2C", with: ",").split(separator: ",", omittingEmptySubsequences: false)
    let requested = names.compactMap { Topic(rawValue: String($0)) }
    guard requested.count == names.count, topics.isSuperset(of: requested) else {
      let known = topics.inOrder.map(\.rawValue).joined(separator: ",")
      throw Refusal(.badRequest, "topics: one is not sent to pages; those that are: topics=\(known)")
    }
    return Set(requested)
  }

  private static func value(of name: String, in query: Substring) -> String? {
    query.split(separator: "&").first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  // MARK: Responses

  /// The headers without which a browser keeps a response from the page; none for a page that may not connect.
  func sharing(with head: HTTPRequestHead) -> [(name: String, value: String)] {
    guard let allowed = origin(of: head) else { return [] }
    return [("Access-Control-Allow-Origin", allowed), ("Vary", "Origin")]
  }

  /// The response to a preflight.
  static let permission = Reply(
    status: .ok,
    headers: [
      ("Access-Control-Allow-Methods", "GET"), ("Access-Control-Allow-Headers", "Authorization, Cache-Control, Last-Event-ID"),
      // From a page of another machine to this one.
      ("Access-Control-Allow-Private-Network", "true"), ("Access-Control-Max-Age", "600"),
    ])

  /// The head of a response with events.
  func streamHead(for head: HTTPRequestHead) -> HTTPResponseHead {
    var fields = HTTPHeaders(Reply.guards)
    fields.add(name: "Content-Type", value: "text/event-stream")
    // nginx would wait for more.
    fields.add(name: "X-Accel-Buffering", value: "no")
    for (name, value) in sharing(with: head) { fields.add(name: name, value: value) }
    // An older client knows no chunks.
    return HTTPResponseHead(version: head.version == .http1_0 ? .http1_0 : .http1_1, status: .ok, headers: fields)
  }
}
