import Glibc
import Platform
import Product

/// Why a process that looks at pictures did not answer.
package enum JobEnd {
  /// The error of a picture whose process was ended because it did nothing; nil if it should be tried again.
  ///
  /// - Parameter losses: how often a process was ended while it looked at this picture.
  package static func stalled(losses: Int) -> UserError? {
    guard losses > 1 else { return nil }
    return UserError(
      "was not finished: its job did nothing for \(Stall.seconds) s",
      fix: "check the disk or the server that it is on, and what stops jobs",
      exitStatus: .noInput)
  }

  /// The signals that a program gets for what it does itself.
  private static let crashes = [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS]

  /// - Parameters:
  ///   - exit: how it ended while it looked at a picture.
  ///   - losses: how often that has happened with this picture.
  /// - Returns: the error of the picture, without its name; nil if it should be tried again.
  package static func error(_ exit: ChildProcess.Exit, losses: Int) -> UserError? {
    switch exit {
    case .killed(SIGXCPU): UserError("takes too long", fix: "save it again with another program", exitStatus: .noInput)
    case .killed(let signal) where crashes.contains(signal):
      UserError(
        "crashes the decoder (\(ChildProcess.Exit.name(ofSignal: signal)))", fix: "save it again with another program", exitStatus: .noInput
      )
    case .killed(let signal) where losses > 1:
      UserError(
        "was not finished: \(ChildProcess.Exit.name(ofSignal: signal)) ended its job twice", fix: "free some memory, or lower --jobs",
        exitStatus: .noInput)
    case .exited, .unknown: losses > 1 ? UserError("was not finished: its job exited twice", exitStatus: .noInput) : nil
    case .killed: nil
    }
  }
}
