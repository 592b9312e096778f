import TOMLKit

/// Takes options out of a parsed file one by one, and keeps a note of everything that is wrong with it.
struct ConfigurationReader {
  private let table: TOMLTable
  private let places: TOMLPlaces
  private let file: String
  private var problems: [ConfigurationProblem] = []
  /// What has been asked for: the sections in order, and the keys of each.
  private var known: [(section: String, keys: [String])] = []

  init(table: TOMLTable, places: TOMLPlaces, file: String) {
    self.table = table
    self.places = places
    self.file = file
  }

  /// Sets `value` to the option if the file has it and the rule allows it.
  mutating func read<Value>(_ section: String, _ key: String, _ rule: ValueRule<Value>, into value: inout Value) {
    if known.last?.section != section { known.append((section, [])) }
    known[known.count - 1].keys.append(key)
    guard let found = table[section]?.table?[key] else { return }
    if let allowed = rule.read(found) {
      value = allowed
    } else {
      let meant = found.string.flatMap { nearestName(to: $0, among: rule.names) }
      let entry = places[section, key]
      note(entry?.value ?? entry?.key, "\(section).\(key) is \(describe(found)); \(didYouMean(meant))allowed: \(rule.allowed)")
    }
  }

  /// All that is wrong, in the order of the file, unknown names included. To be asked when every option has been read.
  mutating func finish() -> [ConfigurationProblem] {
    for entry in places.entries {
      switch entry.path.count {
      case 1: checkSection(entry)
      case 2: checkKey(entry)
      default: break
      }
    }
    return problems.sorted { ($0.place?.line ?? 0, $0.place?.column ?? 0) < ($1.place?.line ?? 0, $1.place?.column ?? 0) }
  }

  private mutating func checkSection(_ entry: TOMLPlaces.Entry) {
    let name = entry.path[0]
    if known.contains(where: { $0.section == name }) {
      if let value = table[name], value.type != .table {
        note(entry.key, "\(quote(name)) is a section; write [\(name)] on a line of its own, and its keys below")
      }
    } else if let owner = known.first(where: { $0.keys.contains(name) })?.section {
      note(entry.key, "\(quote(name)) stands in no section; move it below [\(owner)]")
    } else {
      let sections = known.map(\.section)
      let all = sections.map { "[\($0)]" }.joined(separator: ", ")
      note(entry.key, "unknown section \(quote(name)); \(didYouMean(nearestName(to: name, among: sections)))sections: \(all)")
    }
  }

  private mutating func checkKey(_ entry: TOMLPlaces.Entry) {
    let (section, name) = (entry.path[0], entry.path[1])
    guard let keys = known.first(where: { $0.section == section })?.keys, !keys.contains(name) else { return }
    guard table[section]?.type == .table else { return }
    let meant = didYouMean(nearestName(to: name, among: keys))
    note(entry.key, "unknown key \(quote(name)) in [\(section)]; \(meant)keys: \(keys.joined(separator: ", "))")
  }

  private mutating func note(_ place: TOMLPlaces.Place?, _ message: String) {
    problems.append(ConfigurationProblem(file: file, place: place, message: message))
  }

  private func didYouMean(_ name: String?) -> String { name.map { "did you mean \"\($0)\"? " } ?? "" }

  private func describe(_ value: any TOMLValueConvertible) -> String {
    switch value.type {
    case .table: "a table"
    case .array: "an array"
    case .string: "the text \(quote(value.string ?? ""))"
    case .int: "the whole number \(value.debugDescription)"
    case .double: "the number \(value.debugDescription)"
    case .bool: value.debugDescription
    case .date, .time, .dateTime: "a \(value.type)"
    }
  }

  /// On one line, and not too long for it. (TOMLKit gives strings a `debugDescription` of its own, which escapes nothing.)
  private func quote(_ text: String) -> String {
    text.count <= 60 ? String(reflecting: text) : "\(String(reflecting: String(text.prefix(60))))…"
  }
}
