import Glibc
import Platform
import UserErrors

/// Why a process that decodes pictures gives no answer.
package enum PictureProcessEnd: UserFacingError, Equatable {
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

  /// Whether the picture is the cause.
  package var isOfPicture: Bool {
    switch self {
    case .tooSlow, .crashed, .exited(status: 1...): true
    case .ended, .stalled, .exited: false
    }
  }

  /// Whether the picture is not to be tried again.
  ///
  /// - Parameter losses: how often it has lost its process.
  package func isFinal(afterLosses losses: Int) -> Bool { isOfPicture || losses >= Self.attempts }

  /// The error of a picture that gets no answer, without its name.
  package var userError: UserError {
    let (cause, fix): (String, Fix) =
      switch self {
      case .tooSlow: ("takes too long", Self.saveAgain)
      case .crashed(let how): ("crashes the decoder (\(how))", Self.saveAgain)
      case .exited(let status) where status != 0: ("crashes the decoder (status \(status))", Self.saveAgain)
      case .ended(let signal):
        ("was not finished: \(signal) ended its decoder twice", "free some memory, or decode fewer pictures at a time")
      case .stalled:
        (
          "was not finished: its decoder was stopped (SIGSTOP), or waited for a disk",
          "check what stops processes, and the disk or the server that the picture is on"
        )
      case .exited: ("was not finished: its decoder exited twice", "try again")
      }
    return UserError(cause, fix: fix, exitStatus: .noInput)
  }

  private static let saveAgain: Fix = "save it again with another program"
}
