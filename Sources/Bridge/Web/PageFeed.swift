import Dispatch
import EventProtocol
import EventSocket
import Platform
import Synchronization

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

/// A connection to the daemon for one page, on a thread of its own. It is made again when it breaks.
///
/// A line is read only when the page has taken the one before, so that no queue grows here. What the daemon keeps for a slow page is too
/// old when the page reads again: such a swipe is not sent.
final class PageFeed: Sendable {
  /// The time until another attempt after an error that lasts, in ms.
  private static let patience: Int32 = 5000

  private let source: PageSource
  private let topics: Set<Topic>
  private let page: PageWriter
  private let hasStopped = Mutex(false)
  private let wakeup: Wakeup

  /// Starts the thread.
  init(_ source: PageSource, _ topics: Set<Topic>, to page: PageWriter) throws {
    (self.source, self.topics, self.page) = (source, topics, page)
    wakeup = try Wakeup()
    source.feeds.enter()
    do {
      try OwnedThread(name: "page") { [self] in
        run()
        self.source.feeds.leave()
      }.detach()
    } catch {
      source.feeds.leave()
      throw error
    }
  }

  /// Ends the thread, without waiting for it.
  func stop() {
    hasStopped.withLock { $0 = true }
    wakeup.signal()
  }

  private func run() {
    var client = ReconnectingClient(path: source.daemon, topics: topics)
    while !hasStopped.withLock({ $0 }) {
      do {
        switch try client.next(or: .signaled(wakeup)) {
        case .line(let line, let event): try pass(line, event)
        case .lost(let error): try report(error)
        // What was signaled is the end.
        case .interrupted: wakeup.reset()
        }
      } catch let error as SocketError {
        // Another attempt would not change it soon, such as a socket of another user.
        do { try report(error) } catch { return }
        wakeup.wait(milliseconds: Self.patience)
        client = ReconnectingClient(path: source.daemon, topics: topics)
      } catch {
        // The page has gone.
        return
      }
    }
  }

  private func pass(_ line: [UInt8], _ event: Event?) throws {
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

  private func isOld(_ ns: UInt64) -> Bool {
    let now = monotonicNs()
    return now > ns && now - ns > source.patienceNs
  }

  private func report(_ error: SocketError) throws {
    source.lost(error)
    // Pages need not know where the socket is.
    try page.send(.daemon(isConnected: false))
  }
}
