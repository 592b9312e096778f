import Glibc
import Platform

extension String {
  /// The text with escapes, so that a terminal or a log can show it even if it is not trusted.
  ///
  /// Control characters would move the cursor, change colors, or begin a line that seems to come from the program; invisible
  /// formatting characters would reorder the text. They appear as escapes: `\n`, `\u{1b}`, `\u{202e}`.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isUnprintable { text += scalar.escaped } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    // Nearly all text is ASCII, and looking up properties is slow.
    if isASCII { return value < 0x20 || value == 0x7f }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // Joiners are part of the spelling of some languages and of emoji.
    case .format: return self != "\u{200C}" && self != "\u{200D}"
    default: return false
    }
  }

  fileprivate var escaped: String {
    switch self {
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    default: #"\u{\#(String(value, radix: 16))}"#
    }
  }
}

/// Bytes on one line of text, such as those of a file name, which need not be UTF-8. No two have the same text.
///
/// A backslash, what ``Swift/String/printable`` escapes, and what is not UTF-8 appear as escapes that `printf %b` and most languages read:
/// `\\`, `\n`, `\r`, `\t`, or `\xff` for a byte.
package func escaping(_ bytes: [UInt8]) -> String {
  var (text, rest) = ("", bytes[...])
  while let first = rest.first {
    let start = rest.prefix(max(1, (~first).leadingZeroBitCount))
    let scalar = String(validating: start, as: UTF8.self)?.unicodeScalars.first
    let part = scalar == nil ? rest.prefix(1) : start
    rest = rest.dropFirst(part.count)
    switch scalar {
    case "\\": text += #"\\"#
    case "\n", "\r", "\t": text += scalar!.escaped
    case let scalar? where !scalar.isUnprintable: text.unicodeScalars.append(scalar)
    default: text += part.map { #"\x"# + $0.hexadecimal }.joined()
    }
  }
  return text
}

/// A JSON document with DEL and the C1 controls as escapes such as `\u007f`: JSON permits them in strings, and a terminal obeys them.
///
/// Other characters that ``Swift/String/printable`` escapes stay, because programs that read this compare texts.
package func escapingControlCharacters(inJSON json: [UInt8]) -> [UInt8] {
  // In UTF-8 a C1 control is 0xC2 and a byte of 0x80 to 0x9F.
  func control(at index: Int) -> UInt8? {
    if json[index] == 0x7f { return 0x7f }
    guard json[index] == 0xc2, index + 1 < json.count, (0x80...0x9f).contains(json[index + 1]) else { return nil }
    return json[index + 1]
  }
  guard json.contains(where: { $0 == 0x7f || $0 == 0xc2 }) else { return json }
  var text: [UInt8] = []
  var index = 0
  while index < json.count {
    if let code = control(at: index) {
      text += Array(#"\u00"#.utf8) + Array(code.hexadecimal.utf8)
      index += code == 0x7f ? 1 : 2
    } else {
      text.append(json[index])
      index += 1
    }
  }
  return text
}

extension String {
  /// The text padded to a width in characters.
  package func padded(_ width: Int, left: Bool = false, with fill: String = " ") -> String {
    let space = String(repeating: fill, count: max(0, width - count))
    return left ? space + self : self + space
  }
}

extension Double {
  /// The number with a fixed count of decimals.
  package func decimals(_ places: Int) -> String {
    withVaList([Int32(places), self]) { arguments in
      // The largest numbers have 309 digits before the point.
      String(unsafeUninitializedCapacity: 400) { text in
        text.withMemoryRebound(to: CChar.self) { Int(vsnprintf($0.baseAddress, $0.count, "%.*f", arguments)) }
      }
    }
  }
}
