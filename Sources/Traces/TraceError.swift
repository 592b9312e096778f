import Glibc

/// What is wrong with a line of a trace; without the place, which its reader knows.
package struct TraceProblem: Error, Equatable {
  let cause: String

  init(_ cause: String) { self.cause = cause }

  static func unknown(_ name: String, _ value: String) -> TraceProblem {
    TraceProblem("\(name) is \"\(value.prefix(40))\", which this version of swiped does not know")
  }
}

/// Why a trace cannot be read or written, in one line: the file, the cause and the mend.
package struct TraceError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String
  /// As in sysexits.h.
  package let exitStatus: Int32

  init(_ description: String, exitStatus: Int32) {
    self.description = description
    self.exitStatus = exitStatus
  }

  static func cannotOpen(_ path: String, errno code: Int32) -> TraceError {
    TraceError(
      "\(path): cannot be opened (\(text(code))); check the path and its permissions",
      exitStatus: [EACCES, EPERM].contains(code) ? EX_NOPERM : EX_NOINPUT)
  }

  static func cannotRead(_ path: String, _ cause: String) -> TraceError {
    TraceError("\(path): cannot be read further (\(cause)); check the disk, or copy the trace anew", exitStatus: EX_NOINPUT)
  }

  static func cannotCreate(_ path: String, errno code: Int32) -> TraceError {
    if code == EEXIST {
      return TraceError("\(path): exists already; name another file, or overwrite it with --force", exitStatus: EX_CANTCREAT)
    }
    return TraceError("\(path): cannot be created (\(text(code))); name a file where you may write", exitStatus: EX_CANTCREAT)
  }

  static func cannotWrite(_ path: String, _ cause: String) -> TraceError {
    TraceError(
      "\(path): cannot be written further (\(cause)); what came before is there; write to somewhere that takes it", exitStatus: EX_IOERR)
  }

  static func damaged(_ path: String, line: Int, _ cause: String, mend: String = "record it anew, or cut the trace off before this line")
    -> TraceError
  {
    TraceError("\(path):\(line): \(cause); \(mend)", exitStatus: EX_DATAERR)
  }

  private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
