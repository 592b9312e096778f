import ArgumentParser

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the daemon until SIGTERM or Ctrl-C, or until its source ends.",
    discussion: """
      While the camera is absent, busy or lost, the daemon waits for it. SIGHUP makes a service reload its configuration, as \
      `swipectl reload` does. In a terminal it ends the daemon, so that closing the window closes the camera.

      Exit status: 0 stopped by a signal, or the source ended; 64 wrong usage; 65 damaged trace; 66 stream missing or unreadable; \
      69 something is missing or in use (runtime, models, another instance); 70 internal error; 77 permission denied; \
      78 configuration error.
      """)

  @Option(
    help: ArgumentHelp("Configuration file (default: ~/.config/swiped/swiped.toml, if it exists).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    help: ArgumentHelp(
      """
      Where frames come from: auto (the front camera); a device (/dev/video0, a name from /dev/v4l/by-id, or part of the \
      camera's name); synthetic (a rendered hand that swipes, no camera needed); synthetic:fingers (it shows 0 to 5 fingers, or the \
      numbers of synthetic:fingers=2,5); y4m:FILE (a YUV4MPEG2 stream; y4m:- reads standard \
      input); or trace:FILE (a recording made by `swipectl record`; trace:- reads standard input). A trace is replayed as fast \
      as it can be read, with the gesture settings it was recorded with, or with those of --config. \
      Default: camera.device of the configuration.
      """, valueName: "source"))
  var source: FrameSourceChoice?

  @Option(help: ArgumentHelp("Path of the socket (default: $XDG_RUNTIME_DIR/swiped/swiped.sock).", valueName: "path"))
  var socket: String?

  @Flag(help: "Press no keys; only publish events.")
  var noKeys = false

  @Flag(help: "Also print each event line on standard output.")
  var events = false

  @Flag(help: "Also print swipes and changes of the state for people, as `swipectl watch` does; on a terminal with the thumb's height.")
  var watch = false

  func validate() throws {
    if events, watch { throw ValidationError("--events prints for programs and --watch for people; choose one") }
  }

  func run() async throws {
    let settings = try readSettings()
    let runner = try PipelineRunner(settings)
    // The socket, the signals and the desktop are served while the pipeline runs.
    try await Daemon(settings, runner.messages, reread: readSettings).serve { try await runner.run($0) }
  }

  @Sendable private func readSettings() throws -> DaemonSettings {
    try DaemonSettings.load(
      StartOptions(
        file: config, source: source, socket: socket, pressesKeys: !noKeys, printing: events ? .lines : watch ? .report : nil))
  }
}

extension FrameSourceChoice: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
