import Dispatch
import EventProtocol
import EventSocket
import Glibc
import NIOCore
import Platform
import Product
import Reports
import Traces

/// What the server of the app serves.
package struct AppContent: Sendable {
  /// The path of the daemon's socket.
  let daemon: String
  /// Nil without a folder to sort.
  private let deck: DeckStore?
  private let pictures: Pictures
  /// Nil if no folder is known.
  private let wrongSwipes: WrongSwipes?
  /// The threads that pass lines to pages.
  package let relays = DispatchGroup()
  private let replays = DispatchQueue(label: "app replay")
  private let marks = DispatchQueue(label: "app wrong swipes")
  /// The time that the daemon has for the last ten seconds.
  private static let patience = Duration.seconds(10)

  /// - Parameters:
  ///   - daemon: the path of the daemon's socket.
  ///   - deck: the folder to sort; nil for none.
  ///   - pictures: decodes pictures.
  ///   - wrongSwipes: where swipes are kept that are marked as wrong; nil if no folder is known.
  package init(daemon: String, deck: DeckStore?, pictures: Pictures, wrongSwipes: WrongSwipes?) {
    (self.daemon, self.deck, self.pictures, self.wrongSwipes) = (daemon, deck, pictures, wrongSwipes)
  }

  /// The first message to a page.
  func welcome() -> [UInt8] {
    let welcome = Welcome(version: Version.current, monotonicNs: monotonicNs(), unixMs: unixMs(), deck: deck?.state)
    return PageMessage(method: "welcome", params: welcome).text
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
    case .wrong: return markWrong(on: loop)
    }
  }

  /// Does what `swipectl wrong` does, and replies with its lines.
  private func markWrong(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    let promise = loop.makePromise(of: Reply.self)
    marks.async { [daemon, wrongSwipes] in
      do {
        guard let wrongSwipes else { throw UserError.noFolderForWrongSwipes }
        let deadline = Deadline(after: Self.patience)
        var client = try EventClient(path: daemon, until: deadline)
        client.unsubscribe(until: deadline)
        let recording = try client.recentRecording(until: deadline)
        promise.succeed(.json(["lines": try wrongSwipes.keep(recording, nowNs: monotonicNs(), nowUnixS: time(nil)).lines]))
      } catch {
        promise.succeed(.error(.serviceUnavailable, "\(UserError(error))"))
      }
    }
    return promise.futureResult
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
