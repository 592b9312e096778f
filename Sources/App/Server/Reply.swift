import EventProtocol
import NIOHTTP1

/// A response to a request of a page.
struct Reply: Sendable {
  var status: HTTPResponseStatus
  var type: String?
  var body: [UInt8] = []
  var headers: [(name: String, value: String)] = []

  static func html(_ status: HTTPResponseStatus, _ body: [UInt8]) -> Reply {
    Reply(status: status, type: "text/html; charset=utf-8", body: body)
  }

  static func json(_ value: some Encodable) -> Reply {
    Reply(status: .ok, type: "application/json", body: JSONCoding.encode(value))
  }

  /// - Parameter message: one line, `thing: cause; fix`.
  static func error(_ status: HTTPResponseStatus, _ message: String) -> Reply {
    Reply(status: status, type: "application/json", body: JSONCoding.encode(["error": message]))
  }

  static func methodNotAllowed(_ allowed: [String]) -> Reply {
    var reply = error(.methodNotAllowed, "this method is not for this address; use \(allowed.joined(separator: " or "))")
    reply.headers = [("Allow", allowed.joined(separator: ", "))]
    return reply
  }

  static let notFound = error(.notFound, "there is nothing at this address; open /")
  static let upgradeRequired = error(.upgradeRequired, "this address is a WebSocket; connect with version 13 of that protocol")
  static let malformed = error(.badRequest, "this is not a request of HTTP/1.1; open the page in a browser")
  static let headTooLarge = error(.requestHeaderFieldsTooLarge, "the head of the request is too long; delete the cookies of 127.0.0.1")

  /// - Parameter limit: in bytes.
  static func tooLarge(_ limit: Int) -> Reply {
    let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
    return error(.payloadTooLarge, "the body has more than \(size); scale the picture down, or shorten the trace")
  }

  static func strangeOrigin(_ gate: Gate) -> Reply {
    error(.forbidden, "the request does not come from a page of this server; open \(gate.origin)")
  }

  /// A redirection to the page, without the token in its address.
  static func redirection(cookie: String? = nil) -> Reply {
    Reply(status: .seeOther, headers: [("Location", "/")] + (cookie.map { [("Set-Cookie", $0)] } ?? []))
  }

  /// The page for a browser without the cookie.
  static let stranger = html(
    .forbidden,
    Array(
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>swiped</title><h1>This page belongs to another browser window</h1>
      <p>Its address works once. Run <code>swipectl demo</code> again, and open the address that it prints.</p></html>

      """.utf8))

  /// The head of the response.
  ///
  /// - Parameters:
  ///   - authority: the server's address, to which alone the page may connect.
  ///   - isLast: whether the connection closes after it.
  func head(authority: String, isLast: Bool) -> HTTPResponseHead {
    var fields = HTTPHeaders(Self.guards)
    fields.add(name: "Content-Security-Policy", value: Self.policy + "; connect-src 'self' ws://\(authority)")
    fields.add(name: "Content-Length", value: "\(body.count)")
    if let type { fields.add(name: "Content-Type", value: type) }
    for (name, value) in headers { fields.add(name: name, value: value) }
    if isLast { fields.add(name: "Connection", value: "close") }
    return HTTPResponseHead(version: .http1_1, status: status, headers: fields)
  }

  /// What each response has: nothing is stored, guessed, or shown to other sites.
  private static let guards = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  /// Scripts and styles only from files of this server, and no frame, form, plug-in or other base address.
  private static let policy = [
    "default-src 'self'", "img-src 'self' data: blob:", "object-src 'none'", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")
}

/// A response that is thrown.
struct Refusal: Error {
  let reply: Reply

  init(_ status: HTTPResponseStatus, _ message: String) { reply = .error(status, message) }
}
