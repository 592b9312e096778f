import CLinux
import Glibc
import SystemPackage

/// The owner of a program that runs, and of its end.
///
/// Not swift-subprocess: it is for asynchronous callers only, keeps threads and descriptors of its own, and adds 3.5 MB to each program.
package struct ChildProcess: ~Copyable {
  /// How a program ended.
  package enum Exit: Sendable, Equatable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// The kernel has waited for it, as it does where SIGCHLD is ignored.
    case unknown

    /// The status as a shell reports it: 128 and the signal's number for a program that was killed.
    package var status: Int32 {
      switch self {
      case .exited(let status): status
      case .killed(let signal): 128 + signal
      case .unknown: 0
      }
    }
  }

  private let id: pid_t

  /// Starts a program that reads nothing, has no other descriptor of this process, no signal blocked or ignored, and a session of its own.
  ///
  /// - Parameters:
  ///   - command: the program, looked for on PATH if it is no path, and its arguments.
  ///   - environment: nil for this process's own.
  ///   - output: becomes its standard output.
  ///   - errors: becomes its standard error.
  package init(
    _ command: [String], environment: [String: String]? = nil, output: Int32 = STDERR_FILENO, errors: Int32 = STDERR_FILENO
  ) throws(Errno) {
    guard let program = command.first else { throw .noSuchFileOrDirectory }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // Not everything that a library opens is close-on-exec.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // In a session of its own: `kill 0`, which scripts have to end what they started, would end this process as well, and the terminal
    // that this process was started in is not the command's to change.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID))

    var id: pid_t = 0
    let result = withStrings(command) { arguments in
      guard let environment else { return posix_spawnp(&id, program, &actions, &attributes, arguments, linux_environment()) }
      return withStrings(environment.map { "\($0.key)=\($0.value)" }) { posix_spawnp(&id, program, &actions, &attributes, arguments, $0) }
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    self.id = id
  }

  deinit { waitpid(id, nil, 0) }

  /// Waits for its end.
  package consuming func wait() -> Exit {
    let id = id
    discard self
    var status: Int32 = 0
    do throws(Errno) { try systemCall { waitpid(id, &status, 0) } } catch { return .unknown }
    // As the macros of wait(2) do.
    let signal = status & 0x7f
    return signal != 0 ? .killed(signal: signal) : .exited(status: status >> 8 & 0xff)
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - mergingErrors: whether what it writes to standard error is part of the output, or lost.
  ///   - limit: bytes of output that are read; a program that writes more is not waited for until it has written all of it.
  /// - Returns: what it wrote, and how it ended.
  package static func output(
    of command: [String], mergingErrors: Bool, limit: Int = 1 << 20
  ) throws(Errno) -> (bytes: [UInt8], exit: Exit) {
    let pipe = try FileDescriptor.pipe(options: .closeOnExec)
    let reading = OwnedDescriptor(owning: pipe.readEnd.rawValue)
    let writing = OwnedDescriptor(owning: pipe.writeEnd.rawValue)
    let nowhere = try OwnedDescriptor(opening: "/dev/null", .writeOnly)
    let process = try ChildProcess(command, output: writing.number, errors: mergingErrors ? writing.number : nowhere.number)
    // Until the last writing end is closed, the output has no end.
    close(writing.release())
    let bytes = try reading.readAll(limit: limit)
    close(reading.release())
    return (bytes, process.wait())
  }
}

/// Gives strings as C has an array of them, ended by nil.
private func withStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return body(copies)
}
