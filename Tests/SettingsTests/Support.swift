import Foundation
import Glibc
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

/// Whether a line is about a place of the file and names some things. The sentence around them is free.
///
/// - Parameter expected: the place and the things, separated by spaces, as in `2:9: camera.width 640.0`.
func isProblem(_ line: String, _ expected: String) -> Bool {
  let parts = expected.split(separator: " ")
  return line.hasPrefix("swiped.toml:\(parts[0])") && parts.dropFirst().allSatisfy { line.contains($0) }
}

/// A folder that is removed with its owner.
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

/// Runs a test as a user to whom something can be refused: root opens files as nobody, who owns some. This concerns this thread alone.
func unprivileged(owning paths: [String], _ body: () throws -> Void) throws {
  guard geteuid() == 0 else { return try body() }
  let nobody: uid_t = 65534
  for path in paths { try #require(chown(path, nobody, nobody) == 0) }
  // Swift's Glibc lacks it.
  let setfsuid = unsafeBitCast(dlsym(nil, "setfsuid"), to: (@convention(c) (uid_t) -> Int32).self)
  _ = setfsuid(nobody)
  defer { _ = setfsuid(geteuid()) }
  try body()
}
