import Dispatch
import EventProtocol
import EventSocket
import NIOCore
import Platform
import Synchronization

/// What becomes of the daemon's lines for one page, on the thread of its ``DaemonFeed``. Each function throws the error of a page that has
/// gone.
package protocol DaemonReader: Sendable {
  /// A client that is not connected yet.
  func makeClient() -> ReconnectingClient
  /// Takes a line without its newline, and its event if the client reads events.
  mutating func take(_ line: [UInt8], _ event: Event?) throws
  /// The daemon is lost, or cannot be reached.
  mutating func lose(_ error: SocketError) throws
  /// When it is to be woken at the latest, in ns of CLOCK_MONOTONIC; nil if that does not matter.
  var dueNs: UInt64? { get }
  /// Does what ``DaemonFeed/signal()`` asks for, and what is due. May throw `SocketError`, too, after which the client is made again.
  mutating func wake(_ client: inout ReconnectingClient) throws
}

extension DaemonReader {
  package var dueNs: UInt64? { nil }
}

/// A connection to the daemon for one page, on a thread of its own. It is made again when it breaks.
///
/// A line is read only when the page has taken the one before. So the daemon drops for a slow page what it drops for every slow subscriber,
/// and no queue grows here.
package final class DaemonFeed: Sendable {
  /// The time until another attempt after an error that lasts, in ns.
  private static let patienceNs: UInt64 = 5_000_000_000

  private let hasStopped = Mutex(false)
  private let wakeup: Wakeup

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - page: the connection to the page, which is closed at the end: a page without its thread would wait for ever.
  ///   - group: which the thread leaves at its end.
  package init(_ reader: some DaemonReader, to page: any Channel, in group: DispatchGroup) throws {
    wakeup = try Wakeup()
    group.enter()
    do {
      try OwnedThread(name: "page") { [self] in
        var reader = reader
        // The page has gone if it throws.
        try? run(&reader)
        page.close(promise: nil)
        group.leave()
      }.detach()
    } catch {
      group.leave()
      throw error
    }
  }

  /// Has the reader woken, once what it takes now is done.
  package func signal() { wakeup.signal() }

  /// Ends the thread, without waiting for it.
  package func stop() {
    hasStopped.withLock { $0 = true }
    wakeup.signal()
  }

  private var isStopped: Bool { hasStopped.withLock { $0 } }

  private func run(_ reader: inout some DaemonReader) throws {
    var client = reader.makeClient()
    while !isStopped {
      do {
        switch try client.next(or: .signaled(wakeup, untilNs: reader.dueNs)) {
        case .line(let line, let event): try reader.take(line, event)
        case .lost(let error): try reader.lose(error)
        case .interrupted: try wake(&reader, &client)
        }
      } catch let error as SocketError {
        // Another attempt would not change it soon, such as a socket of another user.
        try reader.lose(error)
        client = reader.makeClient()
        try wait(&reader, &client, untilNs: monotonicNs() + Self.patienceNs)
      }
    }
  }

  private func wake(_ reader: inout some DaemonReader, _ client: inout ReconnectingClient) throws {
    wakeup.reset()
    try reader.wake(&client)
  }

  private func wait(_ reader: inout some DaemonReader, _ client: inout ReconnectingClient, untilNs: UInt64) throws {
    while !isStopped, monotonicNs() < untilNs {
      wakeup.wait(milliseconds: milliseconds(until: untilNs))
      try wake(&reader, &client)
    }
  }
}
