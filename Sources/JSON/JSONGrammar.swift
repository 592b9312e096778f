/// The grammar of JSON (RFC 8259), with whole characters alone (RFC 7493): follows a text from its start, as far as it is JSON.
struct JSONGrammar {
  /// The most levels of arrays and objects, which are those that the decoder allows.
  static let depthLimit = 512

  private let text: UnsafeBufferPointer<UInt8>
  /// Where the next byte is that was not read.
  private var place = 0
  private var isTooDeep = false

  private init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Why a text is not JSON in UTF-8 with at most ``depthLimit`` levels of arrays and objects; nil if it is.
  static func problem(in text: some Collection<UInt8>) -> String? {
    if let problem = text.withContiguousStorageIfAvailable({ problem(in: $0) }) { return problem }
    return Array(text).withUnsafeBufferPointer { problem(in: $0) }
  }

  private static func problem(in text: UnsafeBufferPointer<UInt8>) -> String? {
    var grammar = JSONGrammar(text)
    // RFC 8259 lets a reader ignore a byte order mark.
    if text.starts(with: [0xef, 0xbb, 0xbf]) { grammar.place = 3 }
    if grammar.value(depth: 0) {
      grammar.skipSpace()
      if grammar.place == text.count { return hasUTF8(text) ? nil : "it is not UTF-8" }
    }
    return grammar.isTooDeep
      ? "it has more than \(depthLimit) levels of arrays and objects" : "it is not JSON at byte \(grammar.place + 1)"
  }

  private static func hasUTF8(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.allSatisfy { $0 < 0x80 } || String(validating: text, as: UTF8.self) != nil
  }

  private var next: UInt8? { place < text.count ? text[place] : nil }

  /// Reads a byte if it is the next one.
  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func skip(while isMeant: (UInt8) -> Bool) { while let next, isMeant(next) { place += 1 } }

  private mutating func skipSpace() { skip { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 } }

  private mutating func value(depth: Int) -> Bool {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return list(until: UInt8(ascii: "}"), depth: depth) { $0.member(depth: depth + 1) }
    case UInt8(ascii: "["): return list(until: UInt8(ascii: "]"), depth: depth) { $0.value(depth: depth + 1) }
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  /// Reads an array or an object, from its bracket on.
  private mutating func list(until end: UInt8, depth: Int, _ element: (inout JSONGrammar) -> Bool) -> Bool {
    guard depth < Self.depthLimit else {
      isTooDeep = true
      return false
    }
    place += 1
    skipSpace()
    if take(end) { return true }
    repeat {
      guard element(&self) else { return false }
      skipSpace()
    } while take(UInt8(ascii: ","))
    return take(end)
  }

  private mutating func member(depth: Int) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: "\""), string() else { return false }
    skipSpace()
    return take(UInt8(ascii: ":")) && value(depth: depth)
  }

  private mutating func string() -> Bool {
    place += 1
    while true {
      skip { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      if take(UInt8(ascii: "\"")) { return true }
      // A control character, or the end, or an escape.
      guard take(UInt8(ascii: "\\")), let kind = next else { return false }
      switch kind {
      case UInt8(ascii: "u"):
        guard let unit = utf16Unit() else { return false }
        // Half of a pair alone is no character.
        if UTF16.isTrailSurrogate(unit) { return false }
        if UTF16.isLeadSurrogate(unit) {
          guard take(UInt8(ascii: "\\")), next == UInt8(ascii: "u"), let second = utf16Unit(), UTF16.isTrailSurrogate(second) else {
            return false
          }
        }
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
        UInt8(ascii: "r"), UInt8(ascii: "t"):
        place += 1
      default: return false
      }
    }
  }

  /// Reads the four digits after a `u`.
  private mutating func utf16Unit() -> UInt16? {
    let digits = text.dropFirst(place + 1).prefix(4)
    guard digits.count == 4, digits.allSatisfy(Self.isHexadecimal) else { return nil }
    place += 5
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    guard take(UInt8(ascii: "0")) || digits() else { return false }
    if take(UInt8(ascii: ".")), !digits() { return false }
    guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return true }
    _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
    return digits()
  }

  /// Reads one digit or more.
  private mutating func digits() -> Bool {
    let start = place
    skip(while: Self.isDigit)
    return place > start
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard text.dropFirst(place).starts(with: bytes) else { return false }
    place += bytes.count
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
