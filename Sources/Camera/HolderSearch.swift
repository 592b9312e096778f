import FoundationEssentials
import Glibc
import Platform
import Product

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
    guard ProcessInfo.processInfo.environment["INVOCATION_ID"] != nil else { return nil }
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let client = own.deletingLastPathComponent().appendingPathComponent("swipectl").path
    let command = [
      "systemd-run", "--user", "--quiet", "--collect", "--pipe", "--wait", "--", client, "camera-use", device, "--except", "\(getpid())",
    ]
    guard let answer = try? ChildProcess.output(of: command, mergingErrors: false, within: .seconds(20)) else { return nil }
    return try? JSONDecoder().decode(CameraUse.self, from: Data(answer.bytes))
  }
}
