import Dispatch
import EventProtocol
import NIOCore
import Platform

/// What the demo serves.
package struct DemoContent: Sendable {
  /// The path of the daemon's socket.
  let daemon: String
  /// Nil without a folder to sort.
  private let deck: DeckStore?
  private let pictures: Pictures
  /// The threads that pass lines to pages.
  package let relays = DispatchGroup()
  private let replays = DispatchQueue(label: "demo replay")

  /// - Parameters:
  ///   - daemon: the path of the daemon's socket.
  ///   - deck: the folder to sort; nil for none.
  ///   - pictures: decodes pictures.
  package init(daemon: String, deck: DeckStore?, pictures: Pictures) {
    (self.daemon, self.deck, self.pictures) = (daemon, deck, pictures)
  }

  /// The first message to a page.
  func welcome() -> [UInt8] {
    let welcome = Welcome(version: Version.current, monotonicNs: monotonicNs(), unixMs: unixMs(), deck: deck?.state)
    return PageMessage(method: "demo", params: welcome).text
  }

  /// Carries out a request, on other threads than the server's if it takes time.
  func reply(to route: Route, _ body: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Reply> {
    switch route {
    case .asset(let path): return loop.makeSucceededFuture(Assets.reply(for: path) ?? .notFound)
    // One that opens a WebSocket does not come here.
    case .socket: return loop.makeSucceededFuture(.upgradeRequired)
    case .card(let index):
      guard let deck, index < deck.count else { return loop.makeSucceededFuture(.notFound) }
      return pictures.carryOut(.thumbnail, on: loop) { deck.picture(of: index) }
    case .choice(let index):
      guard let deck, index < deck.count else { return loop.makeSucceededFuture(.notFound) }
      return deck.decide(index, body, on: loop)
    case .pictures: return pictures.carryOut(.people, on: loop) { .success(Array(body.readableBytesView)) }
    case .replay: return replay(body, on: loop)
    }
  }

  private func replay(_ body: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Reply> {
    let promise = loop.makePromise(of: Reply.self)
    // One at a time, since each needs many times the memory of its body.
    replays.async {
      do throws(Refusal) { promise.succeed(.json(try Replay(body.readableBytesView))) } catch { promise.succeed(error.reply) }
    }
    return promise.futureResult
  }
}
