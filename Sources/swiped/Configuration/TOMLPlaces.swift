/// Where in a TOML text its keys and values stand, which the parser does not tell.
///
/// It expects a text that the parser has accepted, and finds keys in tables, dotted keys, quoted keys and inline tables.
package struct TOMLPlaces: Sendable {
  /// Counted from 1; columns in Unicode scalars.
  package struct Place: Sendable, Equatable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  package struct Entry: Sendable, Equatable {
    /// The names from the root down: `["gesture", "pose"]`.
    package let path: [String]
    package let key: Place
    /// Where the value begins; `nil` for a table's header and for the upper names of a dotted key.
    package let value: Place?
  }

  /// The first mention of each path, in the order of the text.
  package private(set) var entries: [Entry] = []
  private var indices: [[String]: Int] = [:]

  package init(_ text: String) {
    var scanner = TOMLScanner(text)
    scanner.document { path, key, value in record(path, key, value) }
  }

  package subscript(path: String...) -> Entry? { indices[path].map { entries[$0] } }

  /// The upper names come into being with the first key below them.
  private mutating func record(_ path: [String], _ key: Place, _ value: Place?) {
    for length in 1...path.count {
      let part = Array(path.prefix(length))
      guard indices[part] == nil else { continue }
      indices[part] = entries.count
      entries.append(Entry(path: part, key: key, value: length == path.count ? value : nil))
    }
  }
}
