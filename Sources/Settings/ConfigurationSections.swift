/// Adds, renames and removes whole sections. Comments stay, as where an option is changed.
extension ConfigurationEditor {
  /// Adds a section `[[list]]` at the end.
  mutating func append(to list: String, _ values: [(key: String, value: TOMLLiteral)]) throws(ConfigurationError) {
    let count = count(of: list)
    var expected = leaves
    expected[[list]] = "array of \(count + 1)"
    for (key, value) in values { expected.merge(try leaves(of: value, at: [list, String(count), key])) { $1 } }
    var lines = EditableText(text)
    lines.append(["[[\(list)]]"] + values.map { "\($0.key) = \($0.value)" })
    try take(sectionsOf: lines.text, expected, list)
  }

  /// Removes a section `[[list]]`, by its index.
  mutating func remove(from list: String, at index: Int) throws(ConfigurationError) {
    let count = count(of: list)
    var expected = leaves.filter { $0.key.first != list }
    if count > 1 { expected[[list]] = "array of \(count - 1)" }
    for (path, value) in leaves where path.first == list && path.count > 1 {
      guard let number = Int(path[1]), number != index else { continue }
      expected[[list, String(number > index ? number - 1 : number)] + path.dropFirst(2)] = value
    }
    try removeLines([list, String(index)], expected)
  }

  /// Removes a section such as `profile.video`, if there is one.
  mutating func removeSection(_ section: String) throws(ConfigurationError) {
    let path = Self.path(section)
    guard places[path] != nil else { return }
    try removeLines(path, leaves.filter { !$0.key.starts(with: path) })
  }

  /// Renames a section such as `profile.video`.
  mutating func renameSection(_ section: String, to name: String) throws(ConfigurationError) {
    let (old, new) = (Self.path(section), Self.path(name))
    guard let header = places[old]?.key else { return }
    let expected = leaves.map { path, value in (path.starts(with: old) ? new + path.dropFirst(old.count) : path, value) }
    var lines = EditableText(text)
    guard lines.replaceName(at: header, with: name) else { throw refusal(section, nil, at: header, "renamed") }
    try take(sectionsOf: lines.text, Dictionary(uniqueKeysWithValues: expected), name)
  }

  /// The options of a section as they are written.
  func values(of section: String) -> [(key: String, value: TOMLLiteral)] {
    let (path, lines) = (Self.path(section), EditableText(text))
    return places.entries.compactMap { entry in
      guard entry.path.count == path.count + 1, entry.path.starts(with: path), let value = entry.value else { return nil }
      return (entry.path[path.count], .verbatim(lines.value(at: value)))
    }
  }

  /// The number of sections `[[list]]`.
  private func count(of list: String) -> Int { places.entries.count { $0.path.count == 2 && $0.path[0] == list } }

  /// Removes the header of a section and the lines of its options, from the last one up: those above stay where they are.
  private mutating func removeLines(_ path: [String], _ expected: [[String]: String]) throws(ConfigurationError) {
    let section = path.joined(separator: ".")
    guard let header = places[path]?.key else { throw refusal(section, nil, at: nil, "removed") }
    var lines = EditableText(text)
    for entry in places.entries.reversed() where entry.path.count == path.count + 1 && entry.path.starts(with: path) {
      guard let value = entry.value, lines.removeStatement(at: entry.key, value: value) else {
        throw refusal(section, nil, at: entry.key, "removed")
      }
    }
    guard lines.removeHeader(at: header) else { throw refusal(section, nil, at: header, "removed") }
    try take(sectionsOf: lines.text, expected, section)
  }
}
