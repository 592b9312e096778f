import FoundationEssentials
import Platform

/// Remembers what a camera's control was before it was changed here, until it is restored: if this process is killed meanwhile, the next
/// one finds the person's value, and not the one that was set here.
package struct ControlMemory: Sendable, Equatable {
  /// Nil: nothing is remembered.
  private let folder: String?

  /// - Parameter folder: one that lasts until the user logs out.
  package init(folder: String? = nil) { self.folder = folder }

  /// - Parameter camera: its node and name.
  func value(of camera: String) -> Int32? { path(camera).flatMap { Files.line(of: $0) }.flatMap { Int32($0) } }

  /// - Parameter value: nil once it is restored. If it cannot be written, nothing is remembered.
  func set(_ value: Int32?, of camera: String) {
    guard let path = path(camera) else { return }
    if let value {
      _ = FileManager.default.createFile(atPath: path, contents: Data("\(value)\n".utf8))
    } else {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private func path(_ camera: String) -> String? {
    let name = String(camera.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    return folder.map { "\($0)/exposure-of\(name.prefix(100))" }
  }
}
