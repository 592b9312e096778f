import CMosquitto
import UserErrors

/// Why there is no connection to the broker, or none any more.
package enum BrokerError: Error, Sendable, Equatable {
  /// No connection could be made, or it has broken.
  case unreachable(String)
  /// It accepts connections and does not answer.
  case silent(seconds: Int)
  /// It closes the connection instead of an answer.
  case closed
  /// It does not confirm what it gets.
  case unconfirmed
  case tls(String)
  /// It does not accept the user or the password.
  case denied(String)
  /// It does not speak MQTT 3.1.1.
  case unsupportedVersion
  case refused(String)
  /// It sends more than any command needs.
  case oversized
  /// It accepts a connection, and ends it before it has confirmed a message.
  case rejected
  /// It ends each connection soon after it has accepted it, as it does when another client connects with the same id.
  case contested(id: String)
  /// The library cannot send what a setting says. Another attempt would not change it.
  case setting(_ name: String, _ cause: String)

  /// The error of a CONNACK.
  ///
  /// - Parameters:
  ///   - code: that of MQTT 3.1.1.
  ///   - text: what the library says about it.
  package init(connack code: Int32, _ text: String) {
    switch code {
    case 1: self = .unsupportedVersion
    case 4, 5: self = .denied(text)
    default: self = .refused(text)
    }
  }

  /// Whether another attempt fails too.
  var isLasting: Bool { if case .setting = self { true } else { false } }

  /// One line: the broker, the cause and the fix.
  ///
  /// - Parameters:
  ///   - broker: its host and port.
  ///   - file: the file with the settings.
  package func userError(broker: String, file: String) -> UserError {
    let (cause, fix): (String, Fix.Words) =
      switch self {
      case .unreachable(let cause): (cause, "see whether the broker runs, and host and port in \(words: file)")
      case .silent(let seconds): ("no answer within \(seconds) s", "see whether a broker listens there, and tls in \(words: file)")
      case .closed: ("the connection was closed without an answer", "see the log of the broker, and tls in \(words: file)")
      case .unconfirmed: ("no confirmation of a message within 2 s", "see what slows down the broker or the network")
      case .tls(let cause): ("TLS: \(cause)", "see host and authority in \(words: file)")
      case .denied(let cause): ("the broker refuses the user or the password: \(cause)", "see user and password_file in \(words: file)")
      case .unsupportedVersion: ("its answer is not one of MQTT 3.1.1", "see host and port in \(words: file)")
      case .refused(let cause): ("the broker refuses the connection: \(cause)", "see the log of the broker")
      case .oversized: ("it sends more than the bridge keeps, 8 MiB", "see in the log of the broker which client publishes that")
      case .rejected:
        (
          "the broker accepts the connection, and ends it before it has confirmed a message",
          "see the log of the broker, and its access rules for the topics below swiped/"
        )
      case .contested(let id):
        (
          "the broker accepts each connection and soon ends it, as if another client had the id \(id)",
          "stop the other bridge, or give one of them an id of its own below [device] in \(words: file); the log of the broker says which"
        )
      case .setting(let name, let cause): ("\(name) cannot be sent: \(cause)", "correct \(words: name) in \(words: file)")
      }
    return UserError("\(broker): \(cause)", fix: .action(fix), exitStatus: isLasting ? .configuration : .unavailable)
  }
}

extension BrokerError: CustomStringConvertible {
  package var description: String { userError(broker: "the broker", file: "the configuration").summary }
}
