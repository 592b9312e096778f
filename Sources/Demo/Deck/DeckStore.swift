import Dispatch
import EventProtocol
import NIOCore
import NIOHTTP1
import Platform
import Synchronization
import SystemPackage

/// A folder of photos that is sorted by hand. What is decided is written beside the folder; nothing in it is changed.
package final class DeckStore: Sendable {
  private let folder: DeckFolder
  private let results: DeckResults
  private let name: String
  private let deck: Mutex<Deck>
  private let queue = DispatchQueue(label: "demo deck")

  /// Opens a folder, and goes on with what was decided about it before.
  ///
  /// - Throws: ``UserError`` if it has no pictures, or its results cannot be read or written.
  package init(folder path: FilePath) throws(UserError) {
    folder = try DeckFolder(path)
    let absolute = Self.absolute(path)
    results = DeckResults(beside: absolute)
    name = absolute.lastComponent?.string ?? ""
    deck = Mutex(Deck(names: folder.names, earlier: try results.read()))
  }

  /// The path with a name as its last component, beside which there can be files.
  private static func absolute(_ path: FilePath) -> FilePath {
    if path.isAbsolute, path.lastComponent?.kind == .regular { return path }
    if path.lastComponent?.kind == .regular, let working = Files.resolve(".") { return FilePath(working).pushing(path) }
    return FilePath(Files.resolve(path.string) ?? path.string)
  }

  /// The deck as a page sees it.
  var state: DeckState {
    DeckState(name: name, results: results.json.string, cards: deck.withLock { $0.cards })
  }

  /// The number of cards.
  var count: Int { deck.withLock { $0.cards.count } }

  /// Reads the picture of a card.
  func picture(of card: Int) -> Result<[UInt8], Refusal> { Result { () throws(Refusal) in try folder.read(card) } }

  /// Decides about a card, on a queue of its own.
  ///
  /// - Parameter body: what the page sends.
  func decide(_ card: Int, _ body: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Reply> {
    guard let choice = try? JSONCoding.decode(ChoiceBody.self, from: body.readableBytesView) else {
      return loop.makeSucceededFuture(.error(.badRequest, #"the body: is not {"choice":"keep"}, "reject" or null; send one of them"#))
    }
    let promise = loop.makePromise(of: Reply.self)
    queue.async { [self] in promise.succeed(decide(card, choice.choice)) }
    return promise.futureResult
  }

  private func decide(_ card: Int, _ choice: Choice?) -> Reply {
    // Only this queue changes the deck, and nobody waits for the disk to read it.
    var new = deck.withLock { $0 }
    new.decide(card, choice)
    do throws(Errno) { try results.write(new.entries) } catch {
      let isFull = error == .noSpace || error == .diskQuotaExceeded
      let fix = Fix(errno: error.rawValue) ?? "make its folder writable"
      let shown = UserError("\(results.json.string): cannot be written (\(error))", fix: fix, exitStatus: .cannotCreate)
      return .error(isFull ? .insufficientStorage : .internalServerError, "\(shown)")
    }
    deck.withLock { $0 = new }
    return .json(new.counts)
  }

  private struct ChoiceBody: Decodable {
    let choice: Choice?

    private enum CodingKeys: CodingKey { case choice }

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: CodingKeys.self)
      // Required, and may be null.
      choice = try object.decode(Choice?.self, forKey: .choice)
    }
  }
}
