/// Decides how to handle a start that takes long. Pure: times are passed in, in ns.
///
/// A start that uses processor time makes progress, however slow the machine is. One that uses none for a minute is stuck:
/// it waits for a thread that could not be created, or a file system that does not answer.
package struct StartupWatch: Sendable {
  package enum Action: Equatable, Sendable {
    /// Log this line.
    case report(String)
    /// Ask systemd to wait longer.
    case extendTimeout
    /// End the daemon with this line: the start is stuck.
    case giveUp(String)
  }

  /// The interval at which ``tick(at:cpuNs:step:)`` is called.
  package static let tickNs: UInt64 = 1_000_000_000
  /// The time that systemd waits after ``Action/extendTimeout``, in µs: its default for a start.
  package static let extensionMicroseconds = 90_000_000
  private static let firstReportNs: UInt64 = 30_000_000_000
  private static let longestIdleNs: UInt64 = 60_000_000_000
  /// The time after which the timeout is no longer extended, since a start in an endless loop uses processor time, too.
  private static let longestExtendedNs: UInt64 = 600_000_000_000
  /// The fraction of a processor that counts as progress, inverted: a hundred times what the ticks use.
  private static let progressShare: UInt64 = 100
  /// The delay above which a tick does not count: the process was stopped, or the machine is overloaded.
  private static let latestTickNs = 3 * tickNs

  private let startNs: UInt64
  private var lastNs: UInt64
  private var lastCPUNs: UInt64
  private var idleNs: UInt64 = 0
  private var nextReportNs: UInt64

  package init(at now: UInt64, cpuNs: UInt64) {
    (startNs, lastNs, lastCPUNs) = (now, now, cpuNs)
    nextReportNs = now + Self.firstReportNs
  }

  /// - Parameters:
  ///   - cpuNs: the processor time of the process.
  ///   - step: the current step of the start, a phrase such as `loading the models`.
  package mutating func tick(at now: UInt64, cpuNs: UInt64, step: String) -> [Action] {
    let gapNs = now - lastNs
    let isProgress = cpuNs - lastCPUNs >= gapNs / Self.progressShare
    (lastNs, lastCPUNs) = (now, cpuNs)
    if isProgress { idleNs = 0 } else if gapNs <= Self.latestTickNs { idleNs += gapNs }

    if idleNs >= Self.longestIdleNs {
      return [
        .giveUp(
          "the start is stuck: \(step) has used no processor time for \(idleNs / 1_000_000_000) s; check memory, disks and limits (`ulimit -a`), then start it again"
        )
      ]
    }
    var actions: [Action] = isProgress && now - startNs < Self.longestExtendedNs ? [.extendTimeout] : []
    if now >= nextReportNs {
      actions.append(.report("still starting after \((now - startNs) / 1_000_000_000) s: \(step)"))
      // Each interval is twice as long as the previous one.
      nextReportNs = now + (now - startNs)
    }
    return actions
  }
}
