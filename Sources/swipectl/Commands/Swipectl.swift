import ArgumentParser
import EventProtocol
import EventSocket
import Glibc
import Platform
import Programs
import Reports
import Settings
import SystemPackage
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

extension ConfigurationEditor {
  /// Saves what a command has changed, after its notes are on standard error.
  mutating func saveForCommand() throws -> LoadedConfiguration {
    if !changedLines.isEmpty {
      _ = try validated()
      try checkWritable()
      for note in notes { StandardError.line("swipectl: note: \(note)") }
    }
    return try save()
  }
}

/// The option of subcommands that read the configuration.
struct ConfigurationFileOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Configuration file, instead of ~/.config/swiped/swiped.toml.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?
}

/// Options of every subcommand that connects to the daemon.
struct ConnectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Path of the daemon's socket, unless it is the default.", valueName: "path"))
  var socket: String?

  /// That of the option, or that of the user's own file, or the usual one. Where systemd has made the usual one, swiped does not serve at that
  /// of the file.
  var path: String {
    get throws {
      if let socket { return socket }
      let environment = relevantEnvironment()
      let usual = try? SocketPath.default(environment: environment)
      if let configured = LoadedConfiguration.socketPath(environment: environment) {
        let isServed = FileLocks.holder(of: FilePath("\(configured).lock")) != nil
        if isServed || usual.map(Files.exists) != true { return configured }
      }
      return try SocketPath.default(environment: environment)
    }
  }

  func connect(until deadline: Deadline) throws -> EventClient { try EventClient(path: path, until: deadline) }

  /// Connects without subscriptions, for a command that only asks: it must not open the camera.
  func connectWithoutSubscriptions(until deadline: Deadline) throws -> EventClient {
    try EventClient.withoutSubscriptions(path: path, until: deadline)
  }

  /// Connects likewise.
  ///
  /// - Returns: nil while the daemon is not running.
  func connectIfRunning(until deadline: Deadline) throws -> EventClient? {
    do {
      return try connectWithoutSubscriptions(until: deadline)
    } catch let error as SocketError where error.code == .notRunning {
      return nil
    }
  }
}
