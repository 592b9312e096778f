import ArgumentParser
import EventProtocol
import EventSocket

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Close the camera until `swipectl resume`.",
    discussion: "When it returns, the camera is closed and its light is off.")

  @OptionGroup var options: RequestOptions

  func run() throws { try options.request(.pause) }
}

struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Go on after `swipectl pause`.",
    discussion: "A locked session, or one in which nobody wants swipes, keeps the camera closed all the same, and is named then.")

  @OptionGroup var options: RequestOptions

  func run() throws { try options.request(.resume) }
}

struct ToggleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Pause what runs, and resume what is paused.",
    discussion: "Made for a key of the desktop.")

  @OptionGroup var options: RequestOptions

  func run() throws { try options.request(.toggle) }
}

struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Have the configuration read anew.",
    discussion: """
      It takes effect between two frames. One with an error changes nothing: what is wrong is said line by line, \
      and the exit status is 78.
      """)

  @OptionGroup var options: RequestOptions

  func run() throws { try options.request(.reload) { _ in "reloaded" } }
}

/// Options of every subcommand that has the daemon do something.
struct RequestOptions: ParsableArguments {
  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Print the status that holds now, as one JSON object.")
  var json = false

  /// - Parameter text: what a person is told.
  func request(_ control: Control, saying text: (Status) -> String = \.outcome) throws {
    var client = try connection.connect()
    guard case .status(let status) = try client.request(.control(control)) else {
      throw SocketError(.badAnswer, "swiped answers with something else: install swiped and swipectl of one version")
    }
    _ = try StandardOutput.line(json ? JSONCoding.encode(status) : Array(text(status).utf8))
  }
}

extension Status {
  /// What holds now, in a line.
  var outcome: String {
    switch state {
    case .starting: "starting"
    case .running: "running" + (camera.map { " on \($0.name) (\($0.path))" } ?? "")
    case .noCamera: "waiting for a camera" + (reason.map { ": \($0)" } ?? "")
    case .paused:
      switch reason.map({ PauseReason(rawValue: $0) }) {
      case nil, .request: "paused; the camera is closed"
      case .locked: "paused; resumes when the session is unlocked"
      case .sleeping: "paused; resumes when the machine wakes"
      case .unwanted: "paused; resumes when somebody subscribes, or keys are turned on"
      case .some(nil): "paused: \(reason ?? "")"
      }
    }
  }
}
