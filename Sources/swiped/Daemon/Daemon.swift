import CSystemd
import EventProtocol
import EventSocket
import Glibc
import Imaging
import Logging
import ServiceLifecycle
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
    // Before there is a socket, or anything else that a signal would leave behind.
    let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint, .sighup])
    let listening = Task { for await _ in signals { control.post(.stop) } }
    defer { listening.cancel() }
    let board = StatusBoard(origin: settings.origin)
    let server = EventServer(
      path: settings.socketPath, hello: Hello(pid: getpid()), status: { board.status() }, log: { [log] line in log.notice("\(line)") })
    try await server.start()
    let printer = printsEvents ? EventPrinter { control.post(.stop) } : nil
    let outlet = EventOutlet(server: server, printer: printer)
    let line = LineThread(settings, control, board: board, outlet: outlet, log: log)
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(service: ServerService(server: server), successTerminationBehavior: .gracefullyShutdownGroup),
          .init(service: LineService(line: line), successTerminationBehavior: .gracefullyShutdownGroup),
        ],
        // Its own chatter about services would be most of a normal day's log.
        logger: Logger(label: "lifecycle") { _ in SwiftLogNoOpLogHandler() }))
    try await group.run()
    await printer?.finish()
    try line.outcome()
  }
}

/// The frame line, until it ends; stopped between two frames.
private struct LineService: Service {
  let line: LineThread

  func run() async {
    await withGracefulShutdownHandler {
      await line.run()
    } onGracefulShutdown: {
      line.control.post(.stop)
    }
    sd_notify(0, "STOPPING=1")
  }
}

/// The socket, until everything that could be published has been.
private struct ServerService: Service {
  let server: EventServer

  func run() async throws {
    try? await gracefulShutdown()
    await server.stop()
  }
}
