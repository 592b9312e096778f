import Platform
import TOMLKit

/// Takes options out of a parsed file one by one, and collects everything that is wrong with it.
struct ConfigurationReader {
  /// The options that have been read so far: of `[name]`, or of each `[[name]]`.
  private struct Section {
    let name: String
    let isList: Bool
    var keys: [String]

    var header: String { isList ? "[[\(name)]]" : "[\(name)]" }
  }

  private let table: TOMLTable
  private let places: TOMLPlaces
  private let file: String
  private var problems: [ConfigurationProblem] = []
  private var known: [Section] = []

  init(table: TOMLTable, places: TOMLPlaces, file: String) {
    self.table = table
    self.places = places
    self.file = file
  }

  /// Sets `value` to the option if the file has it and the rule allows it.
  mutating func read<Value>(_ section: String, _ key: String, _ rule: ValueRule<Value>, into value: inout Value) {
    if known.last?.name != section { known.append(Section(name: section, isList: false, keys: [])) }
    known[known.count - 1].keys.append(key)
    guard let found = table[section]?.table?[key] else { return }
    if let allowed = check(found, "\(section).\(key)", rule, at: places[section, key]) { value = allowed }
  }

  /// One table of `[[section]]`.
  struct Item {
    fileprivate let section: String, index: Int, table: TOMLTable
  }

  /// Every `[[section]]` of the file, for ``require(_:_:_:)`` to take the keys out of.
  mutating func items(_ section: String, keys: [String]) -> [Item] {
    known.append(Section(name: section, isList: true, keys: keys))
    var items: [Item] = []
    guard let array = table[section]?.array else { return items }
    for index in 0..<array.count {
      if let table = array[index].table { items.append(Item(section: section, index: index, table: table)) }
    }
    return items
  }

  /// The option; nil, with a problem noted, if the table lacks it or the rule does not allow it.
  mutating func require<Value>(_ item: Item, _ key: String, _ rule: ValueRule<Value>) -> Value? {
    let path = [item.section, String(item.index)]
    if let found = item.table[key] { return check(found, "\(item.section).\(key)", rule, at: places[path + [key]]) }
    note((places[path] ?? places[item.section])?.key, "[[\(item.section)]] lacks \(quote(key))", fix: "allowed: \(rule.allowed)")
    return nil
  }

  /// All problems in the order of the file, unknown names included. Called after every option has been read.
  mutating func finish() -> [ConfigurationProblem] {
    for entry in places.entries {
      let section = known.first { $0.name == entry.path[0] }
      switch (entry.path.count, section) {
      case (1, let section?): checkKind(of: section, entry)
      case (1, nil): noteUnknownSection(entry)
      case (2, let section?) where !section.isList && table[section.name]?.type == .table: checkKey(entry, in: section)
      case (3, let section?) where section.isList && isTableList(section.name): checkKey(entry, in: section)
      default: break
      }
    }
    return problems.sorted { ($0.place?.line ?? 0, $0.place?.column ?? 0) < ($1.place?.line ?? 0, $1.place?.column ?? 0) }
  }

  private mutating func checkKind(of section: Section, _ entry: TOMLPlaces.Entry) {
    let name = quote(section.name)
    if section.isList, !isTableList(section.name) {
      note(entry.key, "\(name) is a list", fix: "write \(section.header), in double brackets, on a line of its own, and its keys below")
    } else if !section.isList, table[section.name]?.type != .table {
      note(entry.key, "\(name) is a section", fix: "write \(section.header) on a line of its own, and its keys below")
    }
  }

  private func isTableList(_ name: String) -> Bool { table[name]?.array?.allSatisfy { $0.type == .table } ?? false }

  private mutating func noteUnknownSection(_ entry: TOMLPlaces.Entry) {
    let name = entry.path[0]
    if let owner = known.first(where: { $0.keys.contains(name) }) {
      note(entry.key, "\(quote(name)) is in no section", fix: "move it below \(owner.header)")
    } else {
      let meant = didYouMean(nearestName(to: name, among: known.map(\.name)))
      note(entry.key, "unknown section \(quote(name))", fix: "\(meant)sections: \(known.map(\.header).joined(separator: ", "))")
    }
  }

  private mutating func checkKey(_ entry: TOMLPlaces.Entry, in section: Section) {
    guard let name = entry.path.last, !section.keys.contains(name) else { return }
    let meant = didYouMean(nearestName(to: name, among: section.keys))
    note(entry.key, "unknown key \(quote(name)) in \(section.header)", fix: "\(meant)keys: \(section.keys.joined(separator: ", "))")
  }

  /// The value as the rule reads it; nil, with a problem noted, if it is not allowed.
  private mutating func check<Value>(
    _ found: any TOMLValueConvertible, _ name: String, _ rule: ValueRule<Value>, at entry: TOMLPlaces.Entry?
  ) -> Value? {
    if let allowed = rule.read(found) { return allowed }
    let meant = found.string.flatMap { nearestName(to: $0, among: rule.names) }
    note(entry?.value ?? entry?.key, "\(name) is \(describe(found))", fix: "\(didYouMean(meant))allowed: \(rule.allowed)")
    return nil
  }

  private mutating func note(_ place: TOMLPlaces.Place?, _ cause: String, fix: Fix) {
    problems.append(ConfigurationProblem(file: file, place: place, cause: cause, fix: fix))
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
