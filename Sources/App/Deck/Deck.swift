import Platform
import UserErrors

/// What is decided about a card.
package enum Choice: String, Codable, Sendable {
  case keep, reject
}

/// A deck of cards, and what is decided about each.
struct Deck: Sendable, Equatable {
  struct Card: Encodable, Sendable, Equatable {
    let name: FileName
    /// Null while nothing is decided.
    var choice: Choice?

    private enum CodingKeys: CodingKey { case name, choice }

    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(name.shown, forKey: .name)
      try object.encode(choice, forKey: .choice)
    }
  }

  private(set) var cards: [Card]
  /// The choices whose files are not in the folder, which are kept.
  private var absent: [DeckResults.Entry] = []

  /// - Parameters:
  ///   - names: the names of the cards, in their order.
  ///   - earlier: what was decided before.
  init(names: [FileName], earlier: [DeckResults.Entry] = []) {
    cards = names.map { Card(name: $0) }
    decide(earlier)
  }

  /// Decides about a card, or takes the decision back.
  mutating func decide(_ index: Int, _ choice: Choice?) { cards[index].choice = choice }

  /// Takes all decisions from elsewhere.
  mutating func decide(_ entries: [DeckResults.Entry]) {
    let choices = DeckResults.choices(entries)
    for index in cards.indices { cards[index].choice = choices[cards[index].name] }
    let present = Set(cards.map(\.name))
    absent = entries.filter { !present.contains($0.file) }
  }

  /// What is decided, in the order of the cards.
  var entries: [DeckResults.Entry] {
    cards.compactMap { card in card.choice.map { DeckResults.Entry(file: card.name, choice: $0) } } + absent
  }

  /// How many cards are kept, rejected and left.
  var counts: Counts {
    var counts = Counts()
    for card in cards {
      switch card.choice {
      case .keep: counts.kept += 1
      case .reject: counts.rejected += 1
      case nil: counts.left += 1
      }
    }
    return counts
  }

  struct Counts: Codable, Sendable, Equatable {
    var kept = 0, rejected = 0, left = 0
  }
}
