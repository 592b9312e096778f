import CSpawn
import Glibc

/// How a command ended.
enum Outcome: CustomStringConvertible {
  case succeeded
  case notStarted(errno: Int32)
  case exited(status: Int32)
  case killed(signal: Int32)

  /// Runs a command, and waits for its end.
  init(running command: [String], _ environment: [String: String]) {
    var process: pid_t = 0
    let result = spawn(command, environment, &process)
    guard result == 0 else {
      self = .notStarted(errno: result)
      return
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else {
        // Somebody else has taken its end: where SIGCHLD is ignored, the kernel.
        self = .succeeded
        return
      }
    }
    // As the macros of wait(2) do.
    let signal = status & 0x7f
    let code = status >> 8 & 0xff
    self = signal != 0 ? .killed(signal: signal) : code == 0 ? .succeeded : .exited(status: code)
  }

  var hasFailed: Bool { if case .succeeded = self { false } else { true } }

  var description: String {
    switch self {
    case .succeeded: "succeeded"
    case .notStarted(let code): "cannot be started: \(String(cString: strerror(code))); \(mend(code))"
    case .exited(let status): "failed: exit status \(status); its own words, if any, are above"
    case .killed(let signal): "failed: killed by signal \(signal) (\(String(cString: strsignal(signal)))); run it in a terminal to see why"
    }
  }

  private func mend(_ code: Int32) -> String {
    switch code {
    case ENOENT: "give the full path, or install it"
    case EACCES: "make it executable with `chmod +x`, or name another program"
    case ENOEXEC: "begin the script with a line as #!/bin/sh"
    default: "it is tried again at the next swipe"
    }
  }
}

/// Starts a program that reads nothing, writes to this process's standard error, has nothing else that is open here, and no
/// signal blocked or ignored.
///
/// - Returns: 0, or an errno.
private func spawn(_ command: [String], _ environment: [String: String], _ process: inout pid_t) -> Int32 {
  guard let program = command.first else { return ENOENT }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
  // Not all that a library opens is closed by itself in a child.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

  return withStrings(command) { arguments in
    withStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
      posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
    }
  }
}

/// As C has an array of strings, ended by nil.
private func withStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return body(copies)
}
