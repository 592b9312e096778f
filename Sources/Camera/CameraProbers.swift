import Glibc
import Platform

/// Programs that open cameras only to query them.
package enum CameraProbers {
  /// Names of processes, at most 15 bytes long, as in `ps`.
  private static let names = udevWorkers.union(PipeWireGraph.managers).union(["v4l_id", "udevadm", "v4l2-ctl", "swipectl", "swiped"])
  /// udev queries each camera that is new or triggered; its workers have changed their names.
  private static let udevWorkers: Set<String> = ["(udev-worker)", "systemd-udevd"]
  /// The commands of swipectl that query cameras.
  private static let queries: Set<String> = ["camera-use", "cameras", "demo", "doctor", "open", "setup"]
  /// A program that started longer ago has probably not opened the camera now.
  private static let recentNs: UInt64 = 2_000_000_000

  /// Whether a program that has just opened a camera only queries it, as far as that can be known.
  ///
  /// - Parameters:
  ///   - device: the device node.
  ///   - now: in ns of CLOCK_BOOTTIME.
  ///   - proc: where procfs is mounted.
  ///   - isQueriedByUdev: returns whether udev has just queried the device. Its workers do the same for every other device, such as a keyboard.
  package static func haveJustOpened(
    _ device: String, at now: UInt64, proc: String = "/proc", isQueriedByUdev: (String) -> Bool = { UdevRecord.isNew(of: $0) }
  ) -> Bool {
    // The newest processes first, as such a program may end within a millisecond. In the service's user namespace, and of other users'
    // programs, the open files are not visible: then it is the one that has just started.
    let started = Files.entries(of: proc).compactMap(Int32.init).sorted(by: >).lazy.compactMap { pid -> String? in
      guard pid != getpid(), let name = Files.line(of: "\(proc)/\(pid)/comm"), isProber(pid, name, proc: proc) else { return nil }
      guard let startNs = startNs(of: pid, proc) else { return nil }
      return now < startNs + recentNs ? name : nil
    }
    var isUdevAtWork = false
    for name in started {
      if !udevWorkers.contains(name) { return true }
      isUdevAtWork = true
    }
    if isUdevAtWork, isQueriedByUdev(device) { return true }
    let holders = CameraHolder.holders(of: device, proc: proc)
    return !holders.isEmpty && holders.allSatisfy { isProber($0.pid, $0.name, proc: proc) }
  }

  /// Whether a process may have a camera open without using it.
  static func mayBeIdle(_ holder: CameraHolder) -> Bool { names.contains(holder.name) || PipeWireGraph.services.contains(holder.name) }

  private static func isProber(_ pid: Int32, _ name: String, proc: String) -> Bool {
    guard names.contains(name) else { return false }
    let arguments = { (Files.text(of: "\(proc)/\(pid)/cmdline") ?? "").split(separator: "\0").dropFirst() }
    return switch name {
    // This one also captures.
    case "v4l2-ctl": !arguments().contains { $0.hasPrefix("--stream") }
    case "swipectl": arguments().contains { queries.contains(String($0)) }
    default: true
    }
  }

  /// When a process started, in ns of CLOCK_BOOTTIME.
  private static func startNs(of pid: pid_t, _ proc: String) -> UInt64? {
    guard let ticks = Files.processField(22, of: pid, in: proc).flatMap({ UInt64($0) }) else { return nil }
    let (ns, overflow) = ticks.multipliedReportingOverflow(by: 1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
    return overflow ? nil : ns
  }
}

/// What udev has saved of a device.
package enum UdevRecord {
  private static let recentS = 2
  /// udev saves what it found within this time of the query.
  private static let patienceMs = 60

  /// Whether udev has saved it within the last two seconds, or does so now, as it does each time it has queried the device.
  package static func isNew(of device: String, in folder: String = "/run/udev/data", sys: String = "/sys") -> Bool {
    guard let number = Files.line(of: "\(sysfsFolder(of: Files.resolve(device) ?? device, in: sys))/dev") else { return false }
    for _ in 0..<patienceMs / 10 {
      if let saved = Files.status(of: "\(folder)/c\(number)")?.rawValue.st_mtim.tv_sec, time(nil) - recentS <= saved { return true }
      usleep(10_000)
    }
    return false
  }
}
