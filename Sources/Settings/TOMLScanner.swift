/// Walks over a valid TOML text and reports each key with its place. It knows how far a value goes, not what it is.
struct TOMLScanner {
  typealias Report = (_ path: [String], _ key: TOMLPlaces.Place, _ value: TOMLPlaces.Place?) -> Void

  /// More than any configuration has. The scanner and the parser are recursive: deeper nesting could overflow the stack.
  private static let deepest = 64

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var place = TOMLPlaces.Place(line: 1, column: 1)
  /// The start of the current statement.
  private var statement = 0
  private var depth = 0
  /// How many tables `[[name]]` there have been so far, by the path of the name.
  private var tableCounts: [[String]: Int] = [:]
  private(set) var fatalError: TOMLPlaces.FatalError?
  /// The values that are no texts, lists and tables.
  private(set) var bareValues: [TOMLPlaces.BareValue] = []
  private(set) var mistakes: [TOMLMistake] = []
  /// Whether the value of a statement is read, which ends where its line ends, and not at the end of a list that it is in.
  private var isStatement = false

  init(_ text: String) {
    scalars = text.unicodeScalars.drop { $0 == "\u{FEFF}" }.map { $0 }
  }

  /// The number of scalars of the value that a text begins with, without space after it.
  static func valueLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    var scanner = TOMLScanner(scalars: Array(scalars))
    scanner.value(of: []) { _, _, _ in }
    while scanner.index > 0, isSpace(scanner.scalars[scanner.index - 1]) { scanner.index -= 1 }
    return scanner.index
  }

  /// Where the elements of the list are with which a text begins.
  static func elements(_ scalars: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    var scanner = TOMLScanner(scalars: Array(scalars))
    var elements: [Range<Int>] = []
    scanner.list(until: "]") { scanner, _ in
      let start = scanner.index
      let length = valueLength(scanner.scalars[start...])
      scanner.advance(length)
      elements.append(scalars.startIndex + start..<scalars.startIndex + start + length)
    }
    return elements
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func document(_ report: Report) {
    var table: [String] = []
    skipBlank()
    while peek() != nil {
      statement = index
      if peek() == "[" {
        let isElement = peek(1) == "["
        let start = header()
        table = tablePath(keyPath(), isElement: isElement)
        report(table, start, nil)
        skip { $0 == "]" }
      } else {
        isStatement = true
        pair(in: table, report)
        isStatement = false
        endStatement()
      }
      skipBlank()
    }
  }

  /// Only a comment may follow a value on its line.
  private mutating func endStatement() {
    skip(isSpace)
    guard let next = peek(), next != "\n", next != "#" else { return }
    let start = (index: index, place: place)
    skip { $0 != "\n" && $0 != "\r" && $0 != "#" }
    let count = scalars[start.index..<index].reversed().drop(while: isSpace).count
    let text = String(String.UnicodeScalarView(scalars[start.index..<start.index + count]))
    mistakes.append(TOMLMistake(place: start.place, kind: .textAfterValue(text)))
  }

  /// The brackets and the space before a table's name; returns where the name starts.
  private mutating func header() -> TOMLPlaces.Place {
    advance(peek(1) == "[" ? 2 : 1)
    skip { $0 == " " || $0 == "\t" }
    if let first = peek(), !first.isBareKey, first != "\"", first != "'" {
      reject("\"[\" must be followed by a section's name, as in [gesture]")
    }
    return place
  }

  /// A header's names, with the number of the table that each array has come to.
  private mutating func tablePath(_ names: [String], isElement: Bool) -> [String] {
    var path: [String] = []
    for (index, name) in names.enumerated() {
      path.append(name)
      if isElement, index == names.count - 1 { tableCounts[path, default: 0] += 1 }
      if let count = tableCounts[path] { path.append(String(count - 1)) }
    }
    return path
  }

  /// `key = value`
  private mutating func pair(in table: [String], _ report: Report) {
    let start = place
    let names = keyPath()
    let path = table + names
    if peek() != "=" { mistakes.append(TOMLMistake(place: start, kind: .noEqualsSign(names[names.count - 1]))) }
    // Over "=", or over whatever stands in its place, so that the scanner always advances; but not over the end of a line that has more.
    if peek() != "\n" || place == start { advance() }
    skip(isSpace)
    report(path, start, place)
    value(of: path, report)
  }

  private mutating func value(of path: [String], _ report: Report) {
    switch peek() {
    case "\"", "'": _ = string(isValue: true)
    case "[": list(until: "]") { scanner, index in scanner.element(of: path + [String(index)], report) }
    case "{": list(until: "}") { scanner, _ in scanner.pair(in: path, report) }
    default: bareValue(of: path)
    }
  }

  private mutating func element(of path: [String], _ report: Report) {
    if let first = peek(), first == "}" || !first.isASCII { reject("a value or \"]\" must stand here") }
    value(of: path, report)
  }

  /// A number, a date, true or false.
  private mutating func bareValue(of path: [String]) {
    let rest = scalars[index...]
    let word = rest.prefix { !isSpace($0) && !endsBareValue($0) }.count
    let date = rest.prefix { isDigit($0) || $0 == "-" || $0 == "_" }.count
    // The parser does not survive it after any word.
    if word > 0, peek(word) == " ", isDigit(peek(word + 1)), !isDigit(peek(word + 2)) {
      reject("a text without quotes, or a date whose hour has one digit")
    }
    if date > 0, peek(date) == "T" || peek(date) == "t", !isDigit(peek(date + 1)) { reject("a date's \"T\" must be followed by a time") }
    let start = (index: index, place: place)
    if let first = peek(), first.isQuotationMark {
      // The text between quotation marks of other kinds may contain what ends a value.
      let end = scalars[(index + 1)...].firstIndex { $0.isQuotationMark || $0 == "\n" }
      if let end, scalars[end].isQuotationMark { advance(end - index) }
    }
    let isWholeLine = isStatement && depth == 0
    skip { isWholeLine ? $0 != "#" && $0 != "\n" : !endsBareValue($0) }
    let count = scalars[start.index..<index].reversed().drop(while: isSpace).count
    bareValues.append(TOMLPlaces.BareValue(path: path, place: start.place, scalars: start.index..<start.index + count))
    if count == 0 { mistakes.append(TOMLMistake(place: start.place, kind: .noValue)) }
  }

  /// Records why the parser must not get this text, unless there is a reason before.
  private mutating func reject(_ message: String) {
    guard fatalError == nil else { return }
    let before = String(String.UnicodeScalarView(scalars[..<statement]))
    fatalError = TOMLPlaces.FatalError(place: place, message: message, before: before)
  }

  private mutating func list(until end: Unicode.Scalar, _ element: (inout TOMLScanner, _ index: Int) -> Void) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return reject("nested more than \(Self.deepest) deep") }
    advance()
    skipBlank()
    var count = 0
    while let scalar = peek(), scalar != end {
      let start = index
      if scalar == "," {
        advance()
      } else {
        element(&self, count)
        count += 1
      }
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
        let start = (index: index, place: place)
        skip { !isSpace($0) && $0 != "." && $0 != "=" && $0 != "]" && $0 != "\n" }
        let name = String(String.UnicodeScalarView(scalars[start.index..<index]))
        if name.unicodeScalars.first?.isQuotationMark == true { mistakes.append(TOMLMistake(place: start.place, kind: .quotedName(name))) }
        path.append(name)
      }
      skip(isSpace)
    } while peek() == "."
    if path.count > Self.deepest { reject("a name of more than \(Self.deepest) parts") }
    return path
  }

  /// A string of any of the four kinds; its text is right for those on one line, which a key is.
  private mutating func string(isValue: Bool = false) -> String {
    guard let quote = peek() else { return "" }
    let start = place
    let isMultiline = peek(1) == quote && peek(2) == quote
    advance(isMultiline ? 3 : 1)
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      if scalar == quote, !isMultiline || (peek(1) == quote && peek(2) == quote) {
        advance(isMultiline ? 3 : 1)
        // Up to two quotes may stand just before the closing three.
        if isMultiline { skip { $0 == quote } }
        return String(text)
      }
      if scalar == "\n", !isMultiline { break }
      advance()
      text.append(scalar == "\\" && quote == "\"" ? escape() : scalar)
      // The parser's text would end there.
      if isValue, text.last == "\0" { reject("a text with a zero byte, which no option can have") }
    }
    if text.last == "\r" { text.removeLast() }
    if !isMultiline { mistakes.append(TOMLMistake(place: start, kind: .noClosingQuote(isValue ? String(text) : nil))) }
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

extension Unicode.Scalar {
  /// Whether it can stand in a key without quotes.
  var isBareKey: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  /// Whether it is a quotation mark that TOML does not know, as word processors and web pages write them.
  var isQuotationMark: Bool { "“”„‟‘’‚‛«»‹›`´＂＇".unicodeScalars.contains(self) }
}

private func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { "0"..."9" ~= $0 } ?? false }

private func endsBareValue(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "," || scalar == "]" || scalar == "}" || scalar == "#" || scalar == "\n"
}
