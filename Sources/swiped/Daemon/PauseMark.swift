import Foundation

/// Remembers, while the user is logged in, that the camera is to stay closed: a crash or an upgrade does not open it again.
package struct PauseMark: Sendable {
  /// The file whose presence says so; nil: nothing is remembered.
  private let path: String?

  /// In the folder that the service manager keeps for the service. A daemon started by hand forgets with its end.
  package init(environment: [String: String]) {
    path = environment["RUNTIME_DIRECTORY"].map { $0.prefix { $0 != ":" } + "/paused" }
  }

  package var isSet: Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? false }

  /// A mark that cannot be written changes nothing for the pause that is asked for now.
  package func set(_ isPaused: Bool) {
    guard let path else { return }
    if isPaused {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    } else {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
