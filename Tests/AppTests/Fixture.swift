import App
import Camera
import Foundation
import Glibc
import SystemPackage
import TestWeb
import Testing
import Traces

/// A folder for one test, removed after it.
final class Scratch: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/swiped-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  /// A path within it.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file, in folders that are made for it.
  func write(_ name: String, _ content: some Sequence<UInt8>) throws {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content).write(to: url)
  }

  func text(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A server in this process, and the browser that has opened it.
final class AppFixture {
  let port: Int
  /// The address with the token.
  let address: String
  /// Signaled when the last page has closed for long enough.
  let ended = DispatchSemaphore(value: 0)
  /// The key that a page got for the token.
  private(set) var key = ""
  private var server: AppServer?
  /// Its folder is free for another one when it is gone.
  private weak var deck: DeckStore?
  private let pictures: Pictures

  /// - Parameters:
  ///   - daemon: the path of the daemon's socket.
  ///   - deck: the folder to sort.
  ///   - pictures: decodes pictures.
  ///   - config: the configuration file.
  ///   - service: answers what pages ask about the service.
  ///   - cameras: answers what they ask about cameras.
  ///   - applications: answers what they ask about applications.
  ///   - preferred: the port to take if it is free.
  ///   - isOpened: whether the token is exchanged for the key.
  convenience init(
    _ limits: AppLimits = AppLimits(), daemon: String = "/nowhere/swiped.sock", deck: String? = nil,
    pictures: Pictures = Pictures(command: ["false"]), config: String? = nil,
    service: ServiceRequests = ServiceRequests(config: nil, socket: nil), cameras: CameraRequests = CameraRequests(CameraSystems()),
    applications: ApplicationRequests = ApplicationRequests(config: nil, environment: [:]), preferring preferred: Int? = nil,
    isOpened: Bool = true
  ) throws {
    try self.init(
      limits, daemon: daemon, deckPath: deck.map { FilePath($0) }, pictures: pictures, config: config, service: service,
      cameras: cameras, applications: applications, preferring: preferred, isOpened: isOpened)
  }

  /// - Parameter deckPath: of a folder whose name need not be UTF-8.
  init(
    _ limits: AppLimits = AppLimits(), daemon: String = "/nowhere/swiped.sock", deckPath: FilePath?,
    pictures: Pictures = Pictures(command: ["false"]), wrongSwipes: WrongSwipes? = nil, config: String? = nil,
    service: ServiceRequests = ServiceRequests(config: nil, socket: nil), cameras: CameraRequests = CameraRequests(CameraSystems()),
    applications: ApplicationRequests = ApplicationRequests(config: nil, environment: [:]), preferring preferred: Int? = nil,
    isOpened: Bool = true
  ) throws {
    let ended = ended
    let deck = try deckPath.map { try DeckStore(folder: $0) }
    self.pictures = pictures
    self.deck = deck
    let content = AppContent(
      daemon: daemon, deck: deck, pictures: pictures, wrongSwipes: wrongSwipes, config: config, environment: [:],
      service: service, cameras: cameras, applications: applications)
    let server = AppServer(limits, content) { _ in ended.signal() }
    self.server = server
    address = try server.start(port: 0, preferring: preferred)
    port = try #require(Int(address.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }))
    if isOpened { try open() }
  }

  /// Exchanges the token for the key.
  func open() throws {
    key = try #require(try exchange(token).json([String: String].self)["key"])
  }

  /// The response to a page that shows a token, or a key.
  func exchange(_ secret: String) throws -> Answer { try send("POST", "/key", ["Authorization": "Bearer \(secret)"]) }

  /// Has the server send addresses to further starts.
  func admitStarts(at path: String) throws { try server?.admitStarts(at: path) }

  /// Ends the server.
  func stop() {
    // First, since its results go to the server's thread.
    pictures.stop()
    server?.stop()
    server = nil
  }

  deinit {
    stop()
    while deck != nil { sched_yield() }
  }

  var authority: String { "127.0.0.1:\(port)" }
  var origin: String { "http://\(authority)" }
  /// The token of the address.
  var token: String { String(address.dropFirst("\(origin)/?token=".count)) }

  /// Sends a request as a page of the server does, on a connection of its own.
  ///
  /// - Parameter headers: replace those of the same name; nil removes one.
  func send(_ method: String, _ path: String, _ headers: [String: String?] = [:], body: [UInt8] = []) throws -> Answer {
    let client = try WebClient(port)
    client.send(head(method, path, ["Content-Length": body.isEmpty && method == "GET" ? nil : "\(body.count)"].merging(headers) { $1 }))
    client.send(body)
    return try client.answer()
  }

  func get(_ path: String, _ headers: [String: String?] = [:]) throws -> Answer { try send("GET", path, headers) }

  /// The head of a request as a page of the server sends it.
  func head(_ method: String, _ path: String, _ headers: [String: String?] = [:]) -> String {
    let usual: [String: String?] = [
      "Host": authority, "Origin": method == "GET" ? nil : origin, "Authorization": key.isEmpty ? nil : "Bearer \(key)",
    ]
    let fields = usual.merging(headers) { $1 }.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.sorted()
    return "\(method) \(path) HTTP/1.1\r\n\(fields.joined())\r\n"
  }
}

extension AppLimits {
  /// The standard limits with some changed.
  init(_ change: (inout AppLimits) -> Void) {
    self.init()
    change(&self)
  }
}

extension PageClient {
  /// - Parameter headers: replace those of the same name; nil removes one.
  convenience init(_ app: AppFixture, _ headers: [String: String?] = [:]) throws {
    let client = try WebClient(app.port)
    try #require(try Self.answer(client, app, headers).status == 101)
    self.init(client)
  }

  /// The response to a request for a WebSocket.
  static func answer(_ app: AppFixture, _ headers: [String: String?]) throws -> Answer {
    try answer(WebClient(app.port), app, headers)
  }

  private static func answer(_ client: WebClient, _ app: AppFixture, _ headers: [String: String?]) throws -> Answer {
    let upgrade: [String: String?] = [
      "Origin": app.origin, "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "swiped, \(app.key)",
      // A page can set no header here.
      "Authorization": nil,
    ]
    client.send(app.head("GET", "/socket", upgrade.merging(headers) { $1 }))
    return try client.answer()
  }
}
