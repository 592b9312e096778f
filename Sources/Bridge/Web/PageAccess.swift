import EventProtocol
import FoundationEssentials
import Glibc
import NIOCore
import Platform
import UserErrors
import Web

/// The origin of a web page, as a browser writes it: scheme, host and, unless it is the usual one, port.
package struct PageOrigin: Sendable, Hashable {
  package let text: String

  private static let usualPorts = ["http": 80, "https": 443]
  private static let form: Fix = "write the scheme, the host and the port, if it is not the usual one, as in https://example.org"

  /// - Throws: `UserError` for what no browser sends, or is sent for pages of anybody.
  package init(_ text: String) throws(UserError) {
    if text == "*" { throw Self.error(text, "every page could connect", fix: "name the origin of each, as in https://example.org") }
    if text == "null" {
      throw Self.error(
        text, "many pages have this origin, those in files among them", fix: "serve the page, as with `python3 -m http.server`")
    }
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false), let scheme = parts.scheme,
      let usualPort = Self.usualPorts[scheme.lowercased()], let host = parts.encodedHost, !host.isEmpty
    else { throw Self.error(text, "no origin of a web page", fix: Self.form) }
    if let port = parts.port {
      guard 1...65535 ~= port else { throw Self.error(text, "there is no port \(port)", fix: "write one from 1 to 65535") }
      guard port != usualPort else {
        throw Self.error(text, "browsers leave this port out", fix: "leave out \(words: ":\(usualPort)")")
      }
    }
    // Also without a user, a path or anything else.
    guard text == "\(scheme.lowercased())://\(host)" + (parts.port.map { ":\($0)" } ?? ""), Self.isHost(host) else {
      throw Self.error(text, "not as browsers write it", fix: "write the scheme, the host in lower case and the port, and no path")
    }
    self.text = text
  }

  private static func error(_ text: String, _ cause: String, fix: Fix) -> UserError {
    UserError("--origin \(text.printable): \(cause)", fix: fix, exitStatus: .usage)
  }

  /// Whether a browser writes a host so: a name, or the shortest form of an address.
  private static func isHost(_ text: String) -> Bool {
    if text.hasPrefix("[") { return isAddress(String(text.dropFirst().dropLast()), AF_INET6) }
    // A browser takes a host for an IPv4 address if its last label is a number.
    var labels = text.split(separator: ".", omittingEmptySubsequences: false)
    // The name of a host may end with the root's, which is empty.
    if labels.last?.isEmpty == true { labels.removeLast() }
    guard text.utf8.count <= 255, !labels.isEmpty, labels.allSatisfy(isLabel) else { return false }
    let isNumber = labels.last.map { $0.utf8.allSatisfy(\.isDigit) || $0.hasPrefix("0x") } == true
    return !isNumber || isAddress(text, AF_INET)
  }

  private static func isLabel(_ text: Substring) -> Bool {
    1...63 ~= text.utf8.count
      && text.utf8.allSatisfy { $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || "-_".utf8.contains($0) }
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    guard inet_pton(family, text, &address) == 1 else { return false }
    let written = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      inet_ntop(family, &address, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) }
    }
    // The C library writes some addresses of IPv6 with one of IPv4 at their end, browsers none.
    return family == AF_INET ? written == text : !text.contains(".") && (written == text || written?.contains(".") == true)
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
