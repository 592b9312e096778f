import Glibc
import NIOHTTP1
import Platform
import Web

/// Why the process that decodes pictures did not answer.
enum WorkerEnd: Equatable {
  private typealias Exit = ChildProcess.Exit

  /// The picture takes too long, or crashes the decoder; how.
  case tooSlow
  case crashed(String)
  /// Something else ended or stopped it, such as the kernel when memory is short; by which signal.
  case ended(signal: String)
  case stopped
  case unknown

  /// The signals that a program gets for what it does itself.
  private static let crashes = [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS]

  /// - Parameters:
  ///   - isStopped: whether a signal had stopped it when it was ended.
  ///   - exit: how it ended, if not because it was ended for the failure.
  init(_ failure: WorkerPipe.Failure, isStopped: Bool, _ exit: ChildProcess.Exit) {
    self =
      switch (failure, exit) {
      case (.timedOut, _): isStopped ? .stopped : .tooSlow
      case (.ended, .killed(SIGXCPU)): .tooSlow
      case (.ended, .killed(let signal)):
        Self.crashes.contains(signal) ? .crashed(Exit.name(ofSignal: signal)) : .ended(signal: Exit.name(ofSignal: signal))
      case (.ended, .exited(let status)): .crashed("status \(status)")
      case (.ended, .unknown): .unknown
      // It still ran, and has been ended for this.
      case (.tooLong, _), (.system, _): .crashed("wrong answer")
      }
  }

  /// Whether another attempt would end in the same way.
  var isFaultOfPicture: Bool {
    switch self {
    case .tooSlow, .crashed: true
    case .ended, .stopped, .unknown: false
    }
  }

  /// - Parameter patience: the time that one picture may take.
  func reply(_ patience: Duration) -> Reply {
    let (cause, status): (String, HTTPResponseStatus) =
      switch self {
      case .tooSlow: ("the picture: takes longer than \(patience); save it again with another program", .unprocessableEntity)
      case .crashed(let how): ("the picture: crashes the decoder (\(how)); save it again with another program", .unprocessableEntity)
      case .ended(let signal):
        (
          "the decoder: another program or the kernel killed it (\(signal)) twice; close programs that need much memory and try again",
          .serviceUnavailable
        )
      case .stopped: ("the decoder: another program stopped it (SIGSTOP) twice; end that program and try again", .serviceUnavailable)
      case .unknown: ("the decoder: exited twice; try again", .serviceUnavailable)
      }
    return .error(status, cause)
  }
}
