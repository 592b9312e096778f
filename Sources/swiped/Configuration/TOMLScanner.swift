/// Walks over a valid TOML text and reports each key with its place. It knows how far a value goes, not what it is.
struct TOMLScanner {
  typealias Report = (_ path: [String], _ key: TOMLPlaces.Place, _ value: TOMLPlaces.Place?) -> Void

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var place = TOMLPlaces.Place(line: 1, column: 1)

  init(_ text: String) {
    scalars = text.unicodeScalars.drop { $0 == "\u{FEFF}" }.map { $0 }
  }

  mutating func document(_ report: Report) {
    var table: [String] = []
    skipBlank()
    while peek() != nil {
      if peek() == "[" {
        skip { $0 == "[" }
        let start = place
        table = keyPath()
        report(table, start, nil)
        skip { $0 == "]" }
      } else {
        pair(in: table, report)
      }
      skipBlank()
    }
  }

  /// `key = value`
  private mutating func pair(in table: [String], _ report: Report) {
    let start = place
    let path = table + keyPath()
    advance()  // over "=", or over whatever stands in its place, so that the scanner always gets on
    skip(isSpace)
    report(path, start, place)
    value(of: path, report)
  }

  private mutating func value(of path: [String], _ report: Report) {
    switch peek() {
    case "\"", "'": _ = string()
    case "[": list(until: "]") { scanner in scanner.value(of: path, report) }
    case "{": list(until: "}") { scanner in scanner.pair(in: path, report) }
    default: skip { $0 != "," && $0 != "]" && $0 != "}" && $0 != "#" && $0 != "\n" }
    }
  }

  private mutating func list(until end: Unicode.Scalar, _ element: (inout TOMLScanner) -> Void) {
    advance()
    skipBlank()
    while let scalar = peek(), scalar != end {
      let start = index
      if scalar == "," { advance() } else { element(&self) }
      if index == start { advance() }
      skipBlank()
    }
    advance()
  }

  /// Names joined by dots, quoted or bare.
  private mutating func keyPath() -> [String] {
    var path: [String] = []
    repeat {
      if !path.isEmpty { advance() }
      skip(isSpace)
      if peek() == "\"" || peek() == "'" {
        path.append(string())
      } else {
        let start = index
        skip { !isSpace($0) && $0 != "." && $0 != "=" && $0 != "]" && $0 != "\n" }
        path.append(String(String.UnicodeScalarView(scalars[start..<index])))
      }
      skip(isSpace)
    } while peek() == "."
    return path
  }

  /// A string of any of the four kinds; its text is right for those on one line, which a key is.
  private mutating func string() -> String {
    guard let quote = peek() else { return "" }
    let isMultiline = peek(1) == quote && peek(2) == quote
    advance(isMultiline ? 3 : 1)
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      if scalar == quote, !isMultiline || (peek(1) == quote && peek(2) == quote) {
        advance(isMultiline ? 3 : 1)
        // Up to two quotes may stand just before the closing three.
        if isMultiline { skip { $0 == quote } }
        break
      }
      advance()
      text.append(scalar == "\\" && quote == "\"" ? escape() : scalar)
    }
    return String(text)
  }

  /// What stands for the scalars after a backslash.
  private mutating func escape() -> Unicode.Scalar {
    let letter = peek() ?? "\\"
    advance()
    switch letter {
    case "b": return "\u{8}"
    case "t": return "\t"
    case "n": return "\n"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "e": return "\u{1B}"
    case "x": return hexadecimal(2)
    case "u": return hexadecimal(4)
    case "U": return hexadecimal(8)
    default: return letter
    }
  }

  private mutating func hexadecimal(_ digits: Int) -> Unicode.Scalar {
    let end = min(index + digits, scalars.count)
    let text = String(String.UnicodeScalarView(scalars[index..<end]))
    advance(end - index)
    return UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
  }

  /// Spaces, line ends and comments.
  private mutating func skipBlank() {
    while let scalar = peek(), isSpace(scalar) || scalar == "\n" || scalar == "#" {
      if scalar == "#" { skip { $0 != "\n" } } else { advance() }
    }
  }

  private mutating func skip(_ isSkipped: (Unicode.Scalar) -> Bool) {
    while let scalar = peek(), isSkipped(scalar) { advance() }
  }

  private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    index + ahead < scalars.count ? scalars[index + ahead] : nil
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count {
      guard let scalar = peek() else { return }
      index += 1
      if scalar == "\n" { place = TOMLPlaces.Place(line: place.line + 1, column: 1) } else { place.column += 1 }
    }
  }
}

private func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }
