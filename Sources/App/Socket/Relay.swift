import Dispatch
import EventProtocol
import EventSocket
import Platform
import Product
import Synchronization

/// A connection to the daemon for one page, on a thread of its own. It is made again when it breaks.
///
/// A line is read only when the page has taken the one before. Therefore a page that is slow has the frames dropped that the daemon drops
/// for every slow subscriber, and no queue grows here.
final class Relay: Sendable {
  private struct State {
    var hasStopped = false
    var requests: [Request] = []
  }

  /// A request of the page. Each gets one response.
  enum Request: Equatable {
    /// A line for the daemon, with its newline. The daemon responds.
    case forward([UInt8])
    /// Begins a calibration on the frames that the page gets, in place of one that has begun already. The profile is nil for the one that a
    /// calibration in the terminal would take.
    case calibrate(RequestID, profile: String?)
    /// Ends the calibration, if there is one.
    case cancelCalibration(RequestID)
  }

  /// The time until another attempt after an error that lasts.
  private static let patienceNs: UInt64 = 5_000_000_000
  /// Most requests that wait.
  private static let requestLimit = 64

  private let state = Mutex(State())
  private let wakeup: Wakeup
  private let page: PageChannel
  private let makeCalibration: @Sendable (_ profile: String?) throws -> PageCalibration

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - group: which the thread leaves at its end.
  ///   - calibration: prepares a calibration of a profile, or of the usual one.
  init(
    daemon: String, to page: PageChannel, in group: DispatchGroup,
    calibration: @escaping @Sendable (_ profile: String?) throws -> PageCalibration
  ) throws {
    wakeup = try Wakeup()
    self.page = page
    makeCalibration = calibration
    group.enter()
    do {
      try OwnedThread(name: "page") { [self] in
        run(daemon)
        group.leave()
      }.detach()
    } catch {
      group.leave()
      throw error
    }
  }

  /// Carries out a request of the page, after those before it.
  ///
  /// - Returns: false if too many are waiting.
  func take(_ request: Request) -> Bool {
    let isAccepted = state.withLock { state in
      guard state.requests.count < Self.requestLimit else { return false }
      state.requests.append(request)
      return true
    }
    wakeup.signal()
    return isAccepted
  }

  /// Ends the thread, without waiting for it.
  func stop() {
    state.withLock { $0.hasStopped = true }
    wakeup.signal()
  }

  private func run(_ path: String) {
    // A page without its relay would wait for ever; one without a connection makes another.
    defer { page.close() }
    var client = ReconnectingClient(relaying: path)
    var calibration: PageCalibration?
    while !state.withLock({ $0.hasStopped }) {
      do {
        switch try client.next(or: .signaled(wakeup)) {
        case .line(let line, _):
          try page.send(line)
          try advance(&calibration, line)
        case .lost(let error):
          calibration = nil
          try report(error)
        case .interrupted:
          try carryOut(takeRequests(), &client, &calibration)
        }
      } catch let error as SocketError {
        // Another attempt would not change it soon, such as a socket of another user.
        calibration = nil
        do {
          try report(error)
          try refuseRequests(untilNs: monotonicNs() + Self.patienceNs)
        } catch { return }
        client = ReconnectingClient(relaying: path)
      } catch {
        // The page has gone.
        return
      }
    }
  }

  /// Shows a frame to the calibration, and tells the page what it has to say.
  private func advance(_ calibration: inout PageCalibration?, _ line: [UInt8]) throws {
    guard let progress = calibration?.take(line) else { return }
    try page.send(PageMessage(method: "calibration", params: progress).text)
    if calibration?.isComplete == true, let proposal = calibration?.proposal() {
      try page.send(PageMessage(method: "proposal", params: proposal).text)
      calibration = nil
    } else if progress.isOver {
      calibration = nil
    }
  }

  private func carryOut(_ requests: [Request], _ client: inout ReconnectingClient, _ calibration: inout PageCalibration?) throws {
    let last = requests.lastIndex { if case .forward = $0 { false } else { true } }
    for (index, request) in requests.enumerated() {
      switch request {
      case .forward(let line):
        do { if try !client.send(line: line) { try refuse(request) } } catch let error as SocketError {
          for left in requests[index...] { try refuse(left) }
          throw error
        }
      case .calibrate(let id, _) where index != last:
        // Each takes up to seconds to prepare.
        try refuse(id, "another request about the calibration has followed; send it again if it is still wanted")
      case .calibrate(let id, let profile):
        calibration = nil
        let new: PageCalibration
        do { new = try makeCalibration(profile) } catch {
          try refuse(id, UserError(error).lines.joined(separator: "; "))
          continue
        }
        try page.send(PageResponse(id: id, result: new.beginning).text)
        calibration = new
      case .cancelCalibration(let id):
        calibration = nil
        try page.send(PageResponse(id: id, result: [String: String]()).text)
      }
    }
  }

  private func report(_ error: SocketError) throws {
    try page.send(PageMessage(method: "connection", params: ConnectionLoss(reason: "\(error)")).text)
  }

  /// Answers the requests of a time without a connection.
  private func refuseRequests(untilNs: UInt64) throws {
    while !state.withLock({ $0.hasStopped }) {
      let now = monotonicNs()
      guard now < untilNs else { return }
      wakeup.wait(milliseconds: Int32((untilNs - now) / 1_000_000 + 1))
      for request in takeRequests() { try refuse(request) }
    }
  }

  /// Answers a request that the daemon would have to respond to, or send frames for.
  private func refuse(_ request: Request) throws {
    let reason = "swiped is not connected; send it again after hello"
    switch request {
    case .forward(let line): try page.send(PageRequest.unavailable(line, reason).dropLast())
    case .calibrate(let id, _), .cancelCalibration(let id): try refuse(id, reason)
    }
  }

  private func refuse(_ id: RequestID, _ reason: String) throws {
    try page.send(Response(id: id, result: .failure(.unavailable(reason))).line.dropLast())
  }

  private func takeRequests() -> [Request] {
    wakeup.reset()
    return state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }
}
