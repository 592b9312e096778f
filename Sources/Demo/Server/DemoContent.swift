import EventProtocol
import Platform

/// What the demo serves.
package struct DemoContent: Sendable {
  /// The path of the daemon's socket.
  let daemon: String

  /// - Parameter daemon: the path of the daemon's socket.
  package init(daemon: String) { self.daemon = daemon }

  /// The first message to a page.
  func welcome() -> [UInt8] {
    PageMessage(method: "demo", params: Welcome(version: Version.current, monotonicNs: monotonicNs(), unixMs: unixMs(), deck: nil)).text
  }
}
