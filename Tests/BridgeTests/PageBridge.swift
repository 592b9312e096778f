import Bridge
import EventProtocol
import EventSocket
import Foundation
import Glibc
import Platform
import Synchronization
import TestWeb
import Testing

/// A bridge to web pages in this process.
final class PageBridge {
  static let origin = "https://slides.example"

  let port: Int
  private let bridge: WebBridge
  private let reported = Reported()

  private final class Reported: Sendable {
    let lines = Mutex<[String]>([])
  }

  /// - Parameters:
  ///   - token: what each request must have.
  ///   - topics: what is sent beside the usual topics.
  init(
    daemon: String = "/nowhere/swiped.sock", token: String? = nil, topics: Set<Topic> = [], _ change: (inout PageLimits) -> Void = { _ in }
  ) throws {
    var limits = PageLimits()
    change(&limits)
    var access = PageAccess(origins: [try PageOrigin(Self.origin), try PageOrigin("http://localhost:8000")], token: token)
    access.topics.formUnion(topics)
    bridge = WebBridge(access, limits, daemon: daemon) { [reported] line in reported.lines.withLock { $0.append(line) } }
    port = try #require(Int(try bridge.start(port: 0).dropFirst("http://127.0.0.1:".count)))
  }

  deinit { bridge.stop() }

  /// What it has reported to the person.
  var reports: [String] { reported.lines.withLock { $0 } }

  /// The head of a request as a page sends it.
  ///
  /// - Parameter headers: replace those of the same name; nil removes one.
  func head(_ path: String, _ headers: [String: String?] = [:], method: String = "GET", version: String = "1.1") -> String {
    let usual: [String: String?] = ["Host": "127.0.0.1:\(port)", "Origin": Self.origin]
    let fields = usual.merging(headers) { $1 }.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.sorted()
    return "\(method) \(path) HTTP/\(version)\r\n\(fields.joined())\r\n"
  }

  /// The response to a request on a connection of its own.
  func answer(_ path: String, _ headers: [String: String?] = [:], method: String = "GET") throws -> Answer {
    let client = try WebClient(port)
    client.send(head(path, headers, method: method))
    return try client.answer()
  }

  /// A page that gets events, which follow.
  func events(_ path: String = "/events", _ headers: [String: String?] = [:], receiveBuffer: Int32? = nil) throws -> WebClient {
    let client = try WebClient(port, receiveBuffer: receiveBuffer)
    client.send(head(path, headers))
    let answer = try client.answer()
    try #require(answer.status == 200)
    #expect(answer.header("content-type") == "text/event-stream")
    #expect(answer.header("x-accel-buffering") == "no")
    #expect(answer.header("access-control-allow-origin") == Self.origin)
    #expect(try client.block() == "retry: 2000\n\n")
    return client
  }

  /// What a browser sends to open a WebSocket.
  static let upgrade: [String: String?] = [
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  ]

  /// A page that gets notifications over a WebSocket.
  func socket(_ path: String = "/socket") throws -> PageClient {
    let client = try WebClient(port)
    client.send(head(path, Self.upgrade))
    try #require(try client.answer().status == 101)
    return PageClient(client)
  }
}

/// Creates a daemon's socket in this process.
func makeDaemon(_ path: String) -> EventServer {
  let status = Status(state: .running, keys: .ready, source: "synthetic", precision: "f32", pid: getpid())
  return EventServer(path: path, hello: Hello(pid: getpid()), status: { status }, control: { _ in .success(status) })
}

/// Runs a test beside a daemon.
func withDaemon(_ body: @escaping @Sendable (EventServer) throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let daemon = makeDaemon(folder.appendingPathComponent("s.sock").path)
  try await daemon.start()
  do {
    try await blocking { try body(daemon) }
  } catch {
    await daemon.stop()
    throw error
  }
  await daemon.stop()
}

/// Carries out asynchronous work, and waits for it on a thread of a test.
func finish(_ work: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task {
    await work()
    done.signal()
  }
  done.wait()
}

extension Event {
  /// - Parameter ns: when the swipe was made, in ns of CLOCK_MONOTONIC.
  static func swipe(_ number: Int, ns: UInt64 = monotonicNs()) -> Event {
    .gesture(
      GestureEvent(
        seq: number, gesture: .thumbUp, distance: -80, chirality: .right, confidence: 0.9, frame: number, capturedNs: ns,
        emittedNs: ns))
  }

  /// The parameters as JSON, as they are on the socket.
  func params(_ name: String) -> String {
    let start = #"{"jsonrpc":"2.0","method":"\#(name)","params":"#
    return String(String(decoding: line, as: UTF8.self).dropFirst(start.count).dropLast("}\n".count))
  }
}
