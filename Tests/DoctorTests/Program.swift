import Foundation
import Glibc

/// Runs the built `swipectl` with its own home and runtime directory, which are removed in `deinit`.
final class Machine {
  struct Outcome {
    let status: Int32
    let output: String, errors: String

    /// The findings of a check, from the output of `--json`.
    func findings(_ check: String) throws -> [Line] {
      try JSONDecoder().decode([Line].self, from: Data(output.utf8)).filter { $0.check == check }
    }
  }

  struct Line: Decodable, Equatable {
    let check: String, ok: Bool, message: String, fix: String?
  }

  let path: String
  var environment: [String: String] = [:]

  init() {
    // Short, since a socket's path has at most 107 bytes. Without links, as the kernel reports it.
    var template = Array("/tmp/swiped-doctor-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// - Returns: the new file's path.
  @discardableResult func write(_ name: String, _ text: String = "") throws -> String {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// - Parameter limit: a command of the shell that limits the program, such as `ulimit -n 8`.
  func run(_ arguments: String..., limit: String? = nil) throws -> Outcome {
    // Where the build put the programs: beside the tests.
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    let program = folder.appendingPathComponent("swipectl")
    process.executableURL = limit == nil ? program : URL(fileURLWithPath: "/bin/bash")
    process.arguments = limit.map { ["-c", #"\#($0) && exec "$0" "$@""#, program.path] + arguments } ?? arguments
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": path, "XDG_RUNTIME_DIR": path].merging(environment) { $1 }
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
  }
}

/// Listens at a path, sends a greeting if there is one, and leaves the file behind.
final class Listener: Sendable {
  private let descriptor: Int32

  init(_ path: String, greeting: String? = nil) throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafeBytes(of: &address) {
      bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count)) == 0
    }
    guard isBound, listen(descriptor, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
    guard let greeting else { return }
    Thread.detachNewThread { [descriptor] in
      let connection = accept(descriptor, nil, nil)
      _ = send(connection, greeting + "\n", greeting.utf8.count + 1, Int32(MSG_NOSIGNAL))
      close(connection)
    }
  }

  deinit { close(descriptor) }
}
