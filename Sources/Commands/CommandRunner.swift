import Glibc
import Synchronization

/// Runs a user's commands beside the frame line, which waits for none of them.
///
/// Each has a thread that starts it and waits for its end: to start a program may take as long as the disk does.
package final class CommandRunner: Sendable {
  private struct State {
    var running: Set<Int> = []
    /// What failed when it ran last.
    var failing: Set<[String]> = []
    var hasStopped = false
  }

  private let environment: [String: String]
  private let log: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - environment: the daemon's own. What systemd means for the daemon alone is not handed on.
  ///   - log: takes a line when a command fails, and again only after it has succeeded. Any thread.
  package init(environment: [String: String], log: @escaping @Sendable (String) -> Void) {
    self.environment = environment.filter { !ofDaemonAlone.contains($0.key) }
    self.log = log
  }

  /// Hands a command over to be started. Any thread.
  ///
  /// - Parameters:
  ///   - command: the program, looked for on PATH if it is no path, and its arguments.
  ///   - key: at most one command of each runs at a time.
  ///   - environment: what the command has in its environment besides.
  /// - Returns: false if the last one of the key still runs; then nothing is started.
  @discardableResult
  package func run(_ command: [String], key: Int, environment additions: [String: String] = [:]) -> Bool {
    let isFree = state.withLock { !$0.hasStopped && $0.running.insert(key).inserted }
    guard isFree else { return false }
    let environment = environment.merging(additions) { $1 }
    let result = startThread { [self] in end(command, key, with: Outcome(running: command, environment)) }
    if result != 0 { end(command, key, with: .notStarted(errno: result)) }
    return true
  }

  /// Starts and logs nothing from here on. Commands that run go on, and end with the service that they are of.
  package func stop() { state.withLock { $0.hasStopped = true } }

  private func end(_ command: [String], _ key: Int, with outcome: Outcome) {
    let isNews = state.withLock { state in
      state.running.remove(key)
      guard outcome.hasFailed else {
        state.failing.remove(command)
        return false
      }
      return state.failing.insert(command).inserted && !state.hasStopped
    }
    if isNews { log("command \"\(command.joined(separator: " "))\" \(outcome)") }
  }
}

/// sd_listen_fds(3), sd_notify(3), sd_watchdog_enabled(3): a child that took them for its own would speak for the daemon.
private let ofDaemonAlone: Set = [
  "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",
]

/// Runs something on a new thread of its own, which nobody waits for.
///
/// - Returns: 0, or an errno.
private func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
  final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let start = Unmanaged.passRetained(Start(body))
  var thread = pthread_t()
  let result = pthread_create(
    &thread, nil,
    { argument in
      Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().body()
      return nil
    }, start.toOpaque())
  if result == 0 { pthread_detach(thread) } else { start.release() }
  return result
}
