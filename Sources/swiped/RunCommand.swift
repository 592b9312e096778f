import ArgumentParser
import EventSocket
import Foundation
import Settings

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the daemon until it is told to stop (Ctrl-C, SIGTERM), or its source ends.",
    discussion: """
      A camera that is absent, busy or lost is waited for. SIGHUP reads the configuration anew, as `swipectl reload` does.

      Exit status: 0 stopped or source ended, 64 wrong usage, 65 a damaged trace, 66 no such stream or an unreadable one, 69 something is \
      missing or taken (runtime, models, a second instance), 70 internal, 77 not permitted, 78 configuration.
      """)

  @Option(
    help: ArgumentHelp("Configuration file (default: ~/.config/swiped/swiped.toml, if it is there).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    help: ArgumentHelp(
      """
      Where frames come from: auto (the front camera), a device (/dev/video0, its by-id name, or a part of its name), \
      synthetic (a rendered hand, no camera needed), y4m:FILE (a YUV4MPEG2 stream; y4m:- is standard input), or trace:FILE \
      (what `swipectl record` wrote: it is decided anew, as fast as it goes, by the gesture settings that it was recorded \
      with, or by those of --config). \
      Default: camera.device of the configuration.
      """, valueName: "source"))
  var source: FrameOrigin?

  @Option(help: ArgumentHelp("Where the socket is (default: $XDG_RUNTIME_DIR/swiped/swiped.sock).", valueName: "path"))
  var socket: String?

  @Flag(help: "Press no keys; events only.")
  var noKeys = false

  @Flag(help: "Print the event lines on standard output as well.")
  var events = false

  func run() async throws {
    do {
      let settings = try readSettings()
      try await Daemon(settings, reread: readSettings).run()
    } catch {
      let failure = Failure(error)
      for line in failure.lines { FileHandle.standardError.write(Data("swiped: \(line)\n".utf8)) }
      throw ExitCode(failure.exitStatus)
    }
  }

  /// The configuration as it is now, and the command line over it.
  @Sendable private func readSettings() throws -> DaemonSettings {
    let environment = ProcessInfo.processInfo.environment
    return try DaemonSettings(
      LoadedConfiguration.load(explicit: config, environment: environment), source: source, socket: socket, pressKeys: !noKeys,
      printsEvents: events, chosenFile: config, environment: environment)
  }
}

extension FrameOrigin: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
