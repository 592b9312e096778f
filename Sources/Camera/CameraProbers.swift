import Glibc
import Platform

/// Programs that open cameras only to query them.
package enum CameraProbers {
  /// Names of processes, at most 15 bytes long, as in `ps`.
  private static let names: Set<String> = [
    // udev queries each new camera; its workers have changed their names.
    "v4l_id", "(udev-worker)", "systemd-udevd", "udevadm",
    "wireplumber", "pipewire-media-",
    "v4l2-ctl", "swipectl", "swiped",
  ]
  /// A program that started longer ago has probably not opened the camera now.
  private static let recentNs: UInt64 = 2_000_000_000

  /// Whether a program that has just opened a camera only queries it, as far as that can be known.
  ///
  /// - Parameters:
  ///   - device: the device node.
  ///   - now: in ns of CLOCK_BOOTTIME.
  ///   - proc: where procfs is mounted.
  package static func haveJustOpened(_ device: String, at now: UInt64, proc: String = "/proc") -> Bool {
    // The newest processes first, as such a program may end within a millisecond. In the service's user namespace, and of other users'
    // programs, the open files are not visible: then it is the one that has just started.
    let hasStarted = Files.entries(of: proc).compactMap(Int32.init).sorted(by: >).contains { pid in
      guard pid != getpid(), let name = Files.line(of: "\(proc)/\(pid)/comm"), isProber(pid, name, proc: proc) else { return false }
      guard let startNs = Files.text(of: "\(proc)/\(pid)/stat").flatMap(startNs) else { return false }
      return now < startNs + recentNs
    }
    if hasStarted { return true }
    let holders = CameraHolder.holders(of: device, proc: proc)
    return !holders.isEmpty && holders.allSatisfy { isProber($0.pid, $0.name, proc: proc) }
  }

  /// Whether a process may have a camera open without using it.
  static func mayBeIdle(_ holder: CameraHolder) -> Bool { names.contains(holder.name) || holder.name == PipeWireGraph.server }

  private static func isProber(_ pid: Int32, _ name: String, proc: String) -> Bool {
    guard names.contains(name) else { return false }
    // This one also captures.
    guard name == "v4l2-ctl" else { return true }
    let arguments = (Files.text(of: "\(proc)/\(pid)/cmdline") ?? "").split(separator: "\0")
    return !arguments.contains { $0.hasPrefix("--stream") }
  }

  /// When a process started, in ns of CLOCK_BOOTTIME: field 22 of proc_pid_stat(5). The name, which is the second field, may contain
  /// anything.
  private static func startNs(_ stat: String) -> UInt64? {
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[end...].dropFirst().split(separator: " ")
    guard fields.count > 19, let ticks = UInt64(fields[19]) else { return nil }
    let (ns, overflow) = ticks.multipliedReportingOverflow(by: 1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
    return overflow ? nil : ns
  }
}
