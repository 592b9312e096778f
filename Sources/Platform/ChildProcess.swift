import CLinux
import Glibc
import SystemPackage

/// The owner of a child process, which waits for its end.
///
/// Not swift-subprocess: it is for asynchronous callers only, keeps threads and descriptors of its own, and adds 3.5 MB to each program.
package struct ChildProcess: ~Copyable {
  /// How a program ended.
  package enum Exit: Sendable, Equatable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// The kernel reaped the process, as it does if SIGCHLD is ignored.
    case unknown

    /// The name of a signal, such as SIGKILL.
    package static func name(ofSignal number: Int32) -> String {
      sigabbrev_np(number).map { "SIG" + String(cString: $0) } ?? "signal \(number)"
    }

    /// The status as a shell reports it: 128 and the signal's number for a program that was killed.
    package var status: Int32 {
      switch self {
      case .exited(let status): status
      case .killed(let signal): 128 + signal
      case .unknown: 0
      }
    }
  }

  /// What a program shares with this process.
  package enum Surroundings: Sendable {
    /// A session of its own, with no other descriptor of this process, and no signal blocked or ignored. Otherwise `kill 0`, which scripts
    /// use to end the processes that they started, would also end this process, and the program could change this process's terminal.
    case own
    /// The terminal, the descriptors and the signals of this process, but for those that this process handles otherwise than it was told to.
    case terminal(restoring: [Int32])
  }

  /// The number of the process, to send it signals until it has been waited for.
  package let id: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the program, looked up on PATH if it is not a path, and its arguments.
  ///   - environment: nil for the environment of this process.
  ///   - input: becomes its standard input; nil for `/dev/null`.
  ///   - output: becomes its standard output.
  ///   - errors: becomes its standard error.
  ///   - surroundings: what it shares with this process.
  package init(
    _ command: [String], environment: [String: String]? = nil, input: Int32? = nil, output: Int32 = STDERR_FILENO,
    errors: Int32 = STDERR_FILENO, surroundings: Surroundings = .own
  ) throws(Errno) {
    guard let program = command.first else { throw .noSuchFileOrDirectory }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    switch surroundings {
    case .own:
      // Some libraries open descriptors without close-on-exec.
      posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
      posix_spawnattr_setsigmask(&attributes, &signals)
      sigfillset(&signals)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID))
    case .terminal(let restored):
      for number in restored { sigaddset(&signals, number) }
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)

    var id: pid_t = 0
    let result = Memory.withHugePages {
      withStrings(command) { arguments in
        guard let environment else { return posix_spawnp(&id, program, &actions, &attributes, arguments, linux_environment()) }
        return withStrings(environment.map { "\($0.key)=\($0.value)" }) { posix_spawnp(&id, program, &actions, &attributes, arguments, $0) }
      }
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    self.id = id
  }

  deinit { waitpid(id, nil, 0) }

  /// Waits for the end of the process, but not longer.
  ///
  /// - Returns: whether it has ended.
  private func hasEnded(untilNs: UInt64) -> Bool {
    var status = siginfo_t()
    while waitid(P_PID, id_t(id), &status, WEXITED | WNOHANG | WNOWAIT) == 0, status.si_signo == 0 {
      if monotonicNs() >= untilNs { return false }
      usleep(5000)
    }
    return true
  }

  /// Whether a signal has stopped the process, so that it does nothing until another one lets it go on.
  package var isStopped: Bool {
    var status = siginfo_t()
    let isChanged = waitid(P_PID, id_t(id), &status, WSTOPPED | WNOHANG | WNOWAIT) == 0
    return isChanged && status.si_code == CLD_STOPPED
  }

  /// The memory that it shares with no file and no other process, in KiB; nil if that is not known.
  package var ownMemoryKiB: Int? {
    let line = Files.text(of: "/proc/\(id)/status")?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
  }

  /// The processor time that it has used, in ns; nil if it has ended.
  package var processorNs: UInt64? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return UInt64(clamping: time.tv_sec) * 1_000_000_000 + UInt64(clamping: time.tv_nsec)
  }

  /// Ends the process, without waiting: one that waits for a disk ends only when that answers. It stays in the table of processes until this
  /// process ends.
  package consuming func abandon() {
    Glibc.kill(id, SIGKILL)
    discard self
  }

  /// Ends the process at once, and waits for its end.
  package consuming func kill() -> Exit {
    Glibc.kill(id, SIGKILL)
    return wait()
  }

  /// Waits for the end of the process.
  package consuming func wait() -> Exit {
    let id = id
    discard self
    var status: Int32 = 0
    do throws(Errno) { try systemCall { waitpid(id, &status, 0) } } catch { return .unknown }
    // Like the macros of wait(2), which Swift cannot import.
    let signal = status & 0x7f
    return signal != 0 ? .killed(signal: signal) : .exited(status: status >> 8 & 0xff)
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - environment: nil for the environment of this process.
  ///   - mergingErrors: whether standard error is part of the output; otherwise it is discarded.
  ///   - limit: number of bytes of output to read; further output is not waited for.
  ///   - patience: the time after which the program is killed, with what it has started; nil for any.
  /// - Returns: the output, and how the program ended.
  package static func output(
    of command: [String], environment: [String: String]? = nil, mergingErrors: Bool, limit: Int = 1 << 20, within patience: Duration? = nil
  ) throws(Errno) -> (bytes: [UInt8], exit: Exit) {
    let untilNs = patience.map { monotonicNs() + UInt64($0 / .nanoseconds(1)) }
    let pipe = try FileDescriptor.pipe(options: .closeOnExec)
    let reading = OwnedDescriptor(owning: pipe.readEnd.rawValue)
    let writing = OwnedDescriptor(owning: pipe.writeEnd.rawValue)
    let nowhere = try OwnedDescriptor(opening: "/dev/null", .writeOnly)
    let process = try ChildProcess(
      command, environment: environment, output: writing.number, errors: mergingErrors ? writing.number : nowhere.number)
    // The output ends only when every writing end is closed.
    close(writing.release())
    let bytes = try reading.readAll(limit: limit, untilNs: untilNs)
    close(reading.release())
    // What it has started may keep the output open when it has ended itself. It is of its session, and so of its process group.
    if let untilNs, !process.hasEnded(untilNs: untilNs) || monotonicNs() >= untilNs { Glibc.kill(-process.id, SIGKILL) }
    return (bytes, process.wait())
  }
}

/// Calls `body` with strings as a C array that ends with nil.
private func withStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return body(copies)
}
