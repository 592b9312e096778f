/// The places of keys and values in a TOML text, which the parser does not report.
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

  /// An error at which the parser (toml++ 3.4.0) aborts the process, so it must not be given such a text: a table header without a
  /// name, "}" in an array where a value must be, a date with half a time (all found by fuzzing), and endless nesting.
  package struct FatalError: Sendable, Equatable {
    package let place: Place
    package let message: String
    /// The text above the statement with the error, which the parser can be given.
    package let before: String
  }

  /// A value that is no text, list or table: a number, a date, true or false, or what stands in their place.
  struct BareValue: Sendable, Equatable {
    let path: [String]
    let place: Place
    /// Where it is among the scalars of the text, without a byte order mark.
    let scalars: Range<Int>

    /// Whether a place is in it, or just after it.
    func contains(_ other: Place) -> Bool {
      other.line == place.line && (place.column...place.column + scalars.count).contains(other.column)
    }
  }

  /// The first one.
  package let fatalError: FatalError?
  /// The first mention of each path, in the order of the text.
  package private(set) var entries: [Entry] = []
  private var indices: [[String]: Int] = [:]
  /// In the order of the text.
  let bareValues: [BareValue]
  let mistakes: [TOMLMistake]
  /// Each key and header, also those that occur again.
  private let mentions: [Entry]

  package init(_ text: String) {
    var scanner = TOMLScanner(text)
    var found: [(path: [String], key: Place, value: Place?)] = []
    scanner.document { found.append(($0, $1, $2)) }
    fatalError = scanner.fatalError
    (bareValues, mistakes) = (scanner.bareValues, scanner.mistakes)
    mentions = found.map { Entry(path: $0.path, key: $0.key, value: $0.value) }
    guard fatalError == nil else { return }
    for (path, key, value) in found { record(path, key, value) }
  }

  package subscript(path: [String]) -> Entry? { indices[path].map { entries[$0] } }

  package subscript(path: String...) -> Entry? { self[path] }

  /// Records a key and the upper names of its path that no key has mentioned before.
  private mutating func record(_ path: [String], _ key: Place, _ value: Place?) {
    for length in 1...path.count {
      let part = Array(path.prefix(length))
      guard indices[part] == nil else { continue }
      indices[part] = entries.count
      entries.append(Entry(path: part, key: key, value: length == path.count ? value : nil))
    }
  }

  /// The key or header that the parser refuses since its name is taken, and where that was mentioned first.
  ///
  /// - Parameter place: of the parser's error.
  func duplicate(before place: Place) -> (name: String, entry: Entry, first: Place)? {
    // The error of a header is at its bracket.
    let entry = mentions.last { $0.key.line == place.line && ($0.value == nil || $0.key.column <= place.column) }
    guard let entry else { return nil }
    for length in (1...entry.path.count).reversed() {
      let part = Array(entry.path.prefix(length))
      guard let first = self[part], first.key != entry.key, length == entry.path.count || first.value != nil else { continue }
      // The tables of an array go by their numbers, which no value does.
      let name = entry.value == nil ? part.last { Int($0) == nil } : part.last
      return name.map { ($0, entry, first.key) }
    }
    return nil
  }
}
