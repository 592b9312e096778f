import EventProtocol
import EventSocket
import UserErrors

/// A notification to a page that does not come from the daemon.
struct PageMessage<Params: Encodable>: Encodable {
  let jsonrpc = "2.0"
  let method: String
  let params: Params

  /// The message as JSON, without a newline.
  var text: [UInt8] { JSONCoding.encode(self) }
}

/// The response to a request that the daemon does not carry out.
struct PageResponse<Result: Encodable>: Encodable {
  let jsonrpc = "2.0"
  let id: RequestID
  let result: Result

  /// The message as JSON, without a newline.
  var text: [UInt8] { JSONCoding.encode(self) }
}

/// The response to a request that this server cannot carry out now. Its `data` says why by codes.
struct PageRefusal: Encodable {
  struct Failure: Encodable {
    let code: Int
    let message: String
    let data: Problem
  }

  let jsonrpc = "2.0"
  let id: RequestID
  let error: Failure

  init(id: RequestID, _ problem: Problem) {
    (self.id, error) = (id, Failure(code: RPCError.unavailableCode, message: problem.error, data: problem))
  }

  /// The message as JSON, without a newline.
  var text: [UInt8] { JSONCoding.encode(self) }
}

/// The params of `welcome`, the first message to a page.
struct Welcome: Encodable {
  let version: String
  /// One moment, in ns of CLOCK_MONOTONIC and in ms since 1970, by which a page converts the daemon's times to its own.
  let monotonicNs: UInt64
  let unixMs: Double
  /// Whether the next server has the same address, so that the page can wait for it.
  let keepsAddress: Bool
  /// The command that starts this server again, which a page shows once it has ended.
  let command: String
  /// Null without a deck.
  @WritesNull var deck: DeckState?
}

/// The deck as a page sees it.
struct DeckState: Encodable {
  /// The name of the folder.
  let name: String
  /// The path of the JSON file with the results.
  let results: String
  /// The command that copies the kept files, quoted for a shell.
  let copyCommand: String
  let cards: [Deck.Card]
}

/// The params of `connection`: the daemon is lost, or cannot be reached.
struct ConnectionLoss: Encodable {
  let connected = false
  /// One human-readable line.
  let reason: String
  /// What it says, and the command that is its fix.
  let facts: [Fact]
  @WritesNull var fix: String?

  init(_ error: SocketError) {
    (reason, facts, fix) = ("\(error)", error.facts, error.fixingCommand)
  }
}
