/// Matches the start of a line of `landmarks --json` with a file: what is left of one when a run ends at any byte.
///
/// A file that a person names by mistake may be JSON, too, so the whole start is matched. The programs write no blanks.
struct LineStart {
  private enum Kind {
    case text, number, list
  }

  private enum Mismatch: Error {
    /// The bytes end before the line does.
    case cut
    case foreign
  }

  private static let members: [String: Kind] = [
    "bodies": .list, "error": .text, "faces": .list, "file": .text, "file_bytes": .text, "frame": .number, "hands": .list,
    "height": .number,
    "time_s": .number, "width": .number,
  ]
  /// Most values within each other: twice those of a line.
  private static let deepest = 16

  private var rest: ArraySlice<UInt8>

  private init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether bytes can begin a line, or are one without its newline.
  static func matches(_ bytes: [UInt8]) -> Bool {
    var start = LineStart(bytes)
    do throws(Mismatch) {
      try start.line()
      return start.rest.isEmpty
    } catch {
      return error == .cut
    }
  }

  private mutating func line() throws(Mismatch) {
    try take("{")
    var names: Set<String> = []
    repeat {
      let name = try memberName()
      names.insert(name)
      try take(":")
      switch Self.members[name] {
      case .text: try text()
      case .number: try number()
      case .list: try list(depth: 1)
      case nil: throw .foreign
      }
    } while try goesOn(until: "}")
    guard names.contains("file"), names.contains("error") || names.isSuperset(of: ["height", "width"]) else { throw .foreign }
  }

  /// A name, which may be cut if it can become one of a member.
  private mutating func memberName() throws(Mismatch) -> String {
    try take("\"")
    let name = String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    guard Self.members.keys.contains(where: { $0.hasPrefix(name) }) else { throw .foreign }
    rest = rest.dropFirst(name.utf8.count)
    try take("\"")
    return name
  }

  private mutating func value(depth: Int) throws(Mismatch) {
    guard depth < Self.deepest else { throw .foreign }
    switch try peek() {
    case UInt8(ascii: "\""): try text()
    case UInt8(ascii: "["): try list(depth: depth + 1)
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "t"): try take("true")
    case UInt8(ascii: "f"): try take("false")
    case UInt8(ascii: "n"): try take("null")
    default: try number()
    }
  }

  private mutating func list(depth: Int) throws(Mismatch) {
    try take("[")
    if try peek() == UInt8(ascii: "]") { return try take("]") }
    repeat { try value(depth: depth) } while try goesOn(until: "]")
  }

  private mutating func object(depth: Int) throws(Mismatch) {
    try take("{")
    if try peek() == UInt8(ascii: "}") { return try take("}") }
    repeat {
      try text()
      try take(":")
      try value(depth: depth)
    } while try goesOn(until: "}")
  }

  private mutating func text() throws(Mismatch) {
    try take("\"")
    while true {
      switch try next() {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "\\"): _ = try next()
      case 0..<0x20: throw .foreign
      default: break
      }
    }
  }

  private mutating func number() throws(Mismatch) {
    let digits = rest.prefix { "+-.0123456789Ee".utf8.contains($0) }
    rest = rest.dropFirst(digits.count)
    // More digits may follow.
    _ = try peek()
    guard Double(String(decoding: digits, as: UTF8.self)) != nil else { throw .foreign }
  }

  /// Whether another value follows in an object or a list.
  private mutating func goesOn(until end: Unicode.Scalar) throws(Mismatch) -> Bool {
    switch try next() {
    case UInt8(ascii: ","): return true
    case UInt8(ascii: end): return false
    default: throw .foreign
    }
  }

  private mutating func take(_ text: String) throws(Mismatch) {
    for byte in text.utf8 {
      guard try next() == byte else { throw .foreign }
    }
  }

  private mutating func next() throws(Mismatch) -> UInt8 {
    let byte = try peek()
    rest.removeFirst()
    return byte
  }

  private func peek() throws(Mismatch) -> UInt8 {
    guard let byte = rest.first else { throw .cut }
    return byte
  }
}
