import ArgumentParser
import Logging
import Platform
import Settings
import UserErrors

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the daemon until SIGTERM or Ctrl-C.",
    usage: "swiped run [OPTIONS]",
    discussion: """
      While the camera is absent, busy or lost, the daemon waits for it. SIGHUP reloads the configuration of a service.
      """)

  @Option(
    help: ArgumentHelp("Instead of ~/.config/swiped/swiped.toml.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    help: ArgumentHelp("If the configuration has none. Default: plain.", valueName: "name"))
  var defaultProfile: BuiltInProfile?

  @Option(
    help: ArgumentHelp(
      """
      Where frames come from: auto, a device, part of a camera's name, synthetic (a rendered hand), y4m:FILE or trace:FILE.
      """, valueName: "source"))
  var source: String?

  @Option(help: ArgumentHelp("Path of the socket, unless it is the default.", valueName: "path"))
  var socket: String?

  @Flag(
    inversion: .prefixedNo, help: "Press keys. Default: yes; no for a recording (y4m:, trace:) with --events or --watch.")
  var keys: Bool?

  @Flag(help: "Also print each event line on standard output.")
  var events = false

  @Flag(help: "Also print swipes as `swipectl watch` does; on a terminal, with the height of the thumb.")
  var watch = false

  @Flag(help: "With --watch, also say why there was no swipe.")
  var explain = false

  func validate() throws {
    if explain, !watch { throw ValidationError("--explain is for --watch; add that, or leave --explain out") }
    if events, watch { throw ValidationError("--events prints JSON and --watch human-readable lines; leave one out") }
  }

  func run() async throws {
    var start = StartOptions(
      file: config, unselectedProfile: defaultProfile ?? .plain,
      source: try source.map { name throws(UserError) in try FrameSourceChoice(option: name) }, socket: socket, keys: keys,
      printing: events ? .lines : watch ? .report : nil)
    start.explains = explain
    let settings = try DaemonSettings.load(start)
    let log = Logger.standardError(level: settings.configuration.log.level)
    let state = DaemonState(settings)
    let runner = try PipelineRunner(settings, state, RunMemoryFiles(environment: Environment.current), log: log)
    // The socket, the signals and the desktop are served while the pipeline runs.
    let daemon = Daemon(settings, state, runner.messages, log: log) { [start] in try DaemonSettings.load(start) }
    try await daemon.serve { try await runner.run($0, $1) }
  }
}

extension BuiltInProfile: ExpressibleByArgument {}
