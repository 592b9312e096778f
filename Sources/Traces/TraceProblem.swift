import Glibc
import Platform
import SystemPackage
import UserErrors

/// What is wrong with a trace, without the place, which the reader adds.
package struct TraceProblem: Error, Equatable, CustomStringConvertible {
  let cause: String
  package var description: String { cause }
  /// The system's error number; 0 without one.
  let errno: Int32

  init(_ cause: String) { (self.cause, errno) = (cause, 0) }

  init(errno: Int32) { (cause, self.errno) = ("\(Errno(rawValue: errno))", errno) }
}

/// The errors of reading and writing a trace.
extension UserError {
  static func cannotOpen(_ path: String, errno code: Int32) -> UserError {
    UserError(
      "\(path): cannot be opened (\(TraceProblem(errno: code).cause))", fix: Fix(errno: code) ?? "check the path and its permissions",
      exitStatus: [EACCES, EPERM].contains(code) ? .notPermitted : .noInput)
  }

  static func cannotRead(_ path: String, _ problem: TraceProblem) -> UserError {
    UserError(
      "\(path): cannot be read further (\(problem.cause))", fix: Fix(errno: problem.errno) ?? "check the disk, or copy the trace again",
      exitStatus: .noInput)
  }

  static func cannotCreate(_ path: String, errno code: Int32) -> UserError {
    if code == EEXIST {
      return UserError("\(path): exists already", fix: "name another file, or overwrite it with --force", exitStatus: .cannotCreate)
    }
    return UserError(
      "\(path): cannot be created (\(TraceProblem(errno: code).cause))", fix: Fix(errno: code) ?? "name a file where you may write",
      exitStatus: .cannotCreate)
  }

  static func cannotWrite(_ path: String, _ problem: TraceProblem) -> UserError {
    UserError(
      "\(path): cannot be written further (\(problem.cause)); what was written before is kept",
      fix: Fix(errno: problem.errno) ?? "write to another place", exitStatus: .inputOutput)
  }

  package static let noFolderForWrongSwipes = UserError(
    "swipes marked as wrong: no folder is known for them", fix: "set HOME, or XDG_DATA_HOME to an absolute path",
    exitStatus: .configuration)

  /// The error of writing a trace that is of no use unless it is whole.
  static func cannotKeep(_ path: String, _ problem: TraceProblem) -> UserError {
    UserError(
      "\(path): cannot be written (\(problem.cause)), so nothing is kept", fix: Fix(errno: problem.errno) ?? "check the disk",
      exitStatus: .inputOutput)
  }

  static func damaged(
    _ path: String, line: Int, _ problem: TraceProblem, fix: Fix = "record it again, or cut the trace off before this line"
  ) -> UserError {
    UserError("\(path):\(line): \(problem.cause)", fix: fix, exitStatus: .damagedInput)
  }
}
