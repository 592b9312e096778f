/// Renames and removes whole sections. Comments stay, as where an option is changed.
extension ConfigurationEditor {
  /// Removes a section such as `profile.video`, if there is one.
  mutating func removeSection(_ section: String) throws(ConfigurationError) {
    let path = Self.path(section)
    guard places[path] != nil else { return }
    var lines = EditableText(text)
    try removeLines(path, of: &lines)
    try take(sectionsOf: lines.text, leaves.filter { !$0.key.starts(with: path) }, section)
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

  /// Removes the header of a section and the lines of its options, from the last one up: those above stay where they are.
  ///
  /// - Parameter path: as in ``TOMLPlaces``.
  func removeLines(_ path: [String], of lines: inout EditableText) throws(ConfigurationError) {
    let section = path.joined(separator: ".")
    guard let header = places[path]?.key else { throw refusal(section, nil, at: nil, "removed") }
    for entry in places.entries.reversed() where entry.path.count == path.count + 1 && entry.path.starts(with: path) {
      guard let value = entry.value, lines.removeStatement(at: entry.key, value: value) else {
        throw refusal(section, nil, at: entry.key, "removed")
      }
    }
    guard lines.removeHeader(at: header) else { throw refusal(section, nil, at: header, "removed") }
  }
}
