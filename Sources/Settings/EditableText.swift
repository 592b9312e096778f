/// A TOML text that is changed at the places that ``TOMLPlaces`` found in it. Only the first change can rely on them.
struct EditableText {
  private var scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var text: String { String(String.UnicodeScalarView(scalars)) }

  mutating func replaceValue(at place: TOMLPlaces.Place, with value: String) {
    let start = index(of: place)
    scalars.replaceSubrange(start..<valueEnd(start), with: value.unicodeScalars)
  }

  /// Adds an element at the end of a list, on a line of its own if the last one has one.
  mutating func append(_ element: String, toListAt place: TOMLPlaces.Place) {
    let start = index(of: place)
    guard let last = TOMLScanner.elements(scalars[start...]).last else {
      let end = valueEnd(start) - 1
      // After a comment, the bracket has a line of its own.
      let hasComment = scalars[start..<end].contains("#")
      return scalars.insert(contentsOf: (hasComment ? "\(element),\n" : element).unicodeScalars, at: end)
    }
    if let comma = comma(after: last.upperBound), scalars[last.upperBound..<comma].contains("\n") {
      return scalars.insert(contentsOf: " \(element)".unicodeScalars, at: comma + 1)
    }
    guard let line = ownLine(of: last) else { return scalars.insert(contentsOf: ", \(element)".unicodeScalars, at: last.upperBound) }
    let indentation = String(String.UnicodeScalarView(scalars[line.lowerBound..<last.lowerBound]))
    insertLine("\(indentation)\(element),", after: last.upperBound)
    if !scalars[last.upperBound..<line.upperBound].drop(while: isBlank).starts(with: [","]) { scalars.insert(",", at: last.upperBound) }
  }

  /// The comma after an element of a list, perhaps on a later line; nil without one.
  private func comma(after element: Int) -> Int? {
    var index = element
    while index < scalars.endIndex, scalars[index] != "," {
      guard scalars[index] == "#" || scalars[index].properties.isWhitespace else { return nil }
      index = scalars[index] == "#" ? scalars[index...].firstIndex(of: "\n") ?? scalars.endIndex : index + 1
    }
    return index < scalars.endIndex ? index : nil
  }

  /// Removes elements of a list. The comment on the line of one goes with it.
  mutating func remove(_ numbers: [Int], fromListAt place: TOMLPlaces.Place) {
    let start = index(of: place)
    for number in numbers.sorted(by: >) {
      let elements = TOMLScanner.elements(scalars[start...])
      let element = elements[number]
      if let line = ownLine(of: element) {
        scalars.removeSubrange(line)
      } else if number + 1 < elements.count {
        scalars.removeSubrange(element.lowerBound..<elements[number + 1].lowerBound)
      } else {
        let last = number > 0 ? elements[number - 1].upperBound : element.lowerBound
        // The comment after the one before stays.
        scalars.removeSubrange((scalars[last..<element.lowerBound].contains("#") ? element.lowerBound : last)..<element.upperBound)
      }
    }
  }

  /// The line with its end that an element of a list has for itself, with its comma and a comment; nil if there is more on it.
  private func ownLine(of element: Range<Int>) -> Range<Int>? {
    let start = lineStart(element.lowerBound)
    guard scalars[start..<element.lowerBound].allSatisfy(isBlank), let end = scalars[element.upperBound...].firstIndex(of: "\n") else {
      return nil
    }
    var rest = scalars[element.upperBound..<end].drop(while: isBlank)
    if rest.first == "," { rest = rest.dropFirst().drop(while: isBlank) }
    return rest.isEmpty || rest.first == "#" ? start..<end + 1 : nil
  }

  /// The value that begins at a place, as it is written.
  func value(at place: TOMLPlaces.Place) -> String {
    let start = index(of: place)
    return String(String.UnicodeScalarView(scalars[start..<valueEnd(start)]))
  }

  /// Replaces the name in a header, as in `[name]`.
  ///
  /// - Returns: false, without a change, if no header stands there.
  mutating func replaceName(at place: TOMLPlaces.Place, with name: String) -> Bool {
    let start = index(of: place)
    guard isHeader(at: place), let end = scalars[start...].firstIndex(of: "]") else { return false }
    scalars.replaceSubrange(start..<end, with: name.unicodeScalars)
    return true
  }

  /// Removes the line of a header, as in `[name]` or `[[name]]`, with a blank line before it if another one follows, and leaves a comment
  /// after it.
  ///
  /// - Returns: false, without a change, if no header stands there.
  mutating func removeHeader(at place: TOMLPlaces.Place) -> Bool {
    let name = index(of: place)
    let start = lineStart(name)
    guard scalars[start..<name].allSatisfy({ isBlank($0) || $0 == "[" }), scalars[start..<name].contains("["),
      let close = scalars[name...].firstIndex(of: "]")
    else { return false }
    let end = close + scalars[close...].prefix { $0 == "]" }.count
    let rest = end + scalars[end...].prefix(while: isBlank).count
    if rest < scalars.count, scalars[rest] == "#" {
      scalars.removeSubrange(start..<rest)
      return true
    }
    guard rest == scalars.count || scalars[rest] == "\n" else { return false }
    scalars.removeSubrange(start..<min(rest + 1, scalars.count))
    if start == scalars.count || isBlankLine(at: start) { removeBlankLine(before: start) }
    return true
  }

  private func isBlankLine(at start: Int) -> Bool {
    let rest = scalars[start...].drop(while: isBlank)
    return rest.isEmpty || rest.first == "\n"
  }

  private mutating func removeBlankLine(before start: Int) {
    guard start > 0 else { return }
    let previous = lineStart(start - 1)
    if isBlankLine(at: previous) { scalars.removeSubrange(previous..<start) }
  }

  /// Whether the name of a table's header, as in `[name]`, begins at a place.
  func isHeader(at place: TOMLPlaces.Place) -> Bool {
    let start = index(of: place)
    return scalars[lineStart(start)..<start].filter { !isBlank($0) } == ["["]
  }

  /// Inserts a line after a key's value, with its indentation; without one, after the header.
  mutating func insert(_ line: String, after last: (key: TOMLPlaces.Place, value: TOMLPlaces.Place)?, header: TOMLPlaces.Place) {
    guard let last else { return insertLine(line, after: index(of: header)) }
    let key = index(of: last.key)
    let indentation = String(String.UnicodeScalarView(scalars[lineStart(key)..<key].prefix(while: isBlank)))
    insertLine(indentation + line, after: valueEnd(index(of: last.value)))
  }

  /// Adds a section at the end, after a blank line.
  mutating func append(_ lines: [String]) {
    let newline = newline(before: scalars.count)
    var added = ""
    if !scalars.allSatisfy({ $0 == "\u{FEFF}" }) { added = (scalars.last == "\n" ? "" : newline) + newline }
    scalars += (added + lines.map { $0 + newline }.joined()).unicodeScalars
  }

  /// Inserts a section after the line of a value, after a blank line.
  mutating func insertSection(_ lines: [String], after value: TOMLPlaces.Place) {
    let end = valueEnd(index(of: value))
    insertLine(([""] + lines).joined(separator: newline(before: end)), after: end)
  }

  /// Inserts a section before a header, and the comment directly above that, and a blank line after it.
  mutating func insertSection(_ lines: [String], before header: TOMLPlaces.Place) {
    var start = lineStart(index(of: header))
    while start > 0 {
      let previous = lineStart(start - 1)
      guard previous < start, scalars[previous..<start].drop(while: isBlank).first == "#" else { break }
      start = previous
    }
    let newline = newline(before: scalars.count)
    scalars.insert(contentsOf: (lines + [""]).map { $0 + newline }.joined().unicodeScalars, at: start)
  }

  /// Removes the line of `key = value`, and leaves a comment after it.
  ///
  /// - Returns: false, without a change, if the line has more on it.
  mutating func removeStatement(at key: TOMLPlaces.Place, value: TOMLPlaces.Place) -> Bool {
    let key = index(of: key)
    let start = lineStart(key)
    let end = valueEnd(index(of: value))
    guard scalars[start..<key].allSatisfy(isBlank) else { return false }
    let rest = end + scalars[end...].prefix(while: isBlank).count
    if rest == scalars.count {
      scalars.removeSubrange(start...)
    } else if scalars[rest] == "\n" {
      scalars.removeSubrange(start...rest)
    } else if scalars[rest] == "#" {
      scalars.removeSubrange(key..<rest)
    } else {
      return false
    }
    return true
  }

  private mutating func insertLine(_ line: String, after index: Int) {
    guard let end = scalars[index...].firstIndex(of: "\n") else {
      scalars += (newline(before: index) + line).unicodeScalars
      return
    }
    scalars.insert(contentsOf: (line + newline(before: end + 1)).unicodeScalars, at: end + 1)
  }

  /// The line end that the last line before an index has.
  private func newline(before index: Int) -> String {
    guard let end = scalars[..<index].lastIndex(of: "\n") else { return "\n" }
    return end > 0 && scalars[end - 1] == "\r" ? "\r\n" : "\n"
  }

  private func valueEnd(_ start: Int) -> Int { start + TOMLScanner.valueLength(scalars[start...]) }

  private func lineStart(_ index: Int) -> Int {
    scalars[..<index].lastIndex(of: "\n").map { $0 + 1 } ?? scalars.prefix { $0 == "\u{FEFF}" }.count
  }

  /// The index of a place; the end of the text if it has no such place.
  private func index(of place: TOMLPlaces.Place) -> Int {
    var index = scalars.prefix { $0 == "\u{FEFF}" }.count
    for _ in 1..<place.line { index = (scalars[index...].firstIndex(of: "\n") ?? scalars.count - 1) + 1 }
    return min(index + place.column - 1, scalars.count)
  }
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }
