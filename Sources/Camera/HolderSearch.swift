import Glibc
import JSON
import Platform
import UserErrors

/// Finds the programs that have a camera open.
package enum HolderSearch {
  /// Searches on a separate thread, since it takes a while.
  ///
  /// - Parameters:
  ///   - device: the device node.
  ///   - report: receives the programs that have it open, as far as this user may see them.
  package static func begin(_ device: String, report: @escaping @Sendable (CameraUse) -> Void) {
    let search: @Sendable () -> Void = { report(seenFromOutside(device) ?? CameraUse.find(device)) }
    // Without a thread, the programs are not named.
    do { try OwnedThread(name: "camera holders", body: search).detach() } catch { report(CameraUse(holders: [], isUsed: true)) }
  }

  /// Searches outside the service's user namespace, in which the kernel hides the open files of other processes: the user's service
  /// manager runs `swipectl`.
  ///
  /// - Returns: nil if this is not a service, or that fails.
  private static func seenFromOutside(_ device: String) -> CameraUse? {
    guard Environment["INVOCATION_ID"] != nil else { return nil }
    let command =
      ["systemd-run", "--user", "--quiet", "--collect", "--pipe", "--wait"] + SessionCapabilities.options(ofManager: getppid())
      + ["--", Files.program("swipectl").string, "camera-use", device, "--except", "\(getpid())"]
    guard let answer = try? ChildProcess.output(of: command, mergingErrors: false, within: .seconds(20)) else { return nil }
    return try? JSONReader().decode(CameraUse.self, from: answer.bytes)
  }
}

/// What a program needs to see the open files of the programs in the user's session: the kernel shows those only to a process that has at
/// least their capabilities. Since systemd 254, a session has one.
package enum SessionCapabilities {
  /// Number 35 in linux/capability.h: may set a timer that wakes the machine.
  private static let wakeAlarm: UInt64 = 1 << 35

  /// The options with which `systemd-run --user` starts such a program.
  ///
  /// - Parameters:
  ///   - manager: the process of the user's service manager, which can give away only what it has.
  ///   - proc: where procfs is mounted.
  package static func options(ofManager manager: Int32, proc: String = "/proc") -> [String] {
    let lines = Files.text(of: "\(proc)/\(manager)/status")?.split(separator: "\n") ?? []
    let permitted = lines.first { $0.hasPrefix("CapPrm:") }?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    return permitted & wakeAlarm == 0 ? [] : ["--property=AmbientCapabilities=CAP_WAKE_ALARM"]
  }
}
