import Calibration
import Dispatch
import EventProtocol
import NIOCore
import NIOHTTP1
import Page
import Platform
import Reports
import Traces
import UserErrors
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
  private let cameras: CameraRequests
  /// What is at each address, by its method and path; see ``route(_:path:)`` for cards and files.
  private let routes: [String: Route]
  /// The threads that pass lines to pages.
  package let relays = DispatchGroup()

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
    let settings = SettingsRequests(config: config, environment: environment, daemon: daemon)
    (self.daemon, self.deck, self.pictures, self.wrongSwipes) = (daemon, deck, pictures, wrongSwipes)
    (self.settings, self.cameras) = (settings, cameras)
    let (replays, marks) = (DispatchQueue(label: "app replay"), DispatchQueue(label: "app wrong swipes"))
    routes = [
      "POST /key": Route(.key, isPublic: true),
      "GET /socket": Route(.socket),
      "POST /pictures": Route(.upload) { body, loop in pictures.carryOut(.people, on: loop) { .success(Array(body.readableBytesView)) } },
      // One at a time, since each needs many times the memory of its body.
      "POST /replay": Route(.upload) { body, loop in replays.reply(on: loop) { .json(try Replay(body.readableBytesView)) } },
      "POST /wrong": Route { _, loop in marks.reply(on: loop) { Self.markWrong(daemon, wrongSwipes) } },
      "GET /settings": Route { _, loop in settings.form(on: loop) },
      "POST /settings": Route(.settings) { settings.change($0, on: $1) },
      "GET /cameras": Route { _, loop in cameras.list(on: loop) },
      "POST /camera-picture": Route { cameras.picture($0, on: $1) },
      "GET /doctor": Route { _, loop in service.findings(on: loop) },
      "GET /service": Route { _, loop in service.state(on: loop) },
      "POST /service": Route { service.change($0, on: $1) },
    ]
  }

  /// The first message to a page.
  func welcome() -> [UInt8] {
    let welcome = Welcome(version: Version.current, monotonicNs: monotonicNs(), unixMs: unixMs(), deck: deck?.state)
    return PageMessage(method: "welcome", params: welcome).text
  }

  /// - Returns: nil for a path that there is not, or not with this method. Paths are compared as they are: none leads to the file system.
  func route(_ method: HTTPMethod, path: String) -> Route? {
    if let route = routes["\(method.rawValue) \(path)"] { return route }
    let card = path.hasPrefix(Self.deckPath) ? Self.index(path.dropFirst(Self.deckPath.count)) : nil
    switch (method, card) {
    case (.GET, let card?), (.PUT, let card?):
      guard let deck, card < deck.count else { return Route { _, loop in loop.makeSucceededFuture(.notFound) } }
      if method == .PUT { return Route { deck.decide(card, $0, on: $1) } }
      return Route { [pictures] _, loop in pictures.carryOut(.thumbnail, on: loop) { deck.picture(of: card) } }
    case (.GET, nil):
      return Route(.request { _, loop in loop.makeSucceededFuture(Self.asset(path)) }, isPublic: true)
    default: return nil
    }
  }

  private static func asset(_ path: String) -> Reply {
    PageFile.at(path).map { Reply(status: .ok, type: $0.type, body: $0.bytes()) } ?? .notFound
  }

  private static let deckPath = "/deck/"

  /// An index as a page writes it: digits alone.
  private static func index(_ text: some StringProtocol) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text)
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
  private static func markWrong(_ daemon: String, _ wrongSwipes: WrongSwipes?) -> Reply {
    do {
      guard let wrongSwipes else { throw UserError.noFolderForWrongSwipes }
      return .json(["lines": try wrongSwipes.keepLast(of: daemon).lines])
    } catch {
      return .error(.serviceUnavailable, "\(UserError(error))")
    }
  }
}
