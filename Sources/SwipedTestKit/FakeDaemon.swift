import EventProtocol
import EventSocket
import Gestures
import Glibc
import Platform
import Synchronization

/// A daemon without a camera, for the tests of a client. It serves a socket of its own as swiped does, and the test says what happens:
///
///     try await FakeDaemon.run { daemon in
///       var events = try SwipedClient(path: daemon.path, topics: [.swipe]).makeAsyncIterator()
///       guard case .connected? = try await events.next(), case .event(.status)? = try await events.next() else { return }
///       daemon.swipe(.right)
///       // … the client's next event is a swipe to the right
///     }
///
/// It obeys ``EventProtocol/Control``: it pauses, resumes and selects one of ``EventProtocol/Status/profiles``, says so in its status, and
/// keeps what it was asked in ``controls``. It can be used from any thread.
public final class FakeDaemon: Sendable {
  private struct State {
    var status: Status
    var controls: [Control] = []
    var refusal: RPCError?
    var last = 0
    var demands = ClientDemands()
  }

  /// For programs: in an environment with this XDG_RUNTIME_DIR, they find the daemon by themselves.
  public let runtimeDirectory: String
  /// The path of the socket.
  public let path: String
  private let state: Mutex<State>
  private let server: Mutex<EventServer?> = Mutex(nil)

  /// The state that a daemon with a camera and a keyboard is in: running, and ready to press keys.
  public static var runningStatus: Status {
    Status(state: .running, keys: .ready, source: "auto", precision: "f32", pid: getpid()) {
      ($0.profile, $0.profiles) = ("daily", ["daily", "plain"])
    }
  }

  /// Starts a daemon, and stops it when the body ends; its socket is gone then.
  ///
  /// - Parameters:
  ///   - status: what it says about itself.
  ///   - body: the test.
  /// - Throws: ``EventSocket/SocketError`` if the socket cannot be created in the folder for temporary files, and what the body throws.
  public static func run<Result: Sendable>(
    status: Status = runningStatus, _ body: (FakeDaemon) async throws -> Result
  ) async throws -> Result {
    let daemon = try FakeDaemon(status)
    defer { daemon.removeFolder() }
    let server = daemon.makeServer()
    daemon.server.withLock { $0 = server }
    try await server.start()
    do {
      let result = try await body(daemon)
      await server.stop()
      return result
    } catch {
      await server.stop()
      throw error
    }
  }

  private init(_ status: Status) throws(SocketError) {
    var template = Array("/tmp/swiped-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SocketError(.unavailable, "cannot create a folder in /tmp: \(String(cString: strerror(errno)))")
    }
    runtimeDirectory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = runtimeDirectory + "/swiped/swiped.sock"
    state = Mutex(State(status: status))
  }

  private func removeFolder() {
    rmdir(runtimeDirectory + "/swiped")
    rmdir(runtimeDirectory)
  }

  private func makeServer() -> EventServer {
    EventServer(
      path: path, hello: Hello(pid: getpid()), status: { self.status }, control: { self.obey($0) },
      demands: { demands in self.state.withLock { $0.demands = demands } })
  }

  /// What it says about itself. A new value is sent to the subscribers of `status`.
  public var status: Status {
    get { state.withLock { $0.status } }
    set {
      state.withLock { $0.status = newValue }
      send(.status(newValue))
    }
  }

  /// What it was asked to do, oldest first.
  public var controls: [Control] { state.withLock { $0.controls } }

  /// Whether a client suspends keys.
  public var suspendsKeys: Bool { state.withLock { $0.demands.suspendsKeys } }

  /// The error that it answers each control request with; nil, as at first, lets it obey.
  public var refusal: RPCError? {
    get { state.withLock { $0.refusal } }
    set { state.withLock { $0.refusal = newValue } }
  }

  /// Waits until a connection is subscribed to a topic, or the task is canceled. What is sent before is lost for it.
  ///
  /// - Parameter topic: one that the connection has asked for; to swipes, it is subscribed from its start.
  public func waitForSubscriber(to topic: Topic = .swipe) async {
    while server.withLock({ $0 })?.hasSubscribers(to: topic) != true, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
  }

  /// Sends a swipe, with the next number, and counts it in the status.
  ///
  /// - Parameter capturedNs: when its frame was captured, in ns of CLOCK_MONOTONIC; nil for now.
  public func swipe(_ direction: SwipeDirection, capturedNs: UInt64? = nil) {
    guard let gesture = Gesture(named: direction.rawValue) else { return }
    let seq = state.withLock { state in
      state.last += 1
      state.status.swipes[gesture] += 1
      return state.last
    }
    let now = monotonicNs()
    send(
      .gesture(
        GestureEvent(
          seq: seq, gesture: gesture, distance: direction == .left ? 80 : -80, chirality: .right, confidence: 0.99, frame: seq,
          capturedNs: capturedNs ?? now, emittedNs: now)))
  }

  /// Sends any event to the subscribers of its topic.
  public func send(_ event: Event) { server.withLock { $0 }?.publish(event) }

  private func obey(_ control: Control) -> Result<Status, RPCError> {
    let result = state.withLock { state -> Result<Status, RPCError> in
      state.controls.append(control)
      if let refusal = state.refusal { return .failure(refusal) }
      switch control {
      case .pause: state.status.state = .paused
      case .resume: state.status.state = .running
      case .toggle: state.status.state = state.status.state == .paused ? .running : .paused
      case .setProfile(let name):
        let names = state.status.profiles ?? []
        guard names.contains(name) else { return .failure(.unknownProfile(name, names: names)) }
        state.status.profile = name
      case .reload, .suspendKeys, .resumeKeys, .inhibit: break
      }
      return .success(state.status)
    }
    if case .success(let status) = result { send(.status(status)) }
    return result
  }
}
