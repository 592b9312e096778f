import EventProtocol
import Platform
import Systemd
import UserErrors

/// The result of one check.
package struct Finding: Sendable, Equatable {
  package enum Verdict: String, Sendable, Equatable {
    case ok
    /// Nothing is wrong, but there is something to know.
    case note
    case failed
  }

  /// The name of what was checked.
  package let check: String
  package let verdict: Verdict
  /// One line: the thing, and the cause if something is wrong.
  package let message: String
  /// The command that fixes it or shows more about it; nil when no command can, as for a camera that is not plugged in.
  package let fix: ShellCommand?
  /// What the service manager can do in place of a command; nil if it can do nothing about it.
  package let action: ServiceAction?
  /// What the message says, the main thing first.
  package private(set) var facts: [Fact] = []

  package static func ok(_ check: String, _ message: String) -> Finding {
    Finding(check: check, verdict: .ok, message: message, fix: nil, action: nil)
  }

  package static func note(
    _ check: String, _ message: String, fix: ShellCommand? = nil, action: ServiceAction? = nil
  ) -> Finding {
    Finding(check: check, verdict: .note, message: message, fix: fix, action: action)
  }

  /// - Parameter action: nil for that which does the same as the fix.
  package static func failed(_ check: String, _ message: String, fix: ShellCommand?, action: ServiceAction? = nil) -> Finding {
    Finding(check: check, verdict: .failed, message: message, fix: fix, action: action ?? FixCommand.action(insteadOf: fix))
  }

  /// The finding, which says one thing more.
  package func saying(_ code: FindingCode, _ values: [String: String] = [:]) -> Finding {
    var finding = self
    finding.facts.append(Fact(code, values))
    return finding
  }

  /// The finding of an error, which says its message, with a fix that is not a command.
  func saying(messageAs code: FindingCode) -> Finding { saying(code, ["error": message]) }

  /// The finding, which says some things more.
  func saying(_ more: [Fact]) -> Finding {
    var finding = self
    finding.facts += more
    return finding
  }

  /// An error whose fix stands below the message if it is a command, and in the message if it is not.
  package static func failed(_ check: String, _ error: UserError, in installation: Installation = .current) -> Finding {
    let command = error.fix?.command(in: installation)
    return failed(check, command == nil ? error.description(in: installation) : error.summary, fix: command)
  }

  /// The human-readable line, and below it the command.
  package var lines: [String] {
    let head =
      switch verdict {
      case .ok: "ok  "
      case .note: "note"
      case .failed: "FAIL"
      }
    return ["\(head)  \(check): \(message)"] + (fix.map { ["      \($0)"] } ?? [])
  }
}

extension Finding: Encodable {
  private struct Members: Encodable {
    let check: String, ok: Bool, message: String
    @WritesNull var fix: String?
  }

  package func encode(to encoder: any Encoder) throws {
    try Members(check: check, ok: verdict != .failed, message: message, fix: fix?.description).encode(to: encoder)
  }
}

/// The commands that findings propose.
package enum FixCommand {
  package static let startService: ShellCommand = "systemctl --user enable --now swiped"
  static let restartService: ShellCommand = "systemctl --user restart swiped"
  static let resetService: ShellCommand = "systemctl --user reset-failed swiped && \(restartService)"

  /// What the service manager does as a command does it.
  static func action(insteadOf command: ShellCommand?) -> ServiceAction? {
    switch command {
    case startService, resetService: .start
    case restartService: .restart
    default: nil
    }
  }

  /// `id` runs as the user, not as root under `sudo`.
  static let setRuntimeDirectory: ShellCommand = "export XDG_RUNTIME_DIR=/run/user/$(id -u)"

  /// Makes udev grant access to a device again.
  static func trigger(_ device: String) -> ShellCommand {
    "sudo udevadm trigger --settle --action=change --sysname-match=\(name(of: device))"
  }

  /// Gives a device to a user to whom udev does not grant it, because that user is not logged in at the computer's own screen.
  static func takeOwnership(_ device: String) -> ShellCommand { "sudo chown \"$(id -un)\" \(device)" }

  /// Opens the file at the line.
  static func edit(_ file: String, line: Int) -> ShellCommand {
    "${EDITOR:-nano} +\(line) \(CommandLinePaths.path(for: file))"
  }

  static func moveAway(_ file: String) -> ShellCommand { .movingAway(CommandLinePaths.path(for: file)) }

  /// Shows processes, so that the user can decide what to do about them.
  static func show(_ processes: [Int32]) -> ShellCommand { "ps -fp \(processes.map { String($0) }.joined(separator: ","))" }
  static func show(_ process: Int32) -> ShellCommand { show([process]) }

  /// Shows which process listens at a socket.
  static func showListener(_ path: String) -> ShellCommand { "ss -xlp | grep -F \(path)" }

  private static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }
}
