import EventProtocol
import NIOCore
import Product
import Web

/// The origin of a web page, as a browser writes it: scheme, host and, unless it is the usual one, port.
package struct PageOrigin: Sendable, Hashable {
  package let text: String

  private static let schemes = [(start: "http://", usualPort: ":80"), (start: "https://", usualPort: ":443")]

  /// - Throws: `UserError` for what no browser sends, or is sent for pages of anybody.
  package init(_ text: String) throws(UserError) {
    if text == "*" { throw Self.error(text, "every page could connect", fix: "name the origin of each, as in https://example.org") }
    if text == "null" {
      throw Self.error(
        text, "many pages have this origin, those in files among them", fix: "serve the page, as with `python3 -m http.server`")
    }
    guard let scheme = Self.schemes.first(where: { text.hasPrefix($0.start) }) else {
      throw Self.error(text, "no origin of a web page", fix: "write http:// or https://, and the host")
    }
    let host = text.dropFirst(scheme.start.count)
    guard 1...255 ~= host.utf8.count, host.utf8.allSatisfy(Self.isPlain), host.first != ":", host.last != ":" else {
      throw Self.error(text, "not as browsers write it", fix: "write the scheme, the host in lower case and the port, and no path")
    }
    guard !host.hasSuffix(scheme.usualPort) else {
      throw Self.error(text, "browsers leave this port out", fix: "leave out \(words: scheme.usualPort)")
    }
    self.text = text
  }

  private static func error(_ text: String, _ cause: String, fix: Fix) -> UserError {
    UserError("--origin \(text.printable): \(cause)", fix: fix, exitStatus: .usage)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-._:[]".utf8.contains(byte)
    }
  }
}

/// Who may connect, and what is sent.
package struct PageAccess: Sendable {
  package var origins: Set<PageOrigin>
  /// What each request must have; nil for none.
  package var token: String?
  /// The topics that pages may ask for. Pictures are never among them.
  package var topics: Set<Topic> = [.swipe, .status, .hand]

  package init(origins: Set<PageOrigin>, token: String? = nil) { (self.origins, self.token) = (origins, token) }
}

/// What bounds the clients of the bridge.
package struct PageLimits: Sendable {
  /// Those of connections and of requests.
  package var http = HTTPLimits()
  /// Most pages that get events at a time. Each has a thread and a connection to the daemon.
  package var streams = 16
  /// The time between two signs of life to a page, which must have taken the first before the second.
  package var signTime = TimeAmount.seconds(15)
  /// The age at which a swipe is not sent any more, in ns.
  package var patienceNs = SwipeDelivery.patienceNs

  package init() {}
}
