import Foundation
import Settings
import Testing

let shippedFolder = URL(fileURLWithPath: "\(#filePath)/../../../config").standardizedFileURL

func configure(_ text: String) throws -> LoadedConfiguration {
  try LoadedConfiguration(bytes: Array(text.utf8), file: "swiped.toml")
}

/// The lines that a user would read; none when nothing is wrong.
func problems(in text: String) -> [String] { problems(in: Array(text.utf8)) }

func problems(in bytes: [UInt8]) -> [String] {
  do {
    _ = try LoadedConfiguration(bytes: bytes, file: "swiped.toml")
    return []
  } catch {
    return error.description.components(separatedBy: "\n")
  }
}

/// A folder that goes away with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("swiped-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: false, encoding: .utf8)
    return url.path
  }
}
