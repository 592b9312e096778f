import NIOHTTP1
import Web

/// Decides who may talk to the server: pages of this server that have its key.
///
/// Any web page can send requests to 127.0.0.1, and a name that leads there makes such a page look like one of this server (DNS
/// rebinding). Therefore a request must name this server exactly. What it reads or changes needs the key as well, which a page gets for a
/// token in its address, and keeps in the storage of its origin. A cookie would be sent to every port of 127.0.0.1, and programs of other
/// users may listen there.
struct Gate: Sendable {
  static let methods = ["GET", "PUT", "POST"]
  /// The protocol of a page's WebSocket. The key is named beside it: a page can set no header there.
  static let socketProtocol = "swiped"
  /// Most tokens that can be exchanged at a time.
  static let tokenLimit = 16

  /// What the header Host may be.
  private let authorities: [String]
  /// The first of these, which addresses have.
  var authority: String { authorities[0] }
  /// What the header Origin must be, where it is required.
  var origin: String { "http://\(authority)" }
  private let key = Secret()
  /// Those that have not been exchanged, the newest last.
  private var tokens: [Secret] = []

  init(port: Int) { authorities = WebServer.authorities(port: port) }

  /// Makes a token, which can be exchanged once.
  mutating func makeToken() -> Secret {
    let token = Secret()
    tokens = tokens.suffix(Self.tokenLimit - 1) + [token]
    return token
  }

  /// The address to open that has a token.
  func address(_ token: Secret) -> String { "\(origin)/?token=\(token.text)" }

  /// Whether a token can still be exchanged.
  func canExchange(_ token: Secret) -> Bool { tokens.contains { $0.matches(token.text) } }

  /// Makes a token worthless.
  mutating func withdraw(_ token: Secret) { tokens.removeAll { $0.matches(token.text) } }

  /// Checks that a request is meant for this server, and that its method and target are ones that it has.
  ///
  /// - Returns: the refusal; nil if there is none.
  func refusal(of head: HTTPRequestHead) -> Reply? {
    guard authorities.contains(where: { head.headers["host"] == [$0] }) else {
      return .error(.misdirectedRequest, "this server is \(authority) and has no other name; open \(origin)")
    }
    guard Self.methods.contains(head.method.rawValue) else { return .methodNotAllowed(Self.methods) }
    guard head.uri.hasPrefix("/") else { return .error(.badRequest, "the target is not a path; begin it with /") }
    // A browser adds Origin to each of these.
    return head.method == .GET || hasOwnOrigin(head) ? nil : .strangeOrigin(self)
  }

  func hasOwnOrigin(_ head: HTTPRequestHead) -> Bool { head.headers["origin"] == [origin] }

  /// Whether the page that sends a request has the key.
  func hasKey(_ head: HTTPRequestHead) -> Bool { Self.secrets(in: head).contains(where: key.matches) }

  /// Exchanges a token for the key, once.
  ///
  /// - Returns: the key, also for a page that has it; nil if the token is wrong or was used before.
  mutating func exchange(_ head: HTTPRequestHead) -> String? {
    if hasKey(head) { return key.text }
    let secrets = Self.secrets(in: head)
    guard let used = tokens.firstIndex(where: { secrets.contains(where: $0.matches) }) else { return nil }
    tokens.remove(at: used)
    return key.text
  }

  /// What a page shows to prove who it is: in a request, the header Authorization, and for a WebSocket, the names of protocols.
  private static func secrets(in head: HTTPRequestHead) -> [Substring] {
    let start = "Bearer "
    let bearers = head.headers["authorization"].filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }
    return bearers + head.headers[canonicalForm: "sec-websocket-protocol"]
  }
}
