import CSystemd
import Desktop
import EventProtocol
import EventSocket
import Foundation
import Glibc
import Logging
import UnixSignals

/// The daemon's parts, and what happens when one of them ends: then all end.
struct Daemon {
  private let settings: DaemonSettings
  private let reread: @Sendable () throws -> DaemonSettings
  private let log: Logger

  /// - Parameter reread: reads the configuration anew.
  init(_ settings: DaemonSettings, reread: @escaping @Sendable () throws -> DaemonSettings) {
    self.settings = settings
    self.reread = reread
    log = .standardError(level: settings.configuration.log.level)
  }

  /// Runs until a signal, the end of the source, or a failure.
  ///
  /// - Throws: what ``Failure`` can make a line of.
  func run() async throws {
    // A reader that goes away is met where it is written to.
    signal(SIGPIPE, SIG_IGN)
    let control = LineControl()
    let demand = Demand(control)
    let board = StatusBoard(settings)
    let mark = PauseMark(environment: ProcessInfo.processInfo.environment)
    if mark.isSet, settings.origin.isCamera {
      log.notice("paused, as it was before it was started again; `swipectl resume` goes on")
      control.post(.hold(.request))
    }
    let controller = Controller(settings, control, board, mark, log: log, reread: reread)
    let server = EventServer(
      path: settings.socketPath, inherited: try SystemdSocket.take(), hello: Hello(pid: getpid()), status: { board.status() },
      control: { await controller.perform($0) }, subscribers: { demand.note($0) }, log: { [log] line in log.notice("\(line)") })
    let printer = settings.printsEvents ? EventPrinter { control.post(.stop) } : nil
    let announcer = Announcer(board: board, outlet: EventOutlet(server: server, printer: printer), log: log)
    announcer.outlet.allowPreview(settings.configuration.privacy.allowsPreview)
    let line = LineThread(settings, control, announcer)
    // Before there is a socket, or anything else that a signal would leave behind.
    let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint, .sighup])
    let attending = Task {
      for await signal in signals {
        if signal == .sighup { Task { await controller.perform(.reload) } } else { await stop(line, server) }
      }
    }
    defer { attending.cancel() }
    try await server.start()
    // Before the line looks for devices, so that none comes unseen.
    let desktop = DesktopLink(control, log: log, level: settings.origin.isCamera ? .info : .debug)
    await line.run()
    sd_notify(0, "STOPPING=1")
    async let served: Void = server.stop()
    desktop.stop()
    await printer?.finish()
    await served
    StandardErrorLog.flush()
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
