import EventProtocol
import Glibc

/// Why the socket cannot be had, in one line: the thing, the cause, the mend.
public struct SocketError: Error, Sendable, Equatable, CustomStringConvertible {
  public enum Code: Sendable, Equatable {
    /// Another instance of the daemon holds the lock.
    case alreadyRunning
    /// Another program listens there.
    case inUse
    /// The path holds something that is no socket.
    case inTheWay
    case pathTooLong
    case pathEmpty
    case noRuntimeDirectory
    case permission
    /// Any other refusal of the system.
    case unavailable
    /// A client found no daemon.
    case notRunning
    /// A client got no answer, or none that it understands.
    case badAnswer
    /// What systemd passed is not what the daemon can serve at.
    case badInheritance
    /// The daemon refuses what a client asked.
    case refused(RPCError)
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The exit status for it, as in sysexits.h.
  public var exitStatus: Int32 {
    switch code {
    case .alreadyRunning, .inUse, .inTheWay, .unavailable, .notRunning: 69
    case .badAnswer: 70
    case .pathTooLong, .pathEmpty: 64
    case .permission: 77
    case .noRuntimeDirectory, .badInheritance: 78
    case .refused(let error): error.code == RPCError.configurationCode ? 78 : error.code == RPCError.notAllowedCode ? 77 : 69
    }
  }

  public var description: String { message }

  static func refused(_ error: RPCError) -> SocketError { SocketError(.refused(error), "swiped says: \(error.message)") }

  /// What the system refused, as `errno` tells it.
  static func system(_ thing: String, mend: String, errno number: Int32 = errno) -> SocketError {
    let code: Code = [EACCES, EPERM, EROFS].contains(number) ? .permission : .unavailable
    return SocketError(code, "\(thing): \(String(cString: strerror(number))): \(mend)")
  }
}
