import ArgumentParser
import EventProtocol
import EventSocket
import Platform
import Programs
import Reports
import UserErrors

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what swiped is doing; with --verbose, also how fast.",
    discussion: "Latency is the time from taking a frame from the camera to publishing its event.")

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Print the status as one JSON object.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print all that is known, with times and counts.")
  var verbose = false

  func run() throws {
    let deadline = Deadline.short()
    var client = try connection.connectWithoutSubscriptions(until: deadline)
    // The daemon greets with its status, so no request is needed.
    let status = try client.firstStatus(until: deadline)
    guard let status else {
      throw SocketError(.unavailable, "swiped stopped before it sent its status", fix: DaemonStart.current.inspectionFix)
    }
    if json {
      try StandardOutput.write(json: JSONCoding.encode(status))
    } else {
      try StandardOutput.write(lines: StatusReport(status, isVerbose: verbose).lines)
    }
  }
}

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Close the camera, until you resume.",
    discussion: "When the command returns, the camera is closed and its light is off.")

  @OptionGroup var options: RequestOptions

  func run() throws { try options.request(.pause) }
}

struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Open the camera again after a pause.",
    discussion: """
      The camera stays closed while the machine goes to sleep, while no program wants swipes, or while another program has the camera; the \
      output says so.
      """)

  @OptionGroup var options: RequestOptions

  func run() throws { try options.request(.resume) }
}

struct ToggleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Resume if paused on request or by a lock; otherwise pause.",
    discussion: "Intended for a keyboard shortcut of the desktop. While another program has the camera, nothing changes.")

  @OptionGroup var options: RequestOptions

  func run() throws { try options.request(.toggle) }
}

struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Reload the configuration.",
    discussion: """
      The new configuration takes effect between two frames. If it has errors, nothing changes: each error is printed as one \
      line, and the exit status is 78.
      """)

  @OptionGroup var options: RequestOptions

  func run() throws { try options.request(.reload) { _ in "reloaded" } }
}

/// Options of every subcommand that changes what the daemon does.
struct RequestOptions: ParsableArguments {
  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Print the resulting status as one JSON object.")
  var json = false

  /// - Parameter text: the human-readable line.
  func request(_ control: Control, reporting text: (Status) -> String = \.outcome) throws {
    let deadline = Deadline()
    var client = try connection.connectWithoutSubscriptions(until: deadline)
    let status = try client.statusAfter(control, until: deadline)
    if json { try StandardOutput.write(json: JSONCoding.encode(status)) } else { try StandardOutput.write(lines: [text(status)]) }
  }
}

extension Status {
  /// The new state, in a line.
  var outcome: String {
    switch state {
    case .starting: "resumed; the camera is being opened"
    case .running: "running" + (camera.map { " on \($0.name) (\($0.path))" } ?? "")
    case .noCamera: "waiting for a camera" + (reason.map { ": \($0)" } ?? "")
    case .paused:
      switch reasonCode {
      case .pauseRequested: "paused; the camera is closed"
      case .sessionLocked: "paused; resumes when the session is unlocked"
      case .sessionInBackground: "paused; resumes when your session is in front"
      case .noSession: "paused; resumes when you log in at this screen"
      case .systemSleep: "paused; resumes when the machine wakes"
      case .noDemand: "paused; resumes when somebody subscribes, or keys are turned on"
      case .otherApplication: "the camera is closed: \(reason ?? "another application is in front")"
      case .cameraYielded:
        "paused; resumes when \(holder.map { "\($0.name) (process \($0.pid))" } ?? "the other program") has closed the camera"
      default: reason.map { "paused: \($0)" } ?? "paused; the camera is closed"
      }
    }
  }
}
