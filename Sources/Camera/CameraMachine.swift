import Platform
import UserErrors

/// What the system knows of video devices and their users, which tests replace by a made-up machine.
package struct CameraMachine: Sendable {
  /// Paths of all video device nodes, cameras or not, in any order.
  package var nodes: @Sendable () -> [String]
  /// udev's persistent links: a link's name, and the path of the node that it leads to.
  package var links: @Sendable () -> [(name: String, path: String)]
  /// The path without symbolic links; the path itself if it cannot be resolved.
  package var resolve: @Sendable (_ path: String) -> String
  /// The first line of a file of sysfs; nil if there is none.
  package var attribute: @Sendable (_ path: String) -> String?
  /// The other processes that have a node open, of those that this user may see.
  package var holders: @Sendable (_ path: String) -> [CameraHolder]

  /// The number of a device node (dev_t), as sysfs has it; nil if it is none.
  func deviceNumber(_ path: String) -> UInt64? {
    let line = attribute("\(sysfsFolder(of: resolve(path)))/dev")
    let parts = (line ?? "").split(separator: ":").compactMap { UInt64($0) }
    guard parts.count == 2, parts[0] < 1 << 12, parts[1] < 1 << 20 else { return nil }
    // As in makedev(3): the lower byte of the minor number is at the end.
    return parts[1] & 0xff | parts[0] << 8 | (parts[1] & ~0xff) << 12
  }

  /// Names of udev's persistent links to a node, sorted.
  ///
  /// - Parameter path: the node's path without symbolic links.
  func linkNames(to path: String) -> [String] { links().filter { $0.path == path }.map(\.name).sorted() }

  /// This machine: sysfs, procfs and udev's links.
  package static let linux = CameraMachine(
    nodes: { Files.entries(of: "/dev").filter { $0.hasPrefix("video") && Int($0.dropFirst(5)) != nil }.map { "/dev/" + $0 } },
    links: { Files.entries(of: "/dev/v4l/by-id").map { (name: $0, path: resolved("/dev/v4l/by-id/" + $0)) } },
    resolve: { resolved($0) },
    attribute: { Files.line(of: $0) },
    holders: { CameraHolder.holders(of: $0) }
  )

  private static func resolved(_ path: String) -> String { Files.resolve(path) ?? path }
}
