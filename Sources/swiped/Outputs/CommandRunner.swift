import Glibc
import Platform
import Synchronization
import SystemPackage
import UserErrors

/// Runs a user's commands beside the frame pipeline, which waits for none of them.
///
/// Each has a thread that starts it and waits for its end: starting a program may take as long as the disk does.
package final class CommandRunner: Sendable {
  private struct State {
    /// How many commands of each key run; at least one of each that is there.
    var running: [[String]: Int] = [:]
    /// The limits that were reported, by the keys of which commands still run.
    var reported: [[String]: Int] = [:]
    /// Commands that failed when they ran last.
    var failing: Set<[String]> = []
  }

  private let environment: [String: String]
  private let desktop: @Sendable () -> [String: String]
  private let log: @Sendable (String) -> Void
  private let onLimitReached: @Sendable (_ command: [String], _ limit: Int) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - environment: the daemon's own; variables that systemd sets for the daemon alone are left out.
  ///   - desktop: returns variables of the desktop, called on the thread of each command. Those that say where the desktop is replace the
  ///     daemon's own, and others are replaced by these.
  ///   - log: takes a line when a command fails, and again only after it has succeeded. Any thread.
  ///   - onLimitReached: called when a command is not started because as many as may still run, and again only after all of these have
  ///     ended, or if the limit is another one.
  package init(
    environment: [String: String], desktop: @escaping @Sendable () -> [String: String] = { [:] }, log: @escaping @Sendable (String) -> Void,
    onLimitReached: @escaping @Sendable (_ command: [String], _ limit: Int) -> Void = { _, _ in }
  ) {
    self.environment = environment.filter { !variablesOfDaemon.contains($0.key) }
    (self.desktop, self.log, self.onLimitReached) = (desktop, log, onLimitReached)
  }

  /// Starts a command without waiting for it. Any thread.
  ///
  /// - Parameters:
  ///   - command: the program, looked for on PATH if it is no path, and its arguments.
  ///   - key: what counts as the same command.
  ///   - limit: how many of the key may run at a time.
  ///   - environment: variables added to the daemon's.
  ///   - printing: whether what it writes to standard output goes to the daemon's standard error, rather than nowhere.
  /// - Returns: false if as many of the key still run; then nothing is started.
  @discardableResult
  package func run(
    _ command: [String], key: [String], atMost limit: Int = 1, environment additions: [String: String] = [:], printing: Bool = true
  ) -> Bool {
    let (isFree, isNew) = state.withLock { state in
      let count = state.running[key, default: 0]
      guard count < limit else { return (false, state.reported.updateValue(limit, forKey: key) != limit) }
      state.running[key] = count + 1
      return (true, false)
    }
    if isNew { onLimitReached(command, limit) }
    guard isFree else { return false }
    let environment = environment.merging(additions) { $1 }
    do throws(Errno) {
      try OwnedThread(name: "command") { [self] in
        let desktop = desktop()
        let place = desktop.filter { variablesOfDesktop.contains($0.key) }
        let all = desktop.merging(environment) { $1 }.merging(place) { $1 }
        end(command, key, failure: Self.failure(running: command, all, printing))
      }.detach()
    } catch {
      end(command, key, failure: Self.failure(starting: error))
    }
    return true
  }

  private func end(_ command: [String], _ key: [String], failure: String?) {
    let isNew = state.withLock { state in
      state.running[key] = state.running[key].flatMap { $0 > 1 ? $0 - 1 : nil }
      if state.running[key] == nil { state.reported[key] = nil }
      guard failure != nil else {
        state.failing.remove(command)
        return false
      }
      return state.failing.insert(command).inserted
    }
    if isNew, let failure { log("command \"\(command.joined(separator: " "))\" \(failure)") }
  }

  /// Runs a command to its end.
  ///
  /// - Returns: the cause of a failure and its fix; nil if it succeeded.
  private static func failure(running command: [String], _ environment: [String: String], _ printing: Bool) -> String? {
    do throws(Errno) {
      let output = try OwnedDescriptor(opening: "/dev/null", .writeOnly)
      switch try ChildProcess(command, environment: environment, output: printing ? STDERR_FILENO : output.number).wait() {
      case .exited(0), .unknown: return nil
      case .exited(let status): return "failed: exit status \(status); its own words, if any, are above"
      case .killed(let signal):
        return "failed: killed by signal \(signal) (\(String(cString: strsignal(signal)))); run it in a terminal to see why"
      }
    } catch {
      return failure(starting: error)
    }
  }

  private static func failure(starting error: Errno) -> String {
    let fix =
      switch error {
      case .noSuchFileOrDirectory: "give the full path, or install it"
      case .permissionDenied: "make it executable with `chmod +x`, or name another program"
      case .execFormatError: "add a first line such as #!/bin/sh to the script"
      default: "it is tried again at the next swipe"
      }
    return "cannot be started: \(error); \(fix)"
  }
}

/// Variables of sd_listen_fds(3), sd_notify(3) and sd_watchdog_enabled(3): a child that took them for its own would speak for the daemon.
private let variablesOfDaemon: Set = [
  "LISTEN_FDS", "LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",
]

/// Variables that say where the desktop is.
private let variablesOfDesktop: Set = [
  "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "XDG_SESSION_DESKTOP", "DESKTOP_SESSION",
  "SWAYSOCK", "I3SOCK", "HYPRLAND_INSTANCE_SIGNATURE", "NIRI_SOCKET", "WAYFIRE_SOCKET",
]
