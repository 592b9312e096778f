import NIOHTTP1
import Web

/// Decides who may talk to the server: the browser that was opened with the token, on a page of this server.
///
/// Any web page can send requests to 127.0.0.1, and a name that leads there makes such a page look like one of this server (DNS
/// rebinding). Therefore a request must name this server exactly, and prove with a cookie that its browser had the token.
struct Gate: Sendable {
  static let methods = ["GET", "PUT", "POST"]

  /// What the header Host must be.
  let authority: String
  /// What the header Origin must be, where it is required.
  var origin: String { "http://\(authority)" }
  private let token = Secret()
  private let session = Secret()
  private let cookieName: String
  /// Whether the token has been exchanged for the cookie.
  private var isTokenUsed = false

  init(port: Int) {
    authority = WebServer.authority(port: port)
    // Browsers send the cookies of a host to each of its ports.
    cookieName = "swiped-\(port)"
  }

  /// The address to open, with the token.
  var address: String { "\(origin)/?token=\(token.text)" }

  /// Checks that a request is meant for this server, and that its method and target are ones that it has.
  ///
  /// - Returns: the refusal; nil if there is none.
  func refusal(of head: HTTPRequestHead) -> Reply? {
    guard head.headers["host"] == [authority] else {
      return .error(.misdirectedRequest, "this server is \(authority) and has no other name; open \(origin)")
    }
    guard Self.methods.contains(head.method.rawValue) else { return .methodNotAllowed(Self.methods) }
    guard head.uri.hasPrefix("/") else { return .error(.badRequest, "the target is not a path; begin it with /") }
    // A browser adds Origin to each of these.
    return head.method == .GET || hasOwnOrigin(head) ? nil : .strangeOrigin(self)
  }

  func hasOwnOrigin(_ head: HTTPRequestHead) -> Bool { head.headers["origin"] == [origin] }

  /// Whether the browser that sends the request has had the token.
  func hasCookie(_ head: HTTPRequestHead) -> Bool {
    head.headers["cookie"].flatMap { $0.split(separator: ";") }.contains { pair in
      let pair = pair.drop { $0 == " " }
      return pair.hasPrefix(cookieName + "=") && session.matches(pair.dropFirst(cookieName.count + 1))
    }
  }

  /// Exchanges the token for the cookie, once.
  ///
  /// Browsers would not send a cookie with SameSite=Strict after a redirection that began at a file. This one comes with links of other
  /// pages too, whose requests cannot change anything, and whose answers those pages cannot read.
  ///
  /// - Parameter query: the part of the target behind `?`.
  /// - Returns: a redirection to the page without the token; nil if the token is wrong or was used before.
  mutating func exchange(query: some StringProtocol) -> Reply? {
    guard !isTokenUsed, query.hasPrefix("token="), token.matches(query.dropFirst("token=".count)) else { return nil }
    isTokenUsed = true
    return .redirection(cookie: "\(cookieName)=\(session.text); HttpOnly; SameSite=Lax; Path=/")
  }
}
