/// The error object of JSON-RPC 2.0.
public struct RPCError: Error, Codable, Sendable, Equatable, CustomStringConvertible {
  public var code: Int
  /// One line: what is wrong, and what would be right.
  public var message: String
  /// What the message says, line by line, where it joins several.
  public var data: [String]?

  public init(code: Int, message: String, data: [String]? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  public var description: String { "\(message) (\(code))" }
}

extension RPCError {
  package static func parseError(_ message: String) -> RPCError { RPCError(code: -32700, message: message) }
  package static func invalidRequest(_ message: String) -> RPCError { RPCError(code: -32600, message: message) }
  package static func methodNotFound(_ message: String) -> RPCError { RPCError(code: -32601, message: message) }
  package static func invalidParams(_ message: String) -> RPCError { RPCError(code: -32602, message: message) }

  /// The code of ``configuration(_:)``.
  package static let configurationCode = -32005

  /// A reload found errors and has changed nothing. `data` has them one by one.
  ///
  /// - Parameter lines: `file:line:column: cause`, each on a line of its own.
  package static func configuration(_ lines: String) -> RPCError {
    let all = lines.split(whereSeparator: \.isNewline).map(String.init)
    // Both members, every character escaped, stay below the limit of a line.
    var (shown, room) = ([String](), 4096)
    for line in all {
      room -= line.utf8.count
      guard room > 0 || shown.isEmpty else { break }
      shown.append(String(line.prefix(1024)))
    }
    if shown.count < all.count { shown.append("and \(all.count - shown.count) more") }
    return RPCError(code: configurationCode, message: shown.joined(separator: "; "), data: shown)
  }

  /// What was asked cannot be done now.
  package static func unavailable(_ message: String) -> RPCError { RPCError(code: -32006, message: message) }

  /// The code of ``notAllowed(_:)``.
  package static let notAllowedCode = -32007

  /// The configuration does not allow it.
  package static func notAllowed(_ message: String) -> RPCError { RPCError(code: notAllowedCode, message: message) }

  // Each of these is the last line of a connection, with a null id.
  package static let lineTooLong = RPCError(
    code: -32000, message: "a line may be at most \(lineLimit) bytes long; closing")
  package static let tooSlow = RPCError(
    code: -32001, message: "1 MiB of lines is waiting unread and events would be lost; closing, reconnect and read on")
  package static func tooManyConnections(_ limit: Int) -> RPCError {
    RPCError(code: -32002, message: "\(limit) connections are open already; closing, try again when one has ended")
  }
  package static let otherUser = RPCError(
    code: -32003, message: "this daemon serves the user that it runs as, and no other; closing")
  /// An answer that would break the limit of the line; the connection lives on.
  package static let answerTooLong = RPCError(
    code: -32004, message: "the answer would be longer than \(lineLimit) bytes; ask for less in one line")
}
