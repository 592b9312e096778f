import Camera
import FoundationEssentials
import Platform

/// Finds the programs that hold a busy camera.
enum HolderSearch {
  /// The members that are read of an entry of `swipectl cameras --json`.
  private struct Listing: Decodable {
    let path: String
    let holders: [CameraHolder]
  }

  /// Searches on a separate thread, since it takes a while.
  ///
  /// - Parameters:
  ///   - device: the device node.
  ///   - report: receives the programs that have it open, as far as this user may see them.
  static func begin(_ device: String, report: @escaping @Sendable ([CameraHolder]) -> Void) {
    let search: @Sendable () -> Void = {
      let seen = CameraHolder.holders(of: device)
      report(seen.isEmpty ? seenFromOutside(device) : seen)
    }
    // Without a thread, the programs are not named.
    do { try OwnedThread(name: "camera holders", body: search).detach() } catch { report([]) }
  }

  /// Searches outside the service's user namespace, in which the kernel hides the open files of other processes: the user's service
  /// manager runs `swipectl`.
  private static func seenFromOutside(_ device: String) -> [CameraHolder] {
    guard ProcessInfo.processInfo.environment["INVOCATION_ID"] != nil else { return [] }
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let client = own.deletingLastPathComponent().appendingPathComponent("swipectl").path
    let command = ["systemd-run", "--user", "--quiet", "--collect", "--pipe", "--wait", "--", client, "cameras", "--json"]
    guard let answer = try? ChildProcess.output(of: command, mergingErrors: false) else { return [] }
    let listings = (try? JSONDecoder().decode([Listing].self, from: Data(answer.bytes))) ?? []
    return listings.first { $0.path == device }?.holders ?? []
  }
}
