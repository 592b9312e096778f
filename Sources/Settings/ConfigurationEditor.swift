import Platform

/// A value to write into a configuration.
package enum TOMLLiteral: Sendable, Equatable, CustomStringConvertible {
  case string(String)
  case integer(Int)
  case number(Double)
  case bool(Bool)
  case strings([String])
  /// A value as a file has it.
  case verbatim(String)

  /// The value as TOML.
  package var description: String {
    switch self {
    case .string(let text): Self.quoted(text)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .bool(let value): String(value)
    case .strings(let texts): "[\(texts.map(Self.quoted).joined(separator: ", "))]"
    case .verbatim(let value): value
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(text.unicodeScalars.map(escaped).joined())\"" }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\0"..<" ", "\u{7F}": return code(of: scalar)
    // Such as one that ends a line, or turns the direction of what follows.
    case _ where scalar.value <= 0xFFFF && Self.unseen.contains(scalar.properties.generalCategory): return code(of: scalar)
    default: return String(scalar)
    }
  }

  private static let unseen: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]

  private static func code(of scalar: Unicode.Scalar) -> String {
    "\\u" + UInt16(truncatingIfNeeded: scalar.value).hexadecimal
  }
}

/// Changes single options in a configuration's text. Comments, blank lines, order and line ends stay as they are.
///
/// After each change the text is read again, and the change is made only if it is the wanted one and no other.
package struct ConfigurationEditor: Sendable {
  /// Its name, for messages.
  package let file: String
  /// The text with all changes so far.
  package private(set) var text: String
  /// Whether there need not be such a file.
  var mayBeMissing = false
  /// The text before the changes.
  let original: String
  private let originalLeaves: [[String]: String]
  /// The changes so far, also those to a value that was there already.
  private var changes: [Change] = []
  /// Whether sections have been added, renamed or removed, which cannot be repeated on another text.
  private var hasChangedSections = false
  private(set) var places: TOMLPlaces
  private(set) var leaves: [[String]: String]

  private struct Change {
    let section: String, key: String
    /// Nil to remove the option.
    let value: TOMLLiteral?
  }

  /// - Parameters:
  ///   - bytes: a TOML text in UTF-8.
  ///   - file: its name, for messages.
  package init(bytes: [UInt8], file: String) throws(ConfigurationError) {
    self.file = file
    let parsed = try ParsedTOML(bytes: bytes, file: file)
    (text, places, leaves) = (parsed.text, parsed.places, parsed.leaves)
    (original, originalLeaves) = (text, leaves)
  }

  /// Makes the same changes in a text that another program has written since.
  ///
  /// - Parameter bytes: what the file has now.
  /// - Throws: ``ConfigurationError`` if that program has changed one of the same options, or the text has errors.
  func repeated(on bytes: [UInt8]) throws(ConfigurationError) -> ConfigurationEditor {
    var editor = try ConfigurationEditor(bytes: bytes, file: file)
    if hasChangedSections {
      throw ConfigurationError(
        file: file, at: nil, "another program has changed it meanwhile", fix: "look at the file, and try again if you still want the change"
      )
    }
    for change in changes {
      let path = editor.path(change.section, change.key)
      let before = Self.path(change.section, change.key, in: originalLeaves)
      guard Self.value(at: path, in: editor.leaves) == Self.value(at: before, in: originalLeaves) else {
        throw ConfigurationError(
          file: file, at: editor.places[path]?.value, "another program has changed \(change.key) of [\(change.section)] meanwhile",
          fix: "look at the file, and run the command again if you still want the change")
      }
      try editor.change(change.section, change.key, change.value)
    }
    return editor
  }

  /// Replaces the value of an option where it is set, else adds the option to its section, else adds the section at the end. An option of
  /// `[expert]` that is set where it was before keeps its line there.
  ///
  /// - Parameters:
  ///   - section: as in its header: `gesture`, or `profile.video`.
  ///   - value: what the option is set to; a comment after the present value stays.
  /// - Throws: ``ConfigurationError`` where the text is written in a way that cannot be changed safely; nothing has changed then.
  package mutating func set(section: String, key: String, to value: TOMLLiteral) throws(ConfigurationError) {
    try set(section: section, key: key, to: value) { lines, place in lines.replaceValue(at: place, with: "\(value)") }
  }

  /// Adds a text to a list, or removes others from it, and leaves the lines of the other ones and the comments.
  ///
  /// - Parameters:
  ///   - present: what the list has.
  ///   - removed: the numbers of those to remove.
  package mutating func change(
    section: String, key: String, list present: [String], adding added: String? = nil, removing removed: [Int] = []
  ) throws(ConfigurationError) {
    let wanted = present.enumerated().filter { !removed.contains($0.offset) }.map(\.element) + (added.map { [$0] } ?? [])
    let before = self
    do throws(ConfigurationError) {
      guard !wanted.isEmpty else { return try set(section: section, key: key, to: .strings([])) }
      try set(section: section, key: key, to: .strings(wanted)) { lines, place in
        lines.remove(removed, fromListAt: place)
        if let added { lines.append("\(TOMLLiteral.string(added))", toListAt: place) }
      }
    } catch {
      // A list with its commas in unusual places is written anew.
      self = before
      try set(section: section, key: key, to: .strings(wanted))
    }
  }

  private mutating func set(
    section: String, key: String, to value: TOMLLiteral, replacing replace: (inout EditableText, TOMLPlaces.Place) -> Void
  ) throws(ConfigurationError) {
    let path = path(section, key)
    let wanted = try leaves(of: value, at: path)
    changes.append(Change(section: section, key: key, value: value))
    guard leaves.filter({ $0.key.starts(with: path) }) != wanted else { return }
    let expected = leaves.filter { !$0.key.starts(with: path) }.merging(wanted) { $1 }

    var lines = EditableText(text)
    if let start = places[path]?.value {
      replace(&lines, start)
    } else if let header = places[Self.path(section)] {
      guard lines.isHeader(at: header.key) else { throw refusal(section, key, at: header.key, "added to it") }
      let keys = places.entries.filter { $0.path.count == path.count && $0.path.starts(with: path.dropLast()) }
      lines.insert("\(key) = \(value)", after: keys.compactMap { entry in entry.value.map { (entry.key, $0) } }.last, header: header.key)
    } else {
      lines.append(["[\(section)]", "\(key) = \(value)"])
    }
    try take(lines.text, expected, section, key)
  }

  /// Whether the text sets an option. One of `[expert]` may also be set where it was before.
  func isSet(_ section: String, _ key: String) -> Bool { places[path(section, key)] != nil }

  /// What a value means at a path.
  func leaves(of value: TOMLLiteral, at path: [String]) throws(ConfigurationError) -> [[String]: String] {
    let leaves = try ParsedTOML(bytes: Array("value = \(value)".utf8), file: file).leaves
    return Dictionary(uniqueKeysWithValues: leaves.map { (path + $0.key.dropFirst(), $0.value) })
  }

  /// Removes an option if it is set, with its line; a comment after its value stays on a line of its own. An option of `[expert]` is also
  /// removed where it was before.
  ///
  /// - Throws: ``ConfigurationError`` where the text is written in a way that cannot be changed safely; nothing has changed then.
  package mutating func remove(section: String, key: String) throws(ConfigurationError) {
    let before = self
    do throws(ConfigurationError) {
      for path in Self.paths(section, key) { try remove(path) }
    } catch {
      self = before
      throw error
    }
    changes.append(Change(section: section, key: key, value: nil))
  }

  /// Sets an option, or removes it without a value.
  mutating func change(_ section: String, _ key: String, _ value: TOMLLiteral?) throws(ConfigurationError) {
    if let value { try set(section: section, key: key, to: value) } else { try remove(section: section, key: key) }
  }

  private mutating func remove(_ path: [String]) throws(ConfigurationError) {
    guard let entry = places[path] else { return }
    let (section, key) = (path.dropLast().joined(separator: "."), path[path.count - 1])
    var lines = EditableText(text)
    guard let value = entry.value, lines.removeStatement(at: entry.key, value: value) else {
      throw refusal(section, key, at: entry.key, "removed from it")
    }
    try take(lines.text, leaves.filter { !$0.key.starts(with: path) }, section, key)
  }

  /// Takes over a text in which a section was added, renamed or removed, if it means what is expected.
  mutating func take(sectionsOf text: String, _ expected: [[String]: String], _ section: String) throws(ConfigurationError) {
    try take(text, expected, section, nil)
    hasChangedSections = true
  }

  /// Takes a changed text over if it means what is expected.
  private mutating func take(
    _ text: String, _ expected: [[String]: String], _ section: String, _ key: String?
  ) throws(ConfigurationError) {
    guard text.utf8.count <= largestConfiguration else {
      throw ConfigurationError(file: file, "would be over 64 KiB with \(key ?? section), too large for a configuration", fix: "shorten it")
    }
    guard let parsed = try? ParsedTOML(bytes: Array(text.utf8), file: file), parsed.leaves == expected else {
      throw refusal(section, key, at: places[Self.path(section)]?.key, "changed in it")
    }
    (self.text, places, leaves) = (text, parsed.places, parsed.leaves)
  }

  /// - Parameter key: nil for the section itself.
  func refusal(_ section: String, _ key: String?, at place: TOMLPlaces.Place?, _ done: String) -> ConfigurationError {
    let name = section.prefix { $0 != "." }
    let header = ["on", "app"].contains(name) ? "[[\(name)]]" : "[\(section)]"
    return ConfigurationError(
      file: file, at: place,
      "\"\(section)\" is not written so that \(key.map { "\"\($0)\"" } ?? "it") can be \(done)",
      fix: "write \(words: header) on a line of its own, and its keys below, or edit the file by hand")
  }

  static func path(_ section: String) -> [String] { section.split(separator: ".").map(String.init) }

  /// Where an option may be set, the place that decides first.
  private static func paths(_ section: String, _ key: String) -> [[String]] {
    let before = section == "expert" ? OldOption.sectionBeforeMove(of: key) : nil
    return [path(section) + [key]] + (before.map { [[$0, key]] } ?? [])
  }

  /// Where an option is set, or is to be set.
  private static func path(_ section: String, _ key: String, in leaves: [[String]: String]) -> [String] {
    let paths = paths(section, key)
    return paths.first { path in leaves.keys.contains { $0.starts(with: path) } } ?? paths[0]
  }

  private func path(_ section: String, _ key: String) -> [String] { Self.path(section, key, in: leaves) }

  /// What is at a path and, for a list, below it, by the rest of its path.
  private static func value(at path: [String], in leaves: [[String]: String]) -> [[String]: String] {
    let found = leaves.filter { $0.key.starts(with: path) }.map { (Array($0.key.dropFirst(path.count)), $0.value) }
    return Dictionary(uniqueKeysWithValues: found)
  }
}
