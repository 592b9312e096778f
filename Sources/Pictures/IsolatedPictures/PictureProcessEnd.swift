import Glibc
import Platform
import UserErrors

/// Why a process that decodes pictures gives no answer.
package enum PictureProcessEnd: Error, Equatable, CustomStringConvertible {
  /// The picture takes too long, or crashes the decoder; how.
  case tooSlow
  case crashed(String)
  /// Something else ended it, such as the kernel when memory is short; by which signal.
  case ended(signal: String)
  /// It does nothing: a signal has stopped it, or it waits for a disk.
  case stalled
  case exited(status: Int32)

  /// How often a picture is tried while something else than the picture ends its process.
  private static let attempts = 2

  /// The signals that a program gets for what it does itself.
  private static let crashes = [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS]

  package init(_ exit: ChildProcess.Exit) {
    self =
      switch exit {
      case .killed(SIGXCPU): .tooSlow
      case .killed(let signal) where Self.crashes.contains(signal): .crashed(ChildProcess.Exit.name(ofSignal: signal))
      case .killed(let signal): .ended(signal: ChildProcess.Exit.name(ofSignal: signal))
      case .exited(let status): .exited(status: status)
      case .unknown: .exited(status: 0)
      }
  }

  /// Whether the picture is not to be tried again.
  ///
  /// - Parameter losses: how often it has lost its process.
  package func isFinal(afterLosses losses: Int) -> Bool {
    switch self {
    case .tooSlow, .crashed, .exited(status: 1...): true
    case .ended, .stalled, .exited: losses >= Self.attempts
    }
  }

  /// What it says of the picture of a job.
  package var description: String {
    switch self {
    case .tooSlow: "takes too long"
    case .crashed(let how): "crashes the decoder (\(how))"
    case .exited(let status) where status != 0: "crashes the decoder (status \(status))"
    case .ended(let signal): "was not finished: \(signal) ended its job twice"
    case .stalled: "was not finished: its job did nothing for \(Stall.seconds) s"
    case .exited: "was not finished: its job exited twice"
    }
  }

  /// The error of a picture that a job gives no answer to, without its name.
  package var pictureError: UserError {
    let fix: Fix? =
      switch self {
      case .tooSlow, .crashed, .exited(status: 1...): "save it again with another program"
      case .ended: "free some memory, or lower --jobs"
      case .stalled: "check the disk or the server that it is on, and what stops jobs"
      case .exited: nil
      }
    return UserError("\(self)", fix: fix, exitStatus: .noInput)
  }
}
