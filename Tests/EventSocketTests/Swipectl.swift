import Foundation

/// The built `swipectl`, run as a user runs it.
struct Swipectl {
  let process = Process()
  let output = Pipe(), errors = Pipe()

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = tests.appendingPathComponent("swipectl")
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Waits for the end.
  func finish() async throws -> (status: Int32, output: String, errors: String) {
    let output = try await rest(of: output)
    let errors = try await rest(of: errors)
    try await blocking { [process] in process.waitUntilExit() }
    return (process.terminationStatus, output, errors)
  }

  func rest(of pipe: Pipe) async throws -> String {
    let file = pipe.fileHandleForReading
    return try await blocking { String(decoding: file.readDataToEndOfFile(), as: UTF8.self) }
  }

  /// The output up to and including the next newline.
  func line() async throws -> String {
    let file = output.fileHandleForReading
    return try await blocking {
      var bytes: [UInt8] = []
      while bytes.last != 10, let byte = try file.read(upToCount: 1)?.first { bytes.append(byte) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
