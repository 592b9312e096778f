/// The file with which users prove to an X server that they may connect.
package enum XAuthority {
  package static let cookieName = "MIT-MAGIC-COOKIE-1"
  /// The families of addresses: this machine by its name, and any.
  private static let local: UInt16 = 256
  private static let wild: UInt16 = 65535

  /// The cookie for a display of this machine.
  ///
  /// - Parameters:
  ///   - file: the contents of the file. What follows an entry that is damaged is not read.
  ///   - host: the name of this machine.
  /// - Returns: nil if the file has none.
  package static func cookie(in file: [UInt8], display: Int, host: String) -> [UInt8]? {
    var rest = file[...]
    func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
      guard rest.count >= 2 else { return nil }
      defer { rest = rest.dropFirst(2) }
      return Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
    }
    func text(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
      guard let count = number(&rest), rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    while let family = number(&rest), let address = text(&rest), let name = text(&rest), let method = text(&rest),
      let cookie = text(&rest)
    {
      let isHere = family == wild || family == local && address == Array(host.utf8)
      let isDisplay = name.isEmpty || name == Array(String(display).utf8)
      if isHere, isDisplay, method == Array(cookieName.utf8) { return cookie }
    }
    return nil
  }
}

/// A display of X11 on this machine, as `DISPLAY` names it.
package struct XDisplay: Sendable, Equatable {
  package let number: Int
  package let screen: Int

  /// - Parameter name: as in `:0`, `:0.0` or `unix:0`. Nil for a display of another machine, and what names none.
  package init?(_ name: String) {
    guard let match = name.wholeMatch(of: /(?:unix)?:([0-9]{1,5})(?:\.([0-9]{1,3}))?/) else { return nil }
    number = Int(match.1) ?? 0
    screen = match.2.flatMap { Int($0) } ?? 0
  }
}
