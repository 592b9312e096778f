import Dispatch
import EventProtocol
import NIOCore
import NIOHTTP1
import Page
import Platform
import Traces
import UserErrors
import Web

/// What the server of the app serves.
package struct AppContent: Sendable {
  /// The path of the daemon's socket.
  let daemon: String
  /// That of a page which has begun none; each has a copy.
  let calibration: CalibrationRequests
  private let keepsAddress: Bool
  let command: ShellCommand
  private let deck: DeckRequests
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
  ///   - applications: answers what they ask about applications.
  ///   - keepsAddress: whether the next server has the same address, if it is free.
  ///   - command: the command that starts this server again.
  package init(
    daemon: String, deck: DeckStore?, pictures: Pictures, wrongSwipes: WrongSwipes?, config: String?, environment: [String: String],
    service: ServiceRequests, cameras: CameraRequests, applications: ApplicationRequests,
    keepsAddress: Bool = false, command: ShellCommand = "swipectl open"
  ) {
    let settings = SettingsRequests(config: config, environment: environment, daemon: daemon)
    let marks = WrongSwipeRequests(daemon: daemon, wrongSwipes)
    let replays = DispatchQueue(label: "app replay")
    calibration = CalibrationRequests(config: config, environment: environment, wrongSwipes)
    (self.daemon, self.deck, self.cameras) = (daemon, DeckRequests(deck: deck, pictures: pictures), cameras)
    (self.keepsAddress, self.command) = (keepsAddress, command)
    routes = [
      "POST /key": Route(.key, isPublic: true),
      "GET /socket": Route(.socket),
      "POST /pictures": Route(.upload) { body, loop in pictures.carryOut(.people, on: loop) { .success(Array(body.readableBytesView)) } },
      // One at a time, since each needs many times the memory of its body.
      "POST /replay": Route(.upload) { body, loop in replays.reply(on: loop) { .json(try Replay(body.readableBytesView)) } },
      "POST /wrong": Route { _, loop in marks.keepLast(on: loop) },
      "GET /settings": Route { _, loop in settings.form(on: loop) },
      "POST /settings": Route(.settings) { settings.change($0, on: $1) },
      "GET /apps": Route { _, loop in applications.list(on: loop) },
      "POST /apps/front": Route { _, loop in applications.front(on: loop) },
      "GET /cameras": Route { _, loop in cameras.list(on: loop) },
      "POST /camera-picture": Route { cameras.picture($0, on: $1) },
      "GET /doctor": Route { _, loop in service.findings(on: loop) },
      "GET /service": Route { _, loop in service.state(on: loop) },
      "POST /service": Route { service.change($0, on: $1) },
      "POST /allow-keys": Route { _, loop in service.allowKeys(on: loop) },
    ]
  }

  /// The first message to a page.
  func welcome() -> [UInt8] {
    let welcome = Welcome(
      version: Version.current, monotonicNs: monotonicNs(), unixMs: Double(unixNs()) / 1e6, keepsAddress: keepsAddress,
      command: command.description, deck: deck.deck?.state)
    return PageMessage(method: "welcome", params: welcome).text
  }

  /// - Returns: nil for a path that there is not, or not with this method. Paths are compared as they are: none leads to the file system.
  func route(_ method: HTTPMethod, path: String) -> Route? {
    if let route = routes["\(method.rawValue) \(path)"] { return route }
    if let route = deck.route(method, path: path) { return route }
    guard method == .GET else { return nil }
    return Route(.request { _, loop in loop.makeSucceededFuture(Self.asset(path)) }, isPublic: true)
  }

  private static func asset(_ path: String) -> Reply {
    PageFile.at(path).map { Reply(status: .ok, type: $0.type, body: $0.bytes()) } ?? .notFound
  }

  /// Ends what answers later, and waits for it.
  func stop() {
    cameras.stop()
    relays.wait()
  }
}
