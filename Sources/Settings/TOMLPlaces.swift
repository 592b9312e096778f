/// Where in a TOML text its keys and values stand, which the parser does not tell.
///
/// Finds keys in tables, arrays of tables, dotted keys, quoted keys and inline tables. On a text that is not TOML it is right up to the first error.
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
    /// The names from the root down: `["gesture", "pose"]`. An array's elements go by their numbers: `["on", "0", "run"]`.
    package let path: [String]
    package let key: Place
    /// Where the value begins; `nil` for a table's header and for the upper names of a dotted key.
    package let value: Place?
  }

  /// A mistake at which the parser (toml++ 3.4.0) does not report an error but aborts the process, so that it must not get to see
  /// it: a table header without a name, an array with a "}" where a value is due, a date with half a time (found by feeding it
  /// damaged texts), and nesting without end.
  package struct FatalError: Sendable, Equatable {
    package let place: Place
    package let message: String
    /// The text above the statement that it is in, which the parser may see.
    package let before: String
  }

  /// The first one.
  package let fatalError: FatalError?
  /// The first mention of each path, in the order of the text.
  package private(set) var entries: [Entry] = []
  private var indices: [[String]: Int] = [:]

  package init(_ text: String) {
    var scanner = TOMLScanner(text)
    var found: [(path: [String], key: Place, value: Place?)] = []
    scanner.document { found.append(($0, $1, $2)) }
    fatalError = scanner.fatalError
    guard fatalError == nil else { return }
    for (path, key, value) in found { record(path, key, value) }
  }

  package subscript(path: [String]) -> Entry? { indices[path].map { entries[$0] } }

  package subscript(path: String...) -> Entry? { self[path] }

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
