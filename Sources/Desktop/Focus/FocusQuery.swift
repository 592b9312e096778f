import Focus
import Glibc
import Platform
import Synchronization
import SystemPackage

/// Reads which application is in front, one state after the other.
package final class FocusQuery: Sendable {
  /// The time that a desktop has to answer, in ms.
  private static let patienceMs: Int32 = 3000

  private let watch: FocusWatch
  private let received: States

  /// The states that wait to be taken, and whether there will be more.
  private final class States: Sendable {
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

  /// - Parameters:
  ///   - environment: of the session.
  ///   - purpose: what tells queries of a process apart.
  /// - Throws: `Errno` without memory, descriptors or threads.
  package convenience init(_ environment: [String: String], for purpose: String) throws(Errno) {
    // The process id: a query of another program, or the daemon, keeps its script in KWin.
    try self.init(FocusPlace(environment: environment, owner: "\(purpose)-\(getpid())"))
  }

  package init(_ place: FocusPlace) throws(Errno) {
    let states = try States()
    received = states
    watch = FocusWatch(place) { states.put($0) }
    try watch.start()
  }

  deinit { watch.stop() }

  /// Waits for the next state.
  ///
  /// - Parameter milliseconds: how long; −1 for ever.
  /// - Returns: nil at the end, and if there is none in time.
  package func next(within milliseconds: Int32 = -1) -> FocusState? {
    while true {
      let (state, hasEnded) = received.take()
      if let state { return state }
      if hasEnded { return nil }
      var entry = pollfd(fd: received.arrival.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, milliseconds) == 0 { return nil }
    }
  }

  /// Waits for what the desktop answers first; ``FocusState/unknown`` if it does not.
  package func first() -> FocusState {
    while let state = next(within: Self.patienceMs) {
      if state != .unknown { return state }
    }
    return .unknown
  }

  /// Waits for a while, and returns what is known then.
  package func state(afterSeconds seconds: UInt32) -> FocusState {
    var last = first()
    sleep(seconds)
    while let state = next(within: 0) { last = state }
    return last
  }

  /// Ends ``next(within:)``. Any thread.
  package func end() { received.put(nil) }

  /// Ends the watch, so that the desktop forgets what it was asked.
  package func stop() { watch.stop() }
}
