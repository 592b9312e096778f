import Glibc

/// An error as it is shown to the user: the thing and the cause, the fix, and the exit status of the program.
public struct UserError: UserFacingError, Equatable {
  /// The thing and the cause, as in `/dev/video0: permission denied`, without a final full stop or newline.
  public var summary: String
  /// The fix; nil if none is known.
  public var fix: Fix?
  /// How the program ends that shows it.
  public var exitStatus: ExitStatus
  /// Lines that are shown instead of the description if there is more than one problem.
  public var details: [String]
  /// Whether each line is shown without the program's name in front, such as `file:line:column: …`, which editors understand.
  public var isVerbatim: Bool

  /// Creates an error; see the members.
  public init(_ summary: String, fix: Fix? = nil, exitStatus: ExitStatus, details: [String] = [], isVerbatim: Bool = false) {
    (self.summary, self.fix, self.exitStatus, self.details, self.isVerbatim) = (summary, fix, exitStatus, details, isVerbatim)
  }

  /// Converts any error: one that is not a ``UserFacingError`` becomes an internal error.
  public init(_ error: any Error) {
    self = (error as? any UserFacingError)?.userError ?? UserError("\(error)", exitStatus: .internalError)
  }

  /// The error itself.
  public var userError: UserError { self }

  /// One line, `thing: cause; fix`.
  public var description: String { description(in: .current) }

  package func description(in installation: Installation) -> String {
    fix.map { "\(joint) \($0.text(in: installation))" } ?? summary
  }

  /// The summary with the sign that separates it from the fix. Text of libraries and other programs may end in a sign of its own.
  private var joint: String {
    switch summary.last {
    case "?", "!", ":", ";": summary
    case ".", ",": summary.dropLast() + ";"
    default: summary + ";"
    }
  }

  /// The lines that are shown, one for each problem.
  public var lines: [String] { details.isEmpty ? [description] : details }
}

/// The root of the errors that are shown to the user: ``UserError`` itself, and errors with codes for programs, which convert to it. A `catch`
/// or a cast names this protocol, and never `UserError`, which would leave out the others.
public protocol UserFacingError: Error, CustomStringConvertible {
  /// What is shown.
  var userError: UserError { get }
}

extension UserFacingError {
  /// One line, `thing: cause; fix`.
  public var description: String { userError.description }
  /// How the program ends that shows it.
  public var exitStatus: ExitStatus { userError.exitStatus }
}

/// The exit statuses of all programs, those of sysexits.h.
public enum ExitStatus: Int32, Sendable {
  case success = 0
  /// A check of `swipectl doctor` failed.
  case failure = 1
  /// EX_USAGE
  case usage = 64
  /// EX_DATAERR
  case damagedInput = 65
  /// EX_NOINPUT
  case noInput = 66
  /// EX_UNAVAILABLE
  case unavailable = 69
  /// EX_SOFTWARE
  case internalError = 70
  /// EX_CANTCREAT
  case cannotCreate = 73
  /// EX_IOERR
  case inputOutput = 74
  /// EX_NOPERM
  case notPermitted = 77
  /// EX_CONFIG
  case configuration = 78

  /// The meaning of the daemon's exit status; nil for a status that it does not exit with.
  package var meaning: String? {
    switch self {
    case .success, .failure: nil
    case .usage: "wrong usage"
    case .damagedInput: "damaged input"
    case .noInput: "no such source"
    case .unavailable: "something is missing or in use"
    case .internalError: "an internal error"
    case .cannotCreate: "a file that cannot be created"
    case .inputOutput: "an input or output error"
    case .notPermitted: "not permitted"
    case .configuration: "the configuration"
    }
  }
}
