import Platform
import UserErrors

/// How a section is written: `[name]`, each `[[name]]`, or each `[group.NAME]`.
enum SectionKind { case table, list, group }

/// Takes options out of a parsed file one by one, and collects everything that is wrong with it.
struct ConfigurationReader {
  /// The options of a section that have been read so far.
  private struct Section {
    let name: String
    let kind: SectionKind
    /// Those that are documented. A section without any has only old names.
    var keys: [String]

    var header: String {
      switch kind {
      case .table: "[\(name)]"
      case .list: "[[\(name)]]"
      case .group: "[\(name).NAME]"
      }
    }
  }

  private let table: TOMLTable
  private let places: TOMLPlaces
  private let bareWords: [BareWord]
  private let file: String
  private(set) var problems: [ConfigurationProblem] = []
  /// What is allowed, but under an old name. Known when ``finish()`` has been called.
  private(set) var notices: [ConfigurationProblem] = []
  private var known: [Section] = []

  init(_ parsed: ParsedTOML, file: String) {
    (table, places, bareWords) = (parsed.table, parsed.places, parsed.bareWords)
    self.file = file
  }

  /// Sets `value` to the option if the file has it and the rule allows it. An option may be read more than once. One of `[expert]` is also
  /// read where it was before, if the file does not have it in both places.
  mutating func read<Value>(_ section: SectionName, _ key: String, _ rule: ValueRule<Value>, into value: inout Value) {
    if section.path == ["expert"], let before = OldOption.sectionBeforeMove(of: key) {
      read(SectionName(before), key, rule, into: &value)
    }
    let old = OldOption.named(key, in: section.path[0])
    declare(section.path[0], section.path.count == 1 ? .table : .group, old == nil ? [key] : [])
    guard let table = section.path.reduce(table, { $0?[$1]?.table }), let found = table[key] else { return }
    guard let allowed = check(found, "\(section).\(key)", rule, at: places[section.path + [key]]) else { return }
    if old.map(isReplaced) != true { value = allowed }
  }

  /// Whether an option of `[expert]` decides in place of an old one.
  private func isReplaced(_ old: OldOption) -> Bool { old.replacement.map { places["expert", $0] != nil } ?? false }

  private mutating func declare(_ name: String, _ kind: SectionKind, _ keys: [String]) {
    let index = known.firstIndex { $0.name == name } ?? known.count
    if index == known.count { known.append(Section(name: name, kind: kind, keys: [])) }
    known[index].keys += keys.filter { !known[index].keys.contains($0) }
  }

  /// Lists sections in this order where names are listed.
  mutating func declare(_ sections: [(name: String, kind: SectionKind)]) {
    for (name, kind) in sections { declare(name, kind, []) }
  }

  /// The names of the sections `[group.NAME]`, in the order of the file.
  ///
  /// - Parameters:
  ///   - limit: how many there may be.
  ///   - fault: what is wrong with a name, and what to write instead; nil if it is right.
  mutating func names(in group: String, limit: Int, fault: (String) -> (cause: String, fix: Fix)?) -> [String] {
    declare(group, .group, [])
    var names: [String] = []
    for entry in places.entries where entry.path.count == 2 && entry.path[0] == group {
      let name = entry.path[1]
      guard table[group]?.table?[name]?.isTable == true else { continue }
      if let fault = fault(name) {
        report(entry.key, "\(quote(name)) \(fault.cause)", fix: fault.fix)
      } else if names.count == limit {
        report(entry.key, "more than \(limit) sections [\(group).NAME]", fix: "remove some")
        break
      } else {
        names.append(name)
      }
    }
    return names
  }

  /// Whether a section has a key.
  func sets(_ section: SectionName, _ key: String) -> Bool { places.entries.contains { $0.path == section.path + [key] } }

  /// One table of `[[section]]`.
  struct Item {
    fileprivate let section: String, index: Int, table: TOMLTable
  }

  /// Every `[[section]]` of the file, for ``require(_:_:_:)`` and ``read(_:_:_:)`` to take the keys out of.
  mutating func items(_ section: String, keys: [String]) -> [Item] {
    declare(section, .list, keys)
    return (table[section]?.array ?? []).enumerated().compactMap { index, value in
      value.table.map { Item(section: section, index: index, table: $0) }
    }
  }

  /// The option; nil, with a problem reported, if the table lacks it or the rule does not allow it.
  mutating func require<Value>(_ item: Item, _ key: String, _ rule: ValueRule<Value>) -> Value? {
    if item.table[key] != nil { return read(item, key, rule) }
    let place = places[item.section, String(item.index)] ?? places[item.section]
    report(
      place?.key, "[[\(item.section)]] lacks \(quote(key))", fix: .allowed(rule.allowed),
      .optionMissing, ["option": key, "section": "[[\(item.section)]]"])
    return nil
  }

  /// The option; nil if the table lacks it or, with a problem reported, the rule does not allow it.
  mutating func read<Value>(_ item: Item, _ key: String, _ rule: ValueRule<Value>) -> Value? {
    guard let found = item.table[key] else { return nil }
    return check(found, "\(item.section).\(key)", rule, at: places[item.section, String(item.index), key])
  }

  /// All problems in the order of the file, unknown names included. Called after every option has been read.
  mutating func finish() -> [ConfigurationProblem] {
    for entry in places.entries {
      guard let section = known.first(where: { $0.name == entry.path[0] }) else {
        if entry.path.count == 1 { reportUnknownSection(entry) }
        continue
      }
      switch (entry.path.count, section.kind) {
      case (1, _): checkKind(of: section, entry)
      case (2, .table) where table[section.name]?.isTable == true: checkKey(entry, in: section)
      case (2, .group): checkMember(entry, of: section)
      case (3, .list) where isTableList(section.name): checkKey(entry, in: section)
      case (3, .group) where table[section.name]?.table?[entry.path[1]]?.isTable == true: checkKey(entry, in: section)
      default: break
      }
    }
    for word in bareWords where !problems.contains(where: { $0.place == word.place }) { problems.append(word.problem(in: file)) }
    return problems.sorted { ($0.place?.line ?? 0, $0.place?.column ?? 0) < ($1.place?.line ?? 0, $1.place?.column ?? 0) }
  }

  private mutating func checkKind(of section: Section, _ entry: TOMLPlaces.Entry) {
    let name = quote(section.name)
    let isTable = table[section.name]?.isTable == true
    switch section.kind {
    case .list where !isTableList(section.name):
      report(
        entry.key, "\(name) is a list", fix: "write \(words: section.header), in double brackets, on a line of its own, and its keys below")
    case .table where !isTable:
      report(entry.key, "\(name) is a section", fix: "write \(words: section.header) on a line of its own, and its keys below")
    case .group where !isTable:
      if let owner = known.first(where: { $0.kind == .table && $0.keys.contains(section.name) }), entry.value != nil {
        reportMisplaced(entry, "\(name) is in no section", below: owner)
      } else {
        report(entry.key, "\(name) is a group of sections", fix: "write \(words: section.header) on a line of its own, and its keys below")
      }
    default: break
    }
  }

  private mutating func checkMember(_ entry: TOMLPlaces.Entry, of group: Section) {
    guard let members = table[group.name]?.table, members[entry.path[1]]?.isTable != true else { return }
    report(
      entry.key, "\(quote(entry.path[1])) is in [\(group.name)], which has sections and no keys",
      fix: "write \(words: group.header) with a name of yours on a line of its own, and its keys below")
  }

  private func isTableList(_ name: String) -> Bool { table[name]?.array?.allSatisfy(\.isTable) ?? false }

  private mutating func reportUnknownSection(_ entry: TOMLPlaces.Entry) {
    let name = entry.path[0]
    if let owner = owner(of: name) {
      reportMisplaced(entry, "\(quote(name)) is in no section", below: owner)
    } else {
      let documented = known.filter { !$0.keys.isEmpty }
      let meant = nearestName(to: name, among: documented.map(\.name))
      let headers = documented.map(\.header).joined(separator: ", ")
      report(
        entry.key, "unknown section \(quote(name))", fix: "\(words: didYouMean(meant))sections: \(words: headers)",
        .sectionUnknown, ["section": name], meant: meant)
    }
  }

  /// The section that documents a key; `[name]` rather than `[group.NAME]`, which repeats keys of others.
  private func owner(of key: String) -> Section? {
    let owners = known.filter { $0.keys.contains(key) }
    return owners.first { $0.kind != .group } ?? owners.first
  }

  private mutating func checkKey(_ entry: TOMLPlaces.Entry, in section: Section) {
    guard let name = entry.path.last, !section.keys.contains(name) else { return }
    if let old = OldOption.named(name, in: section.name) {
      let (cause, fix) = old.notice(isReplaced: isReplaced(old))
      notices.append(ConfigurationProblem(file: file, place: entry.key, cause: cause, fix: fix))
    } else if let owner = owner(of: name) {
      reportMisplaced(entry, "\(quote(name)) is no option of \(section.header)", below: owner)
    } else {
      reportUnknownKey(name, in: section, entry)
    }
  }

  private mutating func reportUnknownKey(_ name: String, in section: Section, _ entry: TOMLPlaces.Entry) {
    // The options of a section without any that are documented have moved to [expert].
    let listed = section.keys.isEmpty ? known.first { $0.name == "expert" } ?? section : section
    var meant = nearestName(to: name, among: listed.keys)
    var question = didYouMean(meant)
    if meant == nil, let nearest = nearestName(to: name, among: known.flatMap(\.keys)), let owner = owner(of: nearest) {
      (meant, question) = ("\(owner.name).\(nearest)", "did you mean \"\(nearest)\" of \(owner.header)? ")
    }
    let keys = listed.name == section.name ? "keys" : "keys of \(listed.header), which replaces \(section.header)"
    report(
      entry.key, "unknown key \(quote(name)) in \(section.header)",
      fix: "\(words: question)\(words: keys): \(words: listed.keys.joined(separator: ", "))",
      .optionUnknown, ["option": name, "section": section.header], meant: meant)
  }

  private mutating func reportMisplaced(_ entry: TOMLPlaces.Entry, _ cause: String, below owner: Section) {
    report(
      entry.key, cause, fix: "move it below \(words: owner.header)",
      .optionElsewhere, ["option": entry.path.last ?? "", "section": owner.header])
  }

  /// The value as the rule reads it; nil, with a problem reported, if it is not allowed.
  private mutating func check<Value>(
    _ found: TOMLValue, _ name: String, _ rule: ValueRule<Value>, at entry: TOMLPlaces.Entry?
  ) -> Value? {
    if let entry, let word = bareWords.first(where: { $0.path.starts(with: entry.path) }) {
      // A word in a list is reported when all options have been read.
      if word.path == entry.path { report(word.problem(in: file, of: name, rule)) }
      return nil
    }
    if let allowed = rule.read(found) { return allowed }
    let meant = found.string.flatMap { nearestName(to: $0, among: rule.names) }.map { "\"\($0)\"" }
    report(
      ConfigurationProblem(
        file: file, place: entry?.value ?? entry?.key, cause: "\(name) is \(describe(found))",
        fix: .allowed(rule.allowed, meant: meant), fact: rule.fact(of: found, named: name), meant: meant))
    return nil
  }

  private mutating func report(
    _ place: TOMLPlaces.Place?, _ cause: String, fix: Fix, _ code: ConfigurationCode? = nil, _ values: [String: String] = [:],
    meant: String? = nil
  ) {
    report(ConfigurationProblem(file: file, place: place, cause: cause, fix: fix, fact: code.map { Fact($0, values) }, meant: meant))
  }

  private mutating func report(_ problem: ConfigurationProblem) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  private func didYouMean(_ name: String?) -> String { name.map { "did you mean \"\($0)\"? " } ?? "" }

  /// A list, with what is too much for a line left out.
  private func text(_ array: [TOMLValue]) -> String {
    let most = 5
    let shown = array.prefix(most).map { $0.string.map(quote) ?? describe($0) }.joined(separator: ", ")
    return "[\(shown)\(array.count > most ? ", …] of \(array.count) values" : "]")"
  }

  private func describe(_ value: TOMLValue) -> String {
    switch value {
    case .table: "a table"
    case .array(let array): array.isEmpty ? "an empty array" : "the array \(text(array))"
    case .string(let text): "the text \(quote(text))"
    case .int(let number): "the whole number \(number)"
    case .double(let number): "the number \(number)"
    case .bool(let flag): "\(flag)"
    case .date: "a date"
    case .time: "a time"
    case .dateTime: "a date and time"
    }
  }

}

/// A text in quotes, on one line, and not too long for it.
func quote(_ text: String) -> String {
  text.count <= 60 ? String(reflecting: text) : "\(String(reflecting: String(text.prefix(60))))…"
}

/// The names in a section's header: `gesture`, or `profile` and the name of one.
struct SectionName: ExpressibleByStringLiteral, CustomStringConvertible {
  let path: [String]

  init(_ path: String...) { self.path = path }

  init(stringLiteral name: String) { path = [name] }

  var description: String { path.joined(separator: ".") }
}
