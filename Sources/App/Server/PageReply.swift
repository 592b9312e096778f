import NIOHTTP1
import Web

/// The responses of the app alone.
extension Reply {
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
}
