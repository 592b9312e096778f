import Calibration
import Dispatch
import EventProtocol
import NIOCore
import Page
import Platform
import Product
import Reports
import Traces
import Web

/// What the server of the app serves.
package struct AppContent: Sendable {
  /// The path of the daemon's socket.
  let daemon: String
  /// Nil without a folder to sort.
  private let deck: DeckStore?
  private let pictures: Pictures
  /// Nil if no folder is known.
  private let wrongSwipes: WrongSwipes?
  private let settings: SettingsRequests
  private let service: ServiceRequests
  private let cameras: CameraRequests
  /// The threads that pass lines to pages.
  package let relays = DispatchGroup()
  private let replays = DispatchQueue(label: "app replay")
  private let marks = DispatchQueue(label: "app wrong swipes")

  /// - Parameters:
  ///   - daemon: the path of the daemon's socket.
  ///   - deck: the folder to sort; nil for none.
  ///   - pictures: decodes pictures.
  ///   - wrongSwipes: where swipes are kept that are marked as wrong; nil if no folder is known.
  ///   - config: the configuration file; nil for the user's own.
  ///   - environment: where the user's own file is looked up.
  ///   - service: answers what pages ask about the machine and the service.
  ///   - cameras: answers what they ask about cameras.
  package init(
    daemon: String, deck: DeckStore?, pictures: Pictures, wrongSwipes: WrongSwipes?, config: String?, environment: [String: String],
    service: ServiceRequests, cameras: CameraRequests
  ) {
    (self.daemon, self.deck, self.pictures, self.wrongSwipes) = (daemon, deck, pictures, wrongSwipes)
    (self.service, self.cameras) = (service, cameras)
    settings = SettingsRequests(config: config, environment: environment, daemon: daemon)
  }

  /// The first message to a page.
  func welcome() -> [UInt8] {
    let welcome = Welcome(version: Version.current, monotonicNs: monotonicNs(), unixMs: unixMs(), deck: deck?.state)
    return PageMessage(method: "welcome", params: welcome).text
  }

  /// Carries out a request, on other threads than the server's if it takes time.
  func reply(to route: Route, _ body: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Reply> {
    switch route {
    case .asset(let path):
      let reply = PageFile.at(path).map { Reply(status: .ok, type: $0.type, body: $0.bytes()) }
      return loop.makeSucceededFuture(reply ?? .notFound)
    // Those that open a WebSocket or exchange a token do not come here.
    case .socket, .key: return loop.makeSucceededFuture(.upgradeRequired)
    case .card(let index):
      guard let deck, index < deck.count else { return loop.makeSucceededFuture(.notFound) }
      return pictures.carryOut(.thumbnail, on: loop) { deck.picture(of: index) }
    case .choice(let index):
      guard let deck, index < deck.count else { return loop.makeSucceededFuture(.notFound) }
      return deck.decide(index, body, on: loop)
    case .pictures: return pictures.carryOut(.people, on: loop) { .success(Array(body.readableBytesView)) }
    case .replay: return replay(body, on: loop)
    case .wrong: return markWrong(on: loop)
    case .settings: return settings.form(on: loop)
    case .changeSettings: return settings.change(body, on: loop)
    case .cameras: return cameras.list(on: loop)
    case .cameraPicture: return cameras.picture(body, on: loop)
    case .doctor: return service.findings(on: loop)
    case .service: return service.state(on: loop)
    case .changeService: return service.change(body, on: loop)
    }
  }

  /// Ends what answers later, and waits for it.
  func stop() {
    cameras.stop()
    relays.wait()
  }

  /// Prepares a calibration of a profile; nil for the one that a calibration in the terminal would take.
  func makeCalibration(_ profile: String?) throws -> PageCalibration {
    let change = try settings.calibrationChange(of: profile)
    let wrong = WrongSwipe.all(in: wrongSwipes) { _ in }
    return PageCalibration(profile: change.profile, settings: try change.profileSettings, wrongSwipes: wrong)
  }

  /// Does what `swipectl wrong` does, and replies with its lines.
  private func markWrong(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    marks.reply(on: loop) { [daemon, wrongSwipes] in
      do {
        guard let wrongSwipes else { throw UserError.noFolderForWrongSwipes }
        return .json(["lines": try wrongSwipes.keepLast(of: daemon).lines])
      } catch {
        return .error(.serviceUnavailable, "\(UserError(error))")
      }
    }
  }

  private func replay(_ body: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Reply> {
    // One at a time, since each needs many times the memory of its body.
    replays.reply(on: loop) { .json(try Replay(body.readableBytesView)) }
  }
}
