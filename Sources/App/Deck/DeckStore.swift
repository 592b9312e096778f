import Dispatch
import EventProtocol
import Glibc
import NIOCore
import NIOHTTP1
import Platform
import Synchronization
import SystemPackage
import UserErrors
import Web

/// A folder of pictures that is sorted by hand. The choices are written beside the folder; nothing in it is changed.
package final class DeckStore: Sendable {
  private let folder: DeckFolder
  private let results: Mutex<DeckResults>
  private let resultsFile: FilePath
  private let name: String
  /// The path of the folder, from the root.
  private let path: FilePath
  private let copyCommand: ShellCommand
  private let deck: Mutex<Deck>
  private let queue = DispatchQueue(label: "app deck")

  /// Opens a folder, and continues with the earlier choices.
  ///
  /// - Parameters:
  ///   - path: the path of the folder.
  ///   - page: returns the file that leads to the page of another process, for the error that it sorts this folder.
  /// - Throws: ``UserError`` if it has no pictures or another process sorts it, or its results cannot be read or written.
  package init(folder path: FilePath, page: (pid_t) -> FilePath? = { _ in nil }) throws(UserError) {
    folder = try DeckFolder(path)
    // Two would decide about each swipe, one without what the other has decided.
    try folder.lock(path, page: page)
    let absolute = DeckFolder.absolute(path)
    var results = DeckResults(beside: absolute)
    name = absolute.lastComponent.map { FileName(FilePath(root: nil, [$0]).bytes).shown } ?? ""
    self.path = absolute
    copyCommand = DeckCopy.command(of: absolute)
    deck = Mutex(Deck(names: folder.names, earlier: try results.open()))
    resultsFile = results.json
    self.results = Mutex(results)
  }

  /// The deck as a page sees it.
  var state: DeckState {
    DeckState(
      name: name, results: resultsFile.string, copyCommand: copyCommand.description, cards: deck.withLock { $0.cards })
  }

  /// What came of the folder so far, and how to act on it, in lines. Waits for the choices that are being written.
  package var summary: [String] {
    let counts = queue.sync { deck.withLock { $0.counts } }
    let line = "\(name): \(counts.kept) kept, \(counts.rejected) rejected, \(counts.left) left"
    return counts.kept == 0 ? [line] : [line, "to copy the kept files, run `\(copyCommand)`"]
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
      return loop.makeSucceededFuture(
        .error(.badRequest, .pageOutdated, #"the body: is not {"choice":"keep"}, "reject" or null; send one of them"#))
    }
    return queue.reply(on: loop) { [self] in decide(card, choice.choice) }
  }

  private func decide(_ card: Int, _ choice: Choice?) -> Reply {
    // Only this queue changes the deck, and nobody waits for the disk to read it.
    var new = deck.withLock { $0 }
    var isEdited = false
    do throws(UserError) {
      try results.withLock { results throws(UserError) in
        if let entries = try results.readNew() {
          new.decide(entries)
          isEdited = true
        }
        new.decide(card, choice)
        try results.write(new.entries)
      }
    } catch {
      return .error(.internalServerError, error, [Fact(ErrorCode.choiceNotSaved, ["error": error.messageWithoutCommand])])
    }
    deck.withLock { $0 = new }
    return .json(Decided(new.counts, choices: isEdited ? new.cards.map(\.choice) : nil))
  }

  /// The answer to a choice.
  private struct Decided: Encodable {
    let kept: Int, rejected: Int, left: Int
    /// Those of all cards, if a person has edited the file.
    let choices: [Choice?]?

    init(_ counts: Deck.Counts, choices: [Choice?]?) {
      (kept, rejected, left) = (counts.kept, counts.rejected, counts.left)
      self.choices = choices
    }
  }

  /// Copies the kept files to the folder that the command names, once the choices before are written.
  func copyKept(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    queue.reply(on: loop) { [self] in
      let output = DeckCopy.output(of: path)
      var problems: [Problem] = []
      let outcome: DeckCopy.Outcome
      do throws(UserError) {
        let copy = try DeckCopy(of: path, .keep)
        outcome = try copy.copy(to: output) { problems.append(Problem($0)) }
      } catch { return .error(.unprocessableEntity, error, [Fact(ErrorCode.copyFails, ["error": error.messageWithoutCommand])]) }
      return .json(Copied(folder: output.string, copied: outcome.copied, present: outcome.present, problems: problems))
    }
  }

  /// What came of a copy.
  private struct Copied: Encodable {
    let folder: String
    /// How many files were copied, and how many were there already.
    let copied: Int, present: Int
    /// One for each file that was not copied.
    let problems: [Problem]
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
