import Glibc
import Platform
import SystemPackage
import UserErrors

/// Standard input, standard output and standard error.
package enum StandardStreams {
  /// Makes descriptors 0 to 2 safe to use; to be called before anything else opens a file.
  ///
  /// A descriptor that the parent closed is opened on `/dev/null`: the next file opened would take its number, and be read or
  /// written as a standard stream. Reading a closed standard input and writing to a closed standard output fail nevertheless: what was asked
  /// for would be lost.
  ///
  /// SIGPIPE is ignored, so that write(2) reports a reader that has gone. SIGCHLD is not, even if the parent ignores it: the kernel would
  /// keep from this process how a program ended.
  package static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // open(2) uses the lowest free number, which is this one.
      _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
    }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGCHLD, SIG_DFL)
  }
}

extension UserError {
  /// The error of writing to standard output. A reader that has gone is a success: it has read all that it needs, like `head` after ten
  /// lines.
  package static func writingOutput(errno code: Int32) -> UserError {
    UserError(
      "standard output: \(Errno(rawValue: code))",
      fix: code == ENOSPC || code == EDQUOT ? "free some space, or write to another place" : "write to a place that accepts output",
      exitStatus: code == EPIPE ? .success : .inputOutput)
  }
}

/// Standard output, without a buffer.
package enum StandardOutput {
  /// Whether to use colors: on a terminal, unless `NO_COLOR` is set (no-color.org).
  package static var hasColors: Bool { isatty(STDOUT_FILENO) == 1 && Environment["NO_COLOR"]?.isEmpty ?? true }

  /// The width of the terminal, on which a line can change in place; nil where standard output is not such a terminal.
  package static var terminalColumns: Int? {
    guard isatty(STDOUT_FILENO) == 1, Environment["TERM"] != "dumb" else { return nil }
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Writes human-readable lines, each with its control characters escaped.
  package static func write(lines: [String]) throws(UserError) { try write(text: lines.map { $0.printable + "\n" }.joined()) }

  /// Writes human-readable text, whose control characters take effect.
  package static func write(text: String) throws(UserError) { try write(bytes: Ascii.adapted(text).utf8) }

  /// Writes one JSON document as a line, with the control characters that JSON permits escaped as well.
  package static func write(json: [UInt8]) throws(UserError) {
    try write(bytes: escapingControlCharacters(inJSON: json) + [UInt8(ascii: "\n")])
  }

  /// Writes bytes as they are.
  package static func write(bytes: some Sequence<UInt8>) throws(UserError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another program has made the shared terminal non-blocking.
        wait(for: STDOUT_FILENO, milliseconds: -1)
      } else if errno != EINTR {
        throw UserError.writingOutput(errno: errno)
      }
    }
  }

  private static let patienceMs: Int32 = 300

  /// Writes bytes, but waits no longer for their reader than shortly after a wakeup.
  ///
  /// - Returns: whether all were written.
  package static func write(bytes: [UInt8], unless end: borrowing Wakeup) throws(UserError) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      var waiting = [
        pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0), pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      poll(&waiting, 2, -1)
      if waiting[0].revents == 0, waiting[1].revents != 0 {
        wait(for: STDOUT_FILENO, milliseconds: patienceMs)
        guard poll(&waiting, 1, 0) > 0 else { return false }
      }
      // A pipe that can be written has room for this many bytes.
      let piece = rest.prefix(Int(PIPE_BUF))
      let count = piece.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        throw UserError.writingOutput(errno: errno)
      }
    }
    return true
  }

  /// Waits until a descriptor can be written.
  fileprivate static func wait(for descriptor: Int32, milliseconds: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&waiting, 1, milliseconds)
  }
}

/// Standard error. Errors of writing to it are ignored, since they cannot be reported.
package enum StandardError {
  /// Writes a line, with its control characters escaped; if that fails, the line is lost.
  ///
  /// - Parameter prefix: written before the line without escapes, such as the priority that journald reads.
  package static func line(_ text: String, prefix: String = "") {
    let bytes = Array("\(prefix)\(Ascii.adapted(text.printable))\n".utf8)
    for _ in 0..<retries {
      // One call, so that the lines of several processes are not mixed.
      guard Glibc.write(STDERR_FILENO, bytes, bytes.count) < 0 else { return }
      guard errno == EINTR || errno == EAGAIN else { return }
      if errno == EAGAIN { StandardOutput.wait(for: STDERR_FILENO, milliseconds: 50) }
    }
  }

  /// The number of attempts to write to a non-blocking descriptor that is full. More would delay the program for a log line.
  private static let retries = 3
}
