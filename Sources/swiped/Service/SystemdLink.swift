import CSystemd
import Logging
import Platform
import Synchronization

/// The link to systemd, if the daemon runs as a service: reports the progress of the start, that the daemon is ready, that it is alive
/// (the watchdog), and its state.
final class SystemdLink: Sendable {
  /// The interval at which to feed the watchdog: half of its timeout, as sd_watchdog_enabled(3) recommends; nil without a watchdog.
  private let watchdogNs: UInt64?
  private let lastSignNs = Atomic<UInt64>(0)
  /// The current step of the start, as a phrase; nil once it has ended.
  private let step = Mutex<String?>("starting")

  init() {
    var microseconds: UInt64 = 0
    watchdogNs = sd_watchdog_enabled(0, &microseconds) > 0 ? microseconds * 1000 / 2 : nil
  }

  // MARK: The start

  /// Records the next step of the start, as a phrase. Any thread.
  func beginStep(_ step: String) { self.step.withLock { $0 = step } }

  /// Records that the start has ended, in success or failure. Any thread.
  func endStart() { step.withLock { $0 = nil } }

  /// Watches the start until it has ended: logs a long one, and asks systemd for more time while there is progress.
  ///
  /// - Returns: why the start is given up; nil if it has ended by itself.
  func watchStart(log: Logger) async -> String? {
    var watch = StartupWatch(at: monotonicNs(), cpuNs: processCPUNs())
    while !Task.isCancelled {
      try? await Task.sleep(for: .nanoseconds(StartupWatch.tickNs))
      guard let step = step.withLock({ $0 }) else { break }
      for action in watch.tick(at: monotonicNs(), cpuNs: processCPUNs(), step: step) {
        switch action {
        case .report(let line): log.warning("\(line)")
        case .extendTimeout: notify("EXTEND_TIMEOUT_USEC=\(StartupWatch.extensionMicroseconds)")
        case .giveUp(let line): return line
        }
      }
    }
    return nil
  }

  func ready() {
    endStart()
    notify("READY=1")
  }

  // MARK: While it runs

  /// Feeds the watchdog, at most once per interval. Called on the pipeline thread, so that its hang is noticed.
  func keepAlive(at now: UInt64) {
    guard let watchdogNs, now - lastSignNs.load(ordering: .relaxed) >= watchdogNs / 2 else { return }
    lastSignNs.store(now, ordering: .relaxed)
    notify("WATCHDOG=1")
  }

  /// The time that the pipeline may wait until the watchdog must be fed again.
  ///
  /// - Parameter ns: when to stop waiting in any case, in ns of CLOCK_MONOTONIC; nil for no such time.
  /// - Returns: milliseconds; −1 without a limit.
  func longestWait(untilNs ns: UInt64?, at now: UInt64) -> Int32 {
    let leftNs = ns.map { $0 > now ? $0 - now : 0 }
    guard let waitNs = [leftNs, watchdogNs].compactMap({ $0 }).min() else { return -1 }
    return Int32(clamping: waitNs.addingReportingOverflow(999_999).partialValue / 1_000_000)
  }

  /// - Parameter text: one line about the state of the daemon, for `systemctl status`.
  func reportStatus(_ text: String) { notify("STATUS=\(text)") }

  func stopping() { notify("STOPPING=1") }

  private func notify(_ message: String) { sd_notify(0, message) }
}
