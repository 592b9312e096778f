import EventProtocol
import EventSocket
import NIOCore
import Platform
import Settings
import Synchronization
import UserErrors
import Web

/// Passes the daemon's lines on to one page, and carries out what the page asks for.
struct Relay: DaemonReader {
  /// A request of the page. Each gets one response.
  enum Request: Equatable {
    /// A line for the daemon, with its newline. The daemon responds.
    case forward([UInt8])
    /// Asks what has happened in the last ten seconds.
    case lastEvents(RequestID)
    /// Begins a calibration on the frames that the page gets, in place of one that has begun already. The profile is nil for the one that a
    /// calibration in the terminal would take.
    case calibrate(RequestID, profile: String?)
    /// Ends the calibration, if there is one.
    case cancelCalibration(RequestID)
    /// Sends several frames in one message, or each at once again.
    case gatherFrames(RequestID, Bool)
  }

  /// The path of the daemon's socket.
  private let daemon: String
  private let page: any Channel
  private let requests: RelayRequests
  private var calibration: CalibrationRequests
  private var gathering = FrameGathering()

  /// - Parameters:
  ///   - daemon: the path of the daemon's socket.
  ///   - requests: those of the page.
  ///   - calibration: carries out those about a calibration.
  init(daemon: String, to page: any Channel, _ requests: RelayRequests, calibration: CalibrationRequests) {
    (self.daemon, self.page, self.requests, self.calibration) = (daemon, page, requests, calibration)
  }

  var dueNs: UInt64? { gathering.dueNs }

  func makeClient() -> ReconnectingClient { ReconnectingClient(relaying: daemon) }

  mutating func take(_ line: [UInt8], _: Event?) throws {
    let kind = FrameGathering.Kind(line)
    if let lines = gathering.take(line, kind, atNs: monotonicNs()) { try send(lines) }
    // Only frames need to be decoded.
    guard kind == .frame else { return }
    guard case .frame(let frame)? = try? JSONCoding.decode(Event.self, from: line) else { return }
    // Without a copy of itself, with which each frame would copy what is recorded.
    try calibration.take(frame) { [page] in try page.send(.text, $0).wait() }
  }

  mutating func lose(_ error: SocketError) throws {
    calibration.end()
    gathering.clear()
    try send(PageMessage(method: "connection", params: ConnectionLoss(error)).text)
  }

  mutating func wake(_ client: inout ReconnectingClient) throws {
    if let lines = gathering.takeDue(atNs: monotonicNs()) { try send(lines) }
    let waiting = requests.takeAll()
    let lastCalibration = waiting.lastIndex { $0.isAboutCalibration }
    for (index, request) in waiting.enumerated() {
      guard client.isConnected || !request.needsDaemon else {
        try refuse(request)
        continue
      }
      do {
        try carryOut(request, &client, isLastCalibration: index == lastCalibration)
      } catch let error as SocketError {
        for left in waiting[index...] { try refuse(left) }
        throw error
      }
    }
  }

  private mutating func carryOut(_ request: Request, _ client: inout ReconnectingClient, isLastCalibration: Bool) throws {
    switch request {
    case .forward(let line): if try !client.send(line: line) { try refuse(request) }
    case .lastEvents(let id):
      do { try send(PageResponse(id: id, result: try lastEvents()).text) } catch let error as SocketError {
        try refuse(id, Problem(error))
      }
    case .calibrate(let id, _) where !isLastCalibration:
      // Each takes up to seconds to prepare.
      try refuse(id, Problem(Fact(ErrorCode.requestReplaced), "another request about the calibration has followed"))
    case .calibrate(let id, let profile):
      let beginning: PageCalibration.Beginning
      do { beginning = try calibration.begin(profile) } catch {
        return try refuse(id, Problem(error as? any UserFacingError ?? UserError(error)))
      }
      try send(PageResponse(id: id, result: beginning).text)
    case .cancelCalibration(let id):
      calibration.end()
      try accept(id)
    case .gatherFrames(let id, let isWanted):
      gathering.isWanted = isWanted
      try accept(id)
    }
  }

  /// - Returns: the swipes and misses of the last ten seconds.
  private func lastEvents() throws -> [Event] {
    // The daemon's lines wait meanwhile.
    let deadline = Deadline.short()
    var client = try EventClient.withoutSubscriptions(path: daemon, until: deadline)
    return try client.recentRecording(until: deadline).pieces.flatMap(\.events).filter { $0.topic == .swipe || $0.topic == .miss }
  }

  private func accept(_ id: RequestID) throws { try send(PageResponse(id: id, result: [String: String]()).text) }

  /// Answers a request that the daemon would have to respond to, or send frames for.
  private func refuse(_ request: Request) throws {
    let problem = Problem(Fact(ErrorCode.daemonNotConnected), "swiped is not connected")
    switch request {
    case .forward(let line): try refuse(PageRequest.id(line), problem)
    case .lastEvents(let id), .calibrate(let id, _), .cancelCalibration(let id), .gatherFrames(let id, _): try refuse(id, problem)
    }
  }

  private func refuse(_ id: RequestID, _ problem: Problem) throws { try send(PageRefusal(id: id, problem).text) }

  /// Sends a message, and waits until the system has taken it.
  private func send(_ text: some Collection<UInt8>) throws { try page.send(.text, text).wait() }
}

extension Relay.Request {
  var isAboutCalibration: Bool {
    switch self {
    case .forward, .lastEvents, .gatherFrames: false
    case .calibrate, .cancelCalibration: true
    }
  }

  /// A calibration may wait for frames.
  var needsDaemon: Bool {
    switch self {
    case .forward, .lastEvents: true
    case .calibrate, .cancelCalibration, .gatherFrames: false
    }
  }
}

/// The requests of a page that its relay has not carried out yet.
final class RelayRequests: Sendable {
  /// Most of them.
  private static let limit = 64

  private let waiting = Mutex<[Relay.Request]>([])

  /// - Returns: false if too many are waiting.
  func add(_ request: Relay.Request) -> Bool {
    waiting.withLock { waiting in
      guard waiting.count < Self.limit else { return false }
      waiting.append(request)
      return true
    }
  }

  func takeAll() -> [Relay.Request] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
