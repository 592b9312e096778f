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
    /// Lines for the daemon.
    var requests: [[UInt8]] = []
    /// What to do about the calibration.
    var calibration: CalibrationRequest?
  }

  private enum CalibrationRequest {
    case begin(RequestID, profile: String?)
    case cancel(RequestID)
  }

  /// The time until another attempt after an error that lasts.
  private static let patienceNs: UInt64 = 5_000_000_000
  /// Most requests that wait for the daemon.
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

  /// Sends a request of the page to the daemon.
  ///
  /// - Returns: false if too many are waiting.
  func forward(_ line: [UInt8]) -> Bool {
    let isAccepted = state.withLock { state in
      guard state.requests.count < Self.requestLimit else { return false }
      state.requests.append(line)
      return true
    }
    wakeup.signal()
    return isAccepted
  }

  /// Begins a calibration on the frames that the page gets, in place of one that has begun already.
  func calibrate(_ id: RequestID, profile: String?) { request(.begin(id, profile: profile)) }

  /// Ends the calibration, if there is one.
  func cancelCalibration(_ id: RequestID) { request(.cancel(id)) }

  private func request(_ request: CalibrationRequest) {
    state.withLock { $0.calibration = request }
    wakeup.signal()
  }

  /// Ends the thread, without waiting for it.
  func stop() {
    state.withLock { $0.hasStopped = true }
    wakeup.signal()
  }

  private func run(_ path: String) {
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
          try sendRequests(&client)
          try changeCalibration(&calibration)
        }
      } catch let error as SocketError {
        // Another attempt would not change it soon, such as a socket of another user.
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

  private func changeCalibration(_ calibration: inout PageCalibration?) throws {
    switch state.withLock({ $0.calibration.take() }) {
    case .begin(let id, let profile):
      calibration = nil
      do {
        let new = try makeCalibration(profile)
        try page.send(PageResponse(id: id, result: new.beginning).text)
        calibration = new
      } catch let error as any UserFacingError {
        try page.send(Response(id: id, result: .failure(.unavailable(error.userError.lines.joined(separator: "; ")))).line.dropLast())
      }
    case .cancel(let id):
      calibration = nil
      try page.send(PageResponse(id: id, result: [String: String]()).text)
    case nil: break
    }
  }

  private func report(_ error: SocketError) throws {
    try page.send(PageMessage(method: "connection", params: ConnectionLoss(reason: "\(error)")).text)
  }

  private func sendRequests(_ client: inout ReconnectingClient) throws {
    for line in takeRequests() where try !client.send(line: line) { try refuse(line) }
  }

  /// Answers the requests of a time without a connection.
  private func refuseRequests(untilNs: UInt64) throws {
    while !state.withLock({ $0.hasStopped }) {
      let now = monotonicNs()
      guard now < untilNs else { return }
      wakeup.wait(milliseconds: Int32((untilNs - now) / 1_000_000 + 1))
      for line in takeRequests() { try refuse(line) }
    }
  }

  private func refuse(_ line: [UInt8]) throws {
    try page.send(PageRequest.unavailable(line, "swiped is not connected; send it again after hello").dropLast())
  }

  private func takeRequests() -> [[UInt8]] {
    wakeup.reset()
    return state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }
}
