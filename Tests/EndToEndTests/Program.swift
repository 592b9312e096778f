import Foundation
import Glibc
import TestTime
import Testing

/// Everything that runs the built programs, one test at a time: they take a whole processor, and are timed.
@Suite("The programs, as a user runs them", .serialized)
struct EndToEnd {}

/// A directory for one test, which is removed afterwards. Its path is short, since a socket's path has at most 107 bytes.
final class Scratch: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/swiped-e2e-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  var socket: String { file("s.sock") }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// - Returns: the new file's path.
  @discardableResult func write(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    try Data(content).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// A running program of this package, which is killed in `deinit`.
final class Program {
  /// How one ended, and what it said.
  struct Outcome {
    /// Nil when a signal ended it.
    let status: Int32?
    let output: [String], errors: [String]
  }

  /// The folder of the built programs, which is that of the tests.
  static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  /// The programs run as a service does, without a terminal, also where a person runs the tests: a hang-up means something else
  /// under one.
  private static let hasLeftTerminal: Void = {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return }
    _ = ioctl(terminal, UInt(TIOCNOTTY))
    close(terminal)
  }()

  let output: LineReader
  let errors: LineReader
  private let process = Process()
  private let pipes = (output: Pipe(), errors: Pipe())

  /// - Parameters:
  ///   - name: of a program of this package; or a path.
  ///   - environment: put over PATH and a HOME and a session directory that are empty.
  ///   - input: a pipe or a file handle; nothing unless given.
  ///   - output: likewise; read by ``output`` unless given.
  init(
    _ name: String, _ arguments: [String], home: Scratch, environment: [String: String] = [:], input: Any? = nil, output: Any? = nil
  ) throws {
    Self.hasLeftTerminal
    let path = name.hasPrefix("/") ? URL(fileURLWithPath: name) : Self.folder.appendingPathComponent(name)
    try #require(FileManager.default.isExecutableFile(atPath: path.path), "\(path.path) is missing; build it first: scripts/build --tests")
    let own = ProcessInfo.processInfo.environment.filter { ["PATH", "SWIPED_RUNTIME"].contains($0.key) }
    process.executableURL = path
    process.arguments = arguments
    process.environment = own.merging(["HOME": home.path, "XDG_RUNTIME_DIR": home.path]) { $1 }.merging(environment) { $1 }
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = output ?? pipes.output
    process.standardError = pipes.errors
    self.output = LineReader(pipes.output.fileHandleForReading.fileDescriptor)
    errors = LineReader(pipes.errors.fileHandleForReading.fileDescriptor)
    try process.run()
  }

  /// Kills what it has started, too. Without the wait, a test that expects the end of another process would find this one, for ever; and
  /// Foundation does not wait while a process that it has started runs.
  deinit {
    guard process.isRunning else { return }
    kill(-process.processIdentifier, SIGKILL)
    waitpid(process.processIdentifier, nil, 0)
  }

  var id: Int32 { process.processIdentifier }

  func send(_ signal: Int32) {
    if process.isRunning { kill(process.processIdentifier, signal) }
  }

  /// Goes away as a reader does.
  func closeOutput() throws { try pipes.output.fileHandleForReading.close() }

  /// Waits for the end of a program whose output was read or redirected, and kills it after `patience`.
  ///
  /// - Returns: nil when a signal ended it.
  func exitStatus() async throws -> Int32? {
    let watchdog = Task { [process] in
      try await Task.sleep(for: .seconds(Int(patience)))
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    try await blocking { [process] in process.waitUntilExit() }
    watchdog.cancel()
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }

  /// Waits for the end.
  func finish() async throws -> Outcome {
    let output = try await output.rest()
    let errors = try await errors.rest()
    return Outcome(status: try await exitStatus(), output: output, errors: errors)
  }
}

/// The memory of a process that is not swapped out, in KiB.
func residentKiB(of process: Int32) throws -> Int {
  let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
  return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
}

/// Runs a program to its end.
func run(_ name: String, _ arguments: [String], home: Scratch, environment: [String: String] = [:]) async throws -> Program.Outcome {
  try await Program(name, arguments, home: home, environment: environment).finish()
}
