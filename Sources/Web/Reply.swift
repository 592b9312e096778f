import EventProtocol
import NIOHTTP1
import UserErrors

/// A response to a request.
package struct Reply: Sendable {
  package var status: HTTPResponseStatus
  package var type: String?
  package var body: [UInt8]
  package var headers: [(name: String, value: String)]

  package init(status: HTTPResponseStatus, type: String? = nil, body: [UInt8] = [], headers: [(name: String, value: String)] = []) {
    (self.status, self.type, self.body, self.headers) = (status, type, body, headers)
  }

  package static func json(_ value: some Encodable) -> Reply {
    Reply(status: .ok, type: "application/json", body: JSONCoding.encode(value))
  }

  /// The members of an error's body. Those that are nil are left out.
  private struct Failure: Encodable {
    let error: String
    let facts: [Fact]?
    let fix: String?
    let option: String?
  }

  /// - Parameters:
  ///   - message: one line, `thing: cause; fix`.
  ///   - facts: what it says, for a page that says it in its own words; none where no code is known.
  ///   - fix: the command that fixes it, for such a page.
  ///   - option: the configuration's option whose value is wrong.
  package static func error(
    _ status: HTTPResponseStatus, _ message: String, facts: [Fact] = [], fix: String? = nil, option: String? = nil
  ) -> Reply {
    let failure = Failure(error: message, facts: facts.isEmpty ? nil : facts, fix: fix, option: option)
    return Reply(status: status, type: "application/json", body: JSONCoding.encode(failure))
  }

  package static func methodNotAllowed(_ allowed: [String]) -> Reply {
    var reply = error(.methodNotAllowed, "this method is not for this address; use \(allowed.joined(separator: " or "))")
    reply.headers = [("Allow", allowed.joined(separator: ", "))]
    return reply
  }

  package static let notFound = error(.notFound, "there is nothing at this address; open /")
  package static let upgradeRequired = error(.upgradeRequired, "this address is a WebSocket; connect with version 13 of that protocol")
  static let malformed = error(.badRequest, "this is not a request of HTTP/1.1; open the page in a browser")
  static let headTooLarge = error(
    .requestHeaderFieldsTooLarge,
    "the head of the request: has over 64 fields, 8 KiB in one, or 16 KiB; shorten it, in a browser the address or the cookies of 127.0.0.1"
  )

  /// - Parameter limit: in bytes.
  package static func tooLarge(_ limit: Int) -> Reply {
    let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
    let fix = limit >= 1 << 20 ? "scale the picture down, or shorten the trace" : "shorten it"
    return error(.payloadTooLarge, "the body has more than \(size); \(fix)", facts: [Fact(WebErrorCode.bodyTooLarge, ["size": size])])
  }

  /// The head of the response.
  ///
  /// - Parameters:
  ///   - authority: the server's address, to which alone a page of its own may connect.
  ///   - isLast: whether the connection closes after it.
  package func head(authority: String, isLast: Bool) -> HTTPResponseHead {
    var fields = HTTPHeaders(Self.guards)
    fields.add(name: "Content-Security-Policy", value: Self.policy + "; connect-src 'self' ws://\(authority)")
    fields.add(name: "Content-Length", value: "\(body.count)")
    if let type { fields.add(name: "Content-Type", value: type) }
    for (name, value) in headers { fields.add(name: name, value: value) }
    if isLast { fields.add(name: "Connection", value: "close") }
    return HTTPResponseHead(version: .http1_1, status: status, headers: fields)
  }

  /// What each response has: nothing is stored, guessed, or shown to other sites.
  package static let guards = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  /// Scripts and styles only from files of this server, and no frame, form, plug-in or other base address.
  private static let policy = [
    "default-src 'self'", "img-src 'self' data: blob:", "object-src 'none'", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")
}

/// The codes of errors of every server, which are stable.
package enum WebErrorCode: String, Sendable, CaseIterable {
  case bodyTooLarge = "body_too_large"
}

/// A response that is thrown.
package struct Refusal: Error, CustomStringConvertible {
  package let reply: Reply
  package var description: String { String(decoding: reply.body, as: UTF8.self) }

  package init(_ reply: Reply) { self.reply = reply }

  package init(_ status: HTTPResponseStatus, _ message: String) { reply = .error(status, message) }
}
