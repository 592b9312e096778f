import UserErrors

/// Changes the list of commands, which are sections `[[on]]`.
extension ConfigurationEditor {
  /// The largest number of commands that a change may have: more than any person reads.
  package static let largestCommandCount = 100

  /// Has swipes run these commands, in this order. One that stays or changes does so where it stands, with the comments around it.
  ///
  /// - Throws: ``ConfigurationError`` for too many, or where the text is written in a way that cannot be changed safely; nothing has changed
  ///   then.
  package mutating func setCommands(_ commands: [GestureCommand]) throws(ConfigurationError) {
    guard commands.count <= Self.largestCommandCount else {
      throw ConfigurationError(
        file: file, "would have \(commands.count) commands, over the limit of \(Self.largestCommandCount) for a change",
        fix: "have one command run a script, or edit the file by hand")
    }
    let present = try validated().configuration.commands
    guard commands != present else { return }
    var expected = leaves.filter { $0.key.first != "on" }
    if !commands.isEmpty { expected[["on"]] = "array of \(commands.count)" }
    let pairs = CommandPair.pairs(of: present, and: commands)
    for pair in pairs {
      guard let index = pair.new else { continue }
      for (key, value) in values(of: commands[index], insteadOf: pair.old) {
        expected.merge(try leaves(of: value, at: ["on", String(index), key])) { $1 }
      }
    }
    try take(sectionsOf: text(from: present, to: commands, pairs), expected, "on")
  }

  /// The keys of a command and their values.
  ///
  /// - Parameter old: the command of the text whose lines it gets; nil for lines of its own.
  private func values(of command: GestureCommand, insteadOf old: Int? = nil) -> [(key: String, value: TOMLLiteral)] {
    let hasKey = old.map { places["on", String($0), "parallel"] != nil } ?? false
    let parallel: [(String, TOMLLiteral)] = command.isParallel || hasKey ? [("parallel", .bool(command.isParallel))] : []
    return [("swipe", .string(command.gesture.name)), ("run", .strings(command.run))] + parallel
  }

  /// The text with other commands. It is changed from the last one up: what is above stays where it is.
  private func text(
    from present: [GestureCommand], to commands: [GestureCommand], _ pairs: [CommandPair]
  ) throws(ConfigurationError) -> String {
    var lines = EditableText(text)
    /// The new sections that follow the next one above.
    var added: [String] = []
    for pair in pairs.reversed() {
      switch (pair.old, pair.new) {
      case (let old?, let new?):
        let values = values(ofCommand: old)
        if !added.isEmpty, let last = values.last?.value { lines.insertSection(added, after: last) }
        added = []
        guard present[old] != commands[new] else { continue }
        let before = self.values(of: present[old], insteadOf: old)
        for (key, place) in values.reversed() {
          guard let value = self.values(of: commands[new], insteadOf: old).first(where: { $0.key == key })?.value,
            // With its comments.
            !before.contains(where: { $0.key == key && "\($0.value)" == "\(value)" })
          else { continue }
          lines.replaceValue(at: place, with: "\(value)")
        }
      case (let old?, nil): try removeLines(["on", String(old)], of: &lines)
      case (nil, let new?):
        let section = ["[[on]]"] + self.values(of: commands[new]).map { "\($0.key) = \($0.value)" }
        added = section + (added.isEmpty ? [] : [""] + added)
      case (nil, nil): break
      }
    }
    guard !added.isEmpty else { return lines.text }
    if let first = places["on", "0"], !present.isEmpty { lines.insertSection(added, before: first.key) } else { lines.append(added) }
    return lines.text
  }

  /// The keys of a command and the places of their values, in the order of the text.
  private func values(ofCommand index: Int) -> [(key: String, value: TOMLPlaces.Place)] {
    let path = ["on", String(index)]
    return places.entries.compactMap { entry in
      guard entry.path.count == path.count + 1, entry.path.starts(with: path), let value = entry.value else { return nil }
      return (entry.path[path.count], value)
    }
  }
}

/// A command before a change and after it; nil where it is added or removed.
struct CommandPair: Equatable {
  let old: Int?, new: Int?

  /// What adding or removing a command costs. More than half of what the greatest change of one costs, so that a change is never both.
  private static let cost = 200

  /// Pairs the commands in their order, so that those that are paired differ as little as possible.
  static func pairs(of old: [GestureCommand], and new: [GestureCommand]) -> [CommandPair] {
    // What the pairs from a place in each list to their ends cost.
    var costs = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
    func choices(_ from: Int, _ to: Int) -> [(pair: CommandPair, cost: Int)] {
      var choices: [(CommandPair, Int)] = []
      if from < old.count, to < new.count {
        choices.append((CommandPair(old: from, new: to), difference(of: old[from], and: new[to]) + costs[from + 1][to + 1]))
      }
      if from < old.count { choices.append((CommandPair(old: from, new: nil), cost + costs[from + 1][to])) }
      if to < new.count { choices.append((CommandPair(old: nil, new: to), cost + costs[from][to + 1])) }
      return choices
    }
    for from in (0...old.count).reversed() {
      for to in (0...new.count).reversed() { costs[from][to] = choices(from, to).map(\.cost).min() ?? 0 }
    }
    var (from, to) = (0, 0)
    var pairs: [CommandPair] = []
    while let next = choices(from, to).min(by: { $0.cost < $1.cost })?.pair {
      pairs.append(next)
      (from, to) = (from + (next.old == nil ? 0 : 1), to + (next.new == nil ? 0 : 1))
    }
    return pairs
  }

  /// From 0, for the same command, to 350; more than any other change for one whose lines lack what the new one needs.
  private static func difference(of old: GestureCommand, and new: GestureCommand) -> Int {
    guard old != new else { return 0 }
    if new.isParallel, !old.isParallel { return 3 * cost }
    let shared = zip(old.run, new.run).count { $0 == $1 }
    let words = max(old.run.count, new.run.count, 1)
    return 1 + (old.gesture == new.gesture ? 0 : 100) + (old.isParallel == new.isParallel ? 0 : 50) + 199 * (words - shared) / words
  }
}
