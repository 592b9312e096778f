import Camera
import Foundation

/// Finds out who has a camera that is busy.
enum HolderSearch {
  /// What is needed of an entry of `swipectl cameras --json`.
  private struct Listing: Decodable {
    let path: String
    let holders: [CameraHolder]
  }

  /// Searches on a thread of its own, for that takes a while.
  ///
  /// - Parameters:
  ///   - device: the device node.
  ///   - report: takes those that have it open, as far as this user may see them.
  static func begin(_ device: String, report: @escaping @Sendable ([CameraHolder]) -> Void) {
    Thread.detachNewThread {
      let seen = CameraHolders.holding(device)
      report(seen.isEmpty ? seenFromOutside(device) : seen)
    }
  }

  /// The service is confined in a namespace of users, from within which the kernel shows no other process's open files. The
  /// user's manager has somebody look who is not.
  private static func seenFromOutside(_ device: String) -> [CameraHolder] {
    guard ProcessInfo.processInfo.environment["INVOCATION_ID"] != nil else { return [] }
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let client = own.deletingLastPathComponent().appendingPathComponent("swipectl").path.replacing("'", with: "'\\''")
    let command = "systemd-run --user --quiet --collect --pipe --wait -- '\(client)' cameras --json </dev/null 2>/dev/null"
    guard let pipe = popen(command, "re") else { return [] }
    defer { pclose(pipe) }
    var answer = Data()
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&piece, 1, piece.count, pipe), count > 0 { answer.append(contentsOf: piece[..<count]) }
    let listings = (try? JSONDecoder().decode([Listing].self, from: answer)) ?? []
    return listings.first { $0.path == device }?.holders ?? []
  }
}
