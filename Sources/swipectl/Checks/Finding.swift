/// What one check came to.
package struct Finding: Sendable, Equatable {
  package enum Verdict: Sendable, Equatable {
    case ok
    /// Nothing is wrong, and there is something to know.
    case note
    case failed
  }

  /// What was looked at.
  package let check: String
  package let verdict: Verdict
  /// One line: the thing, and the cause if it is not well.
  package let message: String
  /// The command that mends it, for `bash -c`; nil when no command can, as for a camera that is not plugged in.
  package let fix: String?

  package static func ok(_ check: String, _ message: String) -> Finding {
    Finding(check: check, verdict: .ok, message: message, fix: nil)
  }

  package static func note(_ check: String, _ message: String) -> Finding {
    Finding(check: check, verdict: .note, message: message, fix: nil)
  }

  package static func failed(_ check: String, _ message: String, fix: String?) -> Finding {
    Finding(check: check, verdict: .failed, message: message, fix: fix)
  }

  /// The line for people, and below it the command.
  package var text: String {
    let head =
      switch verdict {
      case .ok: "ok  "
      case .note: "note"
      case .failed: "FAIL"
      }
    return "\(head)  \(check): \(message)" + (fix.map { "\n      \($0)" } ?? "")
  }
}

extension Finding: Encodable {
  private enum CodingKeys: String, CodingKey {
    case check, ok, message, fix
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(check, forKey: .check)
    try object.encode(verdict != .failed, forKey: .ok)
    try object.encode(message, forKey: .message)
    // Null where there is none, so that a reader need not ask for presence.
    try object.encode(fix, forKey: .fix)
  }
}
