import EventProtocol
import Glibc
import Platform
import SystemPackage
import UserErrors

/// Why the socket cannot be used.
public struct SocketError: UserFacingError, Equatable {
  /// What kind of error it is, for programs.
  public enum Code: Sendable, Equatable {
    /// Another instance of the daemon holds the lock.
    case alreadyRunning
    /// Another program listens there.
    case inUse
    /// The path holds something that is not a socket.
    case inTheWay
    case pathTooLong
    case pathEmpty
    case noRuntimeDirectory
    case permission
    /// Any other refusal of the system.
    case unavailable
    /// A client found no daemon.
    case notRunning
    /// A client got an answer that it does not understand.
    case badAnswer
    /// A client got no answer in time.
    case silent
    /// The daemon cannot serve on what systemd passed.
    case badInheritance
    /// The daemon refuses a client's request.
    case refused(RPCError)
  }

  /// What kind of error it is.
  public let code: Code
  private let summary: String
  private let fix: Fix?

  /// - Parameters:
  ///   - code: what programs distinguish errors by.
  ///   - summary: the thing and the cause, in one line without a final full stop.
  ///   - fix: what to do about it; nil where nothing is known to help.
  public init(_ code: Code, _ summary: String, fix: Fix? = nil) {
    (self.code, self.summary, self.fix) = (code, summary, fix)
  }

  /// The error in words, with its fix.
  public var userError: UserError {
    var error = UserError(summary, fix: fix, exitStatus: .unavailable)
    switch code {
    case .alreadyRunning, .inUse, .inTheWay, .unavailable, .notRunning: break
    case .badAnswer, .silent: error.exitStatus = .internalError
    case .pathTooLong, .pathEmpty: error.exitStatus = .usage
    case .permission: error.exitStatus = .notPermitted
    case .noRuntimeDirectory, .badInheritance: error.exitStatus = .configuration
    case .refused(let refusal):
      if refusal.code == RPCError.configurationCode { error.exitStatus = .configuration }
      if refusal.code == RPCError.notAllowedCode { error.exitStatus = .notPermitted }
      if refusal.code == RPCError.unknownProfileCode {
        error.exitStatus = .usage
        break
      }
      // What the daemon reports line by line, such as the places in its configuration, is passed on as it is.
      error.details = refusal.data ?? []
      error.isVerbatim = refusal.data != nil
    }
    return error
  }

  /// The error of an answer that this program cannot read.
  package static let unknownAnswer = SocketError(
    .badAnswer, "swiped answered in a way that this program does not know", fix: "use swiped and this program of the same version")

  static func refused(_ error: RPCError) -> SocketError { SocketError(.refused(error), error.message) }

  /// The error of a path that ``RuntimeDirectory`` does not accept.
  static func runtimeDirectory(_ error: UserError) -> SocketError {
    SocketError(.noRuntimeDirectory, error.summary, fix: error.fix)
  }

  /// A refusal of the system.
  static func system(_ thing: String, fix: Fix, errno number: Int32 = errno) -> SocketError {
    let code: Code = [EACCES, EPERM, EROFS].contains(number) ? .permission : .unavailable
    return SocketError(code, "\(thing): \(Errno(rawValue: number))", fix: Fix(errno: number) ?? fix)
  }
}
