/// What is wrong with the host of a broker: a host is a name or an address, and nothing before or after it.
struct BrokerHostProblem: Equatable {
  let cause: String
  /// What to write instead.
  let fix: String

  /// - Returns: nil if a resolver can be asked for the host.
  init?(_ host: String, port: Int?, usesTLS: Bool) {
    let shown = "broker.host = \(TOMLLiteral.string(host))"
    if let scheme = host.firstRange(of: "://") {
      let rest = host[scheme.upperBound...].prefix { $0 != "/" }
      let secure = ["mqtts", "ssl", "wss", "https"].contains(host[..<scheme.lowerBound].lowercased())
      self.init("\(shown) is a URL", Self.lines(rest, port, usesTLS: usesTLS || secure))
    } else if host.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "@" }) {
      self.init("\(shown) is neither a name nor an address", Self.lines(host[...].prefix { $0 != "/" }, port, usesTLS: usesTLS))
    } else if host.hasPrefix("[") || host.filter({ $0 == ":" }).count == 1 {
      self.init("\(shown) is more than a name or an address", Self.lines(host[...], port, usesTLS: usesTLS))
    } else {
      return nil
    }
  }

  private init(_ cause: String, _ options: String) { (self.cause, fix) = (cause, "write \(options)") }

  /// The options that say the same as a host of a URL, with its user and port.
  private static func lines(_ text: Substring, _ port: Int?, usesTLS: Bool) -> String {
    var text = text.split(separator: "@").last ?? text
    var ownPort: Int?
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      ownPort = Int(text[end...].dropFirst(2))
      text = text[text.index(after: text.startIndex)..<end]
    } else if let colon = text.firstIndex(of: ":"), text[text.index(after: colon)...].allSatisfy(\.isNumber) {
      ownPort = Int(text[text.index(after: colon)...])
      text = text[..<colon]
    }
    let host = String(text.filter { !$0.isWhitespace })
    var options = ["host = \(TOMLLiteral.string(host.isEmpty ? "NAME" : host))"]
    if port == nil, let ownPort, 1...65535 ~= ownPort { options.append("port = \(ownPort)") }
    if usesTLS { options.append("tls = true") }
    return options.joined(separator: ", and ")
  }
}
