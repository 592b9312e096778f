import NIOCore
import NIOHTTP1
import Platform
import Web

/// Answers what pages ask about the cards of the deck: their pictures, what is decided about them, and copies of those that are kept.
struct DeckRequests: Sendable {
  private static let path = "/deck/", copyPath = "/deck-copy"

  /// Nil without a folder to sort.
  let deck: DeckStore?
  let pictures: Pictures

  /// - Returns: nil for a path of no card, and for another method.
  func route(_ method: HTTPMethod, path: String) -> Route? {
    if method == .POST, path == Self.copyPath, let deck { return Route { _, loop in deck.copyKept(on: loop) } }
    guard method == .GET || method == .PUT, let card = Self.card(at: path) else { return nil }
    guard let deck, card < deck.count else { return Route { _, loop in loop.makeSucceededFuture(.notFound) } }
    if method == .PUT { return Route { deck.decide(card, $0, on: $1) } }
    return Route { [pictures] _, loop in pictures.carryOut(.thumbnail, on: loop) { deck.picture(of: card) } }
  }

  /// The index that a page writes in a path: digits alone.
  private static func card(at path: String) -> Int? {
    guard path.hasPrefix(Self.path) else { return nil }
    let digits = path.utf8.dropFirst(Self.path.utf8.count)
    guard (1...6).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    return Int(Substring(digits))
  }
}
