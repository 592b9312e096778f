/// An error object of JSON-RPC 2.0.
public struct RPCError: Error, Codable, Sendable, Equatable, CustomStringConvertible {
  /// The code: those of JSON-RPC 2.0, and from -32000 down those of swiped-protocol(7).
  public var code: Int
  /// One line: what is wrong, and what would be right.
  public var message: String
  /// The lines that the message joins, where there are several.
  public var data: [String]?

  /// Creates an error; see the members.
  public init(code: Int, message: String, data: [String]? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  public var description: String { "\(message) (\(code))" }

  /// The error as a response line with a null id, including its newline.
  package var line: [UInt8] { Response(id: .null, result: .failure(self)).line }
}

extension RPCError {
  package static func parseError(_ message: String) -> RPCError { RPCError(code: -32700, message: message) }
  package static func invalidRequest(_ message: String) -> RPCError { RPCError(code: -32600, message: message) }

  /// The code of ``methodNotFound(_:)``.
  package static let methodNotFoundCode = -32601

  /// This version has no such method.
  package static func methodNotFound(_ message: String) -> RPCError { RPCError(code: methodNotFoundCode, message: message) }

  package static func invalidParams(_ message: String) -> RPCError { RPCError(code: -32602, message: message) }

  // Each of these four is the last line of a connection.
  package static let lineTooLong = RPCError(
    code: -32000, message: "a line may be at most \(lineLimit) bytes long; closing")
  package static let tooSlow = RPCError(
    code: -32001, message: "1 MiB of lines is waiting unread and events would be lost; closing, reconnect and read on")
  package static func tooManyConnections(_ limit: Int) -> RPCError {
    RPCError(code: -32002, message: "\(limit) connections are open already; closing; try again when one has closed")
  }
  package static let otherUser = RPCError(
    code: -32003, message: "this daemon serves the user that it runs as, and no other; closing")

  /// The code of both errors of a response that exceeds the line limit. The connection stays open.
  private static let tooLongCode = -32004

  /// Nothing was carried out.
  package static let responseTooLong = RPCError(
    code: tooLongCode, message: "the answer would be longer than \(lineLimit) bytes, and nothing was done; ask for less in one line")

  /// The request was carried out.
  package static let resultTooLong = RPCError(code: tooLongCode, message: "done, but the result does not fit into the line; ask again")
  /// In place of the message of an error. Not longer than that of ``resultTooLong``.
  static let cutMessage = "failed; the cause does not fit into the line"

  /// The code of ``configuration(_:)``.
  package static let configurationCode = -32005

  /// A reload found errors and has changed nothing.
  ///
  /// - Parameter lines: the errors, each `file:line:column: cause` on a line of its own; `data` has them one by one.
  package static func configuration(_ lines: String) -> RPCError {
    let all = lines.split(whereSeparator: \.isNewline).map(String.init)
    // Both members stay below the limit of a line, even if every character is escaped.
    var (shown, room) = ([String](), 4096)
    for line in all {
      room -= line.utf8.count
      guard room > 0 || shown.isEmpty else { break }
      shown.append(String(line.prefix(1024)))
    }
    if shown.count < all.count { shown.append("and \(all.count - shown.count) more") }
    return RPCError(code: configurationCode, message: shown.joined(separator: "; "), data: shown)
  }

  /// The code of ``unavailable(_:)``.
  package static let unavailableCode = -32006

  /// The request cannot be carried out now.
  package static func unavailable(_ message: String) -> RPCError { RPCError(code: unavailableCode, message: message) }

  /// The code of ``notAllowed(_:)``.
  package static let notAllowedCode = -32007

  /// The configuration does not allow the request.
  package static func notAllowed(_ message: String) -> RPCError { RPCError(code: notAllowedCode, message: message) }

  /// The code of ``unknownProfile(_:names:)``.
  package static let unknownProfileCode = -32008

  /// There is no profile of that name.
  ///
  /// - Parameter names: of the available profiles; `data` has them one by one.
  package static func unknownProfile(_ name: String, names: [String]) -> RPCError {
    RPCError(
      code: unknownProfileCode, message: "there is no profile \(quoted(name)); there are: \(names.joined(separator: ", "))",
      data: names)
  }
}

/// A name that a client has sent, in quotes and on one line, with what is too long left out.
func quoted(_ name: String) -> String {
  "\"\(String(String.UnicodeScalarView(name.unicodeScalars.prefix(64).map { $0.isInLine ? $0 : "?" })))\""
}
