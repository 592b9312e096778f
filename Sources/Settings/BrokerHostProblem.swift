import Glibc

/// What is wrong with the host of a broker: a host is a name or an address, and nothing before or after it.
struct BrokerHostProblem: Equatable {
  let cause: String
  /// What to write instead.
  let fix: String

  /// - Parameters:
  ///   - port: the one of the file, if it has one.
  ///   - user: likewise.
  /// - Returns: nil if a resolver can be asked for the host.
  init?(_ host: String, port: Int?, usesTLS: Bool, user: String?) {
    guard !Self.isName(host), !Self.isAddress(host[...]) else { return nil }
    let url = BrokerURL(host)
    let isSocket = url.scheme == "unix"
    let isWeb = ["ws", "wss", "http", "https"].contains(url.scheme)
    let shown = "broker.host = \(TOMLLiteral.string(host))"
    cause =
      isSocket
      ? "\(shown) is no host of TCP, which is all that the bridge speaks"
      : isWeb
        ? "\(shown) is a URL of WebSockets, which the bridge does not speak"
        : url.scheme != nil ? "\(shown) is a URL" : "\(shown) is neither a name nor an address"
    var options = ["host = \(TOMLLiteral.string(isSocket || !Self.isHost(url.host) ? "NAME" : String(url.host)))"]
    if !isSocket, !isWeb, port == nil, let own = url.port { options.append("port = \(own)") }
    if !usesTLS, url.isSecure { options.append("tls = true") }
    if user == nil, let own = url.user { options.append("user = \(TOMLLiteral.string(own))") }
    fix = "write \(options.joined(separator: ", and "))"
  }

  private static func isHost(_ text: Substring) -> Bool { isName(String(text)) || isAddress(text) }

  /// Letters, digits, `-` and `_`, in parts between full stops.
  private static func isName(_ text: String) -> Bool {
    let parts = (text.hasSuffix(".") ? text.dropLast() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } }
  }

  /// An address of IPv6, maybe with a zone. One of IPv4 looks like a name.
  private static func isAddress(_ text: Substring) -> Bool {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    var address = in6_addr()
    return parts.last != "" && inet_pton(AF_INET6, String(parts[0]), &address) == 1
  }
}

/// The parts of what a person may take for the host of a broker.
private struct BrokerURL {
  var scheme: String?
  var user: String?
  var host: Substring
  /// 1 to 65535.
  var port: Int?

  init(_ text: String) {
    var rest = text[...]
    if let colon = rest.firstIndex(of: ":"), rest[rest.index(after: colon)...].hasPrefix("/") {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    rest = rest.drop { $0 == "/" || $0.isWhitespace }.prefix { !"/?#".contains($0) }
    if let at = rest.lastIndex(of: "@") {
      let name = rest[..<at].prefix { $0 != ":" }
      user = name.isEmpty ? nil : String(name)
      rest = rest[rest.index(after: at)...]
    }
    let isBracketed = rest.hasPrefix("[")
    host = isBracketed ? rest.dropFirst().prefix { $0 != "]" } : rest.prefix { $0 != ":" && $0 != ";" && !$0.isWhitespace }
    let after = rest[host.endIndex...].drop { $0 == "]" }
    if after.hasPrefix(":") || after.hasPrefix(";"), let number = Int(after.dropFirst().prefix { $0.isNumber }), 1...65535 ~= number {
      port = number
    }
  }

  var isSecure: Bool { ["mqtts", "mqtt+ssl", "ssl", "tls", "https", "wss"].contains(scheme) }
}
