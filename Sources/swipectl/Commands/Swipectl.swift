import ArgumentParser
import EventProtocol
import EventSocket
import Glibc
import Reports
import Traces

package struct Swipectl: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "swipectl",
    abstract: "Watch and control swiped, the daemon that turns thumb gestures into swipes.",
    discussion: """
      `swipectl setup` guides a new user. All commands except cameras, demo, doctor, panel, profile and setup need a running swiped \
      (systemctl --user start swiped).

      Thumb up is a swipe to the right, thumb down a swipe to the left. Exit status: 69 when swiped is not running, 78 when its \
      configuration has errors.
      """,
    version: Version.current,
    subcommands: [
      WatchCommand.self, StatusCommand.self, PanelCommand.self, PauseCommand.self, ResumeCommand.self, ToggleCommand.self,
      ReloadCommand.self,
      ProfileCommand.self, RecordCommand.self, WrongCommand.self, DemoCommand.self, CamerasCommand.self, DoctorCommand.self,
      SetupCommand.self,
      CalibrateCommand.self, DemoWorkerCommand.self, CameraUseCommand.self,
    ])

  package init() {}

  package static func main() { runProgram() }
}

/// Options of every subcommand that connects to the daemon.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Path of the daemon's socket.",
      discussion: "Default: $XDG_RUNTIME_DIR/swiped/swiped.sock; without that variable, in /run/user/UID or /tmp/swiped-UID.",
      valueName: "path"))
  var socket: String?

  var path: String {
    get throws { try socket ?? SocketPath.default(environment: environment()) }
  }

  func connect(until deadline: Deadline) throws -> EventClient { try EventClient(path: path, until: deadline) }

  /// Connects without subscriptions, for a command that only asks: it must not open the camera.
  func connectWithoutSubscriptions(until deadline: Deadline) throws -> EventClient {
    let client = try connect(until: deadline)
    client.unsubscribe(until: deadline)
    return client
  }

  private func environment() -> [String: String] {
    guard let value = getenv("XDG_RUNTIME_DIR") else { return [:] }
    return ["XDG_RUNTIME_DIR": String(cString: value)]
  }
}
