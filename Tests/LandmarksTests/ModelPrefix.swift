import Foundation
import Inference

/// Calls `body` with a folder that has this checkout's runtime and the given folders of models.
func withPrefix<R>(_ folders: [String], _ body: (RuntimePrefix, _ folder: URL) throws -> R) throws -> R {
  // The runtime looks for its parts beside the path from which the process loaded it first, which must outlast this folder.
  let checkout = try RuntimePrefix.find()
  _ = try Runtime(checkout)
  let whole = URL(fileURLWithPath: checkout.path)
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("prefix-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for name in ["runtime"] + folders {
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent(name), withDestinationURL: whole.appendingPathComponent(name))
  }
  return try body(.find(override: folder.path, executable: nil, workingDirectory: nil), folder)
}
