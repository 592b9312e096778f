import ArgumentParser
import EventProtocol
import EventSocket
import Glibc
import Platform
import Programs
import Reports
import Traces

package struct Swipectl: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "swipectl",
    abstract: "Watch and control swiped, the daemon that turns thumb gestures into swipes.",
    version: Version.current,
    subcommands: [PictureWorkerCommand.self, CameraUseCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Set up",
        subcommands: [
          OpenCommand.self, SetupCommand.self, CalibrateCommand.self, DemoCommand.self, DoctorCommand.self, CamerasCommand.self,
          AllowKeysCommand.self,
        ]),
      CommandGroup(
        name: "Use",
        subcommands: [
          StatusCommand.self, WatchCommand.self, PauseCommand.self, ResumeCommand.self, ToggleCommand.self, InhibitCommand.self,
          WrongCommand.self, ProfileCommand.self, AppsCommand.self, ReloadCommand.self, PanelCommand.self, RecordCommand.self,
          DeckCommand.self, BridgeCommand.self, RequestCommand.self,
        ]),
    ])

  package init() {}

  package static func main() { runProgram() }
}

/// Options of every subcommand that connects to the daemon.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Path of the daemon's socket, unless it is the default.", valueName: "path"))
  var socket: String?

  var path: String {
    get throws { try socket ?? SocketPath.default(environment: environment()) }
  }

  func connect(until deadline: Deadline) throws -> EventClient { try EventClient(path: path, until: deadline) }

  /// Connects without subscriptions, for a command that only asks: it must not open the camera.
  func connectWithoutSubscriptions(until deadline: Deadline) throws -> EventClient {
    try EventClient.withoutSubscriptions(path: path, until: deadline)
  }

  private func environment() -> [String: String] {
    Environment.current.filter { $0.key == "XDG_RUNTIME_DIR" }
  }
}
