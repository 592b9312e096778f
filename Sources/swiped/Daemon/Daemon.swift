import CSystemd
import EventProtocol
import EventSocket
import Glibc
import Logging
import UnixSignals

/// The daemon's parts, and what happens when one of them ends: then all end.
struct Daemon {
  private let settings: DaemonSettings
  private let printsEvents: Bool
  private let log: Logger

  init(_ settings: DaemonSettings, printsEvents: Bool) {
    self.settings = settings
    self.printsEvents = printsEvents
    log = .standardError(level: settings.configuration.log.level)
  }

  /// Runs until a signal, the end of the source, or a failure.
  ///
  /// - Throws: what ``Failure`` can make a line of.
  func run() async throws {
    // A reader that goes away is met where it is written to.
    signal(SIGPIPE, SIG_IGN)
    let control = LineControl()
    let board = StatusBoard(settings)
    let server = EventServer(
      path: settings.socketPath, hello: Hello(pid: getpid()), status: { board.status() }, log: { [log] line in log.notice("\(line)") })
    let printer = printsEvents ? EventPrinter { control.post(.stop) } : nil
    let line = LineThread(settings, control, board: board, outlet: EventOutlet(server: server, printer: printer), log: log)
    // Before there is a socket, or anything else that a signal would leave behind.
    let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint, .sighup])
    let stopping = Task {
      for await _ in signals { await stop(line, server) }
    }
    defer { stopping.cancel() }
    try await server.start()
    await line.run()
    sd_notify(0, "STOPPING=1")
    async let served: Void = server.stop()
    await printer?.finish()
    await served
    try line.outcome()
  }

  /// Tells the line to stop. Where it does not in time, in a driver that hangs or over a model half compiled, the process
  /// ends all the same: the kernel takes back the camera, and the keyboard with every key that is down.
  private func stop(_ line: LineThread, _ server: EventServer) async {
    line.control.post(.stop)
    try? await Task.sleep(for: .milliseconds(120))
    guard !line.hasEnded else { return }
    await server.stop(flushing: .milliseconds(20))
    _exit(EX_OK)
  }
}
