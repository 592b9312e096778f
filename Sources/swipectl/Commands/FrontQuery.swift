import Desktop
import Dispatch
import Focus
import Glibc
import Platform
import Product
import Synchronization
import SystemPackage

/// Asks the desktop which application is in front.
final class FrontQuery: Sendable {
  /// The time that a desktop has to answer.
  private static let patienceMs: Int32 = 3000

  private let watch: FocusWatch
  private let received: Mailbox

  /// - Throws: `UserError` without memory, descriptors or threads.
  init(_ environment: [String: String]) throws {
    do throws(Errno) {
      let mailbox = try Mailbox()
      received = mailbox
      watch = FocusWatch(FocusPlace(environment: environment, owner: "swipectl")) { state in mailbox.put(state) }
      try watch.start()
    } catch { throw UserError(error) }
  }

  /// The states that wait to be taken, and whether there will be more.
  private final class Mailbox: Sendable {
    let arrival: Wakeup
    private let content = Mutex<(states: [FocusState], hasEnded: Bool)>(([], false))

    init() throws(Errno) { arrival = try Wakeup() }

    func put(_ state: FocusState?) {
      content.withLock { if let state { $0.states.append(state) } else { $0.hasEnded = true } }
      arrival.signal()
    }

    func take() -> (state: FocusState?, hasEnded: Bool) {
      arrival.reset()
      return content.withLock { ($0.states.isEmpty ? nil : $0.states.removeFirst(), $0.hasEnded) }
    }
  }

  /// Waits for the next state.
  ///
  /// - Parameter milliseconds: how long; −1 for ever.
  /// - Returns: nil at the end, and if there is none in time.
  func next(within milliseconds: Int32 = -1) -> FocusState? {
    while true {
      let (state, hasEnded) = received.take()
      if let state { return state }
      if hasEnded { return nil }
      var entry = pollfd(fd: received.arrival.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, milliseconds) == 0 { return nil }
    }
  }

  /// Ends ``next(within:)`` at Ctrl-C and its like, so that the desktop forgets what it was asked.
  func endAtSignals() throws { try atEnd { [received] in received.put(nil) } }

  func stop() { watch.stop() }

  deinit { watch.stop() }

  /// What is in front now, or after a while.
  static func state(_ environment: [String: String], afterSeconds seconds: UInt32 = 0) throws -> FocusState {
    let query = try FrontQuery(environment)
    defer { query.stop() }
    let first = query.next(within: patienceMs) ?? .unknown
    guard seconds > 0 else { return first }
    sleep(seconds)
    var last = first
    while let state = query.next(within: 0) { last = state }
    return last
  }

  /// What is in front, in a line.
  static func line(_ state: FocusState, _ index: ApplicationIndex) -> String {
    switch state {
    case .unknown: return "not known: the desktop gives no answer"
    case .unavailable(let obstacle): return "not known: \(obstacle.cause); \(obstacle.fix)"
    case .front(nil): return "no application, or one without an id"
    case .front(let window?):
      let application = index.application(of: window)
      return application.id.printable + (application.name == application.id ? "" : "  \(application.name.printable)")
    }
  }
}
