import Dispatch
import EventProtocol
import EventSocket
import Platform
import Synchronization
import Web

/// Where the events of all pages come from.
final class PageSource: Sendable {
  let daemon: String
  /// The age at which a swipe is not sent any more, in ns.
  let patienceNs: UInt64
  /// The threads that pass events to pages.
  let feeds = DispatchGroup()
  private let report: @Sendable (String) -> Void
  /// What was reported since the last connection.
  private let reported = Mutex<String?>(nil)

  /// - Parameters:
  ///   - daemon: the path of the daemon's socket.
  ///   - report: called with a line for the person.
  init(daemon: String, patienceNs: UInt64, report: @escaping @Sendable (String) -> Void) {
    (self.daemon, self.patienceNs, self.report) = (daemon, patienceNs, report)
  }

  func connected() { reported.withLock { $0 = nil } }

  /// Reports why there is no daemon, once for all pages.
  func lost(_ error: SocketError) {
    let isNew = reported.withLock { reported in
      defer { reported = "\(error)" }
      return reported != "\(error)"
    }
    if isNew { report("\(error)") }
  }

  func pageWasSlow() { report("a page has not read what it was sent; its connection is closed") }
}

/// Passes the daemon's events on to one page.
///
/// What the daemon keeps for a slow page is too old when the page reads again: such a swipe is not sent.
struct PageFeed: DaemonReader {
  let source: PageSource
  let topics: Set<Topic>
  let page: PageWriter

  func makeClient() -> ReconnectingClient { ReconnectingClient(path: source.daemon, topics: topics) }

  func take(_ line: [UInt8], _ event: Event?) throws {
    guard let event else { return }
    if case .hello = event {
      source.connected()
      return try page.send(.daemon(isConnected: true))
    }
    // The daemon sends the first status to everybody.
    guard event.topic.map(topics.contains) ?? true, let message = PageEvent(line: line, event) else { return }
    if case .gesture(let gesture) = event, isOld(gesture.emittedNs) { return try page.send(.droppedSwipe) }
    try page.send(message)
  }

  func lose(_ error: SocketError) throws {
    source.lost(error)
    // Pages need not know where the socket is.
    try page.send(.daemon(isConnected: false))
  }

  /// Nothing is asked of it.
  func wake(_ client: inout ReconnectingClient) {}

  private func isOld(_ ns: UInt64) -> Bool {
    let now = monotonicNs()
    return now > ns && now - ns > source.patienceNs
  }
}
