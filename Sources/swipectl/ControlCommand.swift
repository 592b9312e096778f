import ArgumentParser
import EventProtocol
import EventSocket
import Glibc
import Traces

@main
struct ControlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swipectl",
    abstract: "Watch and ask swiped, the daemon that turns thumb gestures into swipes.",
    discussion: """
      swiped must be running (systemctl --user start swiped), except for cameras and doctor.

      Thumb up is a swipe to the right, thumb down a swipe to the left. Exit status 69 means that swiped is not running, \
      and 78 that its configuration has errors.
      """,
    version: Version.current,
    subcommands: [
      WatchCommand.self, StatusCommand.self, PauseCommand.self, ResumeCommand.self, ToggleCommand.self, ReloadCommand.self,
      RecordCommand.self, CamerasCommand.self, DoctorCommand.self,
    ])

  static func main() {
    // A reader that goes away, such as `head`, shall be an error of write(2) and not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as SocketError {
      // What the daemon says line by line, such as the places in its configuration, is passed on as it is.
      if case .refused(let refusal) = error.code, let lines = refusal.data {
        for line in lines { StandardError.line(line) }
      } else {
        StandardError.line("swipectl: \(error)")
      }
      Glibc.exit(error.exitStatus)
    } catch let error as TraceError {
      StandardError.line("swipectl: \(error)")
      Glibc.exit(error.exitStatus)
    } catch  where exitCode(for: error) == .validationFailure {
      // The parser would add its usage below; every other error is one line as well.
      let message = message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ")
      StandardError.line("swipectl: \(message); see `swipectl --help`")
      exit(withError: ExitCode.validationFailure)
    } catch {
      exit(withError: error)
    }
  }
}

/// Options of every subcommand that speaks with the daemon.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket.", discussion: "$XDG_RUNTIME_DIR/swiped/swiped.sock if not given.", valueName: "path"))
  var socket: String?

  var path: String {
    get throws { try socket ?? SocketPath.default(environment: environment()) }
  }

  func connect() throws -> EventClient { try EventClient(path: path) }

  private func environment() -> [String: String] {
    guard let value = getenv("XDG_RUNTIME_DIR") else { return [:] }
    return ["XDG_RUNTIME_DIR": String(cString: value)]
  }
}
