import FoundationEssentials

/// Remembers something until the user logs out, also after a crash or an upgrade.
package struct LoginMark: Sendable {
  package enum Name: String, Sendable {
    /// The camera is paused: a restart must not open it.
    case paused
    /// The desktop has shown that the camera is open.
    case announced
  }

  /// The file that exists while the mark is set; nil: nothing is remembered.
  private let path: String?

  /// Creates a mark in the service's runtime directory. A daemon that was started by hand remembers nothing.
  package init(_ name: Name, environment: [String: String]) {
    path = Self.folder(environment).map { "\($0)/\(name.rawValue)" }
  }

  /// The folder of what is remembered; nil without one.
  static func folder(_ environment: [String: String]) -> String? {
    environment["RUNTIME_DIRECTORY"].map { String($0.prefix { $0 != ":" }) }
  }

  package var isSet: Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? false }

  /// Sets or removes the mark. If it cannot be written, nothing is remembered.
  package func set(_ isSet: Bool) {
    guard let path else { return }
    if isSet {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    } else {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
