import EventProtocol
import EventSocket
import Foundation
import Glibc
import Synchronization
import Testing

/// A directory for one test, removed after it.
final class Scratch: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/swiped-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  /// A path within it.
  func file(_ name: String) -> String { path + "/" + name }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// Lines that were logged.
final class Log: Sendable {
  private let stored = Mutex<[String]>([])
  var lines: [String] { stored.withLock { $0 } }
  func add(_ line: String) { stored.withLock { $0.append(line) } }
}

func someStatus(_ state: Status.State = .running) -> Status {
  Status(state: state, keys: .ready, source: "synthetic", precision: "f32", pid: getpid())
}

func someSwipe(_ seq: Int, capturedNs: UInt64 = 1000) -> GestureEvent {
  GestureEvent(
    seq: seq, gesture: .thumbUp, distance: -83.4, chirality: .left, confidence: 0.98, frame: seq * 10,
    capturedNs: capturedNs, emittedNs: 2000)
}

private let joints =
  ["wrist", "thumbCMC", "thumbMP", "thumbIP", "thumbTip"]
  + ["index", "middle", "ring", "little"].flatMap { finger in ["MCP", "PIP", "DIP", "Tip"].map { finger + $0 } }

/// A frame with a hand: about 1.7 KB.
func someFrame(_ number: Int) -> FrameEvent {
  let point = Hand.Point(x: 123.456, y: 234.567, z: -34.567, confidence: 0.983)
  let hand = Hand(confidence: 0.983, chirality: .right, points: Dictionary(uniqueKeysWithValues: joints.map { ($0, point) }))
  return FrameEvent(frame: number, capturedNs: 1000, width: 640, height: 480, hands: [hand], distance: -83.4, zone: .up, armed: false)
}

/// A control handler that obeys at once.
@Sendable func obey(_ control: Control) async -> Result<Status, RPCError> {
  .success(someStatus(control == .pause ? .paused : .running))
}

func makeServer(
  _ path: String, inherited: Int32? = nil, control: @escaping @Sendable (Control) async -> Result<Status, RPCError> = obey,
  demands: @escaping @Sendable (ClientDemands) -> Void = { _ in }, log: Log = Log()
) -> EventServer {
  EventServer(
    path: path, inherited: inherited, hello: Hello(pid: getpid()), status: { someStatus() }, control: control,
    demands: demands, log: { log.add($0) })
}

/// Runs a test with a server at a new path.
///
/// - Parameter subscribers: called with the number of connections that need the camera, whenever it changes.
func withServer(
  control: @escaping @Sendable (Control) async -> Result<Status, RPCError> = obey,
  subscribers: @escaping @Sendable (Int) -> Void = { _ in }, log: Log = Log(), _ body: (EventServer) async throws -> Void
) async throws {
  let scratch = Scratch()
  let last = Mutex(0)
  let server = makeServer(
    scratch.file("s/swiped.sock"), control: control,
    demands: { demands in
      let isNew = last.withLock { last in
        defer { last = demands.subscribers }
        return last != demands.subscribers
      }
      if isNew { subscribers(demands.subscribers) }
    }, log: log)
  try await server.start()
  do {
    try await body(server)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
  withExtendedLifetime(scratch) {}
}

/// Runs a test with a server that responds to every control request with the same result.
func withServer(answering answer: Result<Status, RPCError>, _ body: (EventServer) async throws -> Void) async throws {
  let control: @Sendable (Control) async -> Result<Status, RPCError> = { _ in answer }
  try await withServer(control: control, body)
}

/// The type and permissions of the file at a path; nil if there is none.
func mode(_ path: String) -> mode_t? {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode : nil
}

/// A new socket that is bound to a path and does not listen.
func boundSocket(_ path: String, type: __socket_type = SOCK_STREAM, flags: __socket_type = __socket_type(0)) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue | flags.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let status = withUnsafeBytes(of: &address) {
    bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
  }
  try #require(status == 0)
  return descriptor
}
