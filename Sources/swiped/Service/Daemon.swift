import Desktop
import EventProtocol
import EventSocket
import Glibc
import Logging
import Platform
import Programs
import Reports
import UserErrors

/// The socket, the signals, the watch of the desktop and the link to the service manager, all of which end with the pipeline.
struct Daemon {
  private let settings: DaemonSettings
  private let state: DaemonState
  private let messages: MessageQueue
  private let reread: @Sendable () throws -> DaemonSettings
  private let log: Logger

  /// - Parameters:
  ///   - state: what the pipeline writes and others read.
  ///   - messages: the messages to the pipeline.
  ///   - reread: reads the configuration again.
  init(
    _ settings: DaemonSettings, _ state: DaemonState, _ messages: MessageQueue, log: Logger,
    reread: @escaping @Sendable () throws -> DaemonSettings
  ) {
    (self.settings, self.state, self.messages, self.log, self.reread) = (settings, state, messages, log, reread)
  }

  /// Serves clients, signals and the desktop while the pipeline runs.
  ///
  /// - Parameter pipeline: runs the pipeline until a message stops it or its source ends.
  /// - Throws: what `pipeline` throws, or an error of the socket or of standard output.
  func serve(_ pipeline: (Publisher, SystemdLink) async throws -> Void) async throws {
    let service = SystemdLink()
    let environment = Environment.current
    let applications = FocusLink(
      messages, FocusPlace(environment: environment, owner: settings.socketPath ?? "\(getpid())"), environment: environment, log: log)
    let controller = Controller(settings, messages, state, applications, log: log, reread: reread)
    let server = EventServer(
      path: settings.socketPath ?? "", inherited: try SystemdSocket.take(), hello: Hello(pid: getpid()),
      status: { [state] in state.status() }, recent: { [state] in state.recentEvents(from: $0, at: monotonicNs()) },
      control: { await controller.perform($0) }, demands: { controller.use($0) },
      log: { [log] line in log.notice("\(line)") })
    let printer = makePrinter()
    let notifications = DesktopNotifications(
      mark: LoginMark(.announced, environment: environment), reportsCamera: settings.source.isCamera, log: log)
    let icon = PanelIcon(
      AppStart(socket: settings.socketPath, file: settings.start.file, environment: environment) { [log] line in log.warning("\(line)") },
      state.status(), isCamera: settings.source.isCamera, log: log
    ) { await controller.perform($0) }
    let publisher = Publisher(state, server, printer, notifications, icon, applications, service)
    publisher.applyToClients(settings)
    // Before the socket is created, which a signal would leave behind.
    let signals = await Signals()
    let handling = Task {
      await signals.handle(stop: { await stop(server) }, reload: { _ = await controller.perform(.reload) })
    }
    defer { handling.cancel() }
    service.beginStep("creating the socket")
    let watching = Task {
      guard let cause = await service.watchStart(log: log) else { return }
      log.error("\(cause)")
      await end(server, .internalError)
    }
    defer { watching.cancel() }
    // A server that is never started has no subscribers.
    if settings.socketPath != nil { try await server.start() }
    // Not before: a second daemon, which ends here, shows nothing on the desktop.
    publisher.applyToDesktop(settings)
    for notice in settings.notices { log.warning("\(notice)") }
    if settings.isSocketInFallback { log.notice("XDG_RUNTIME_DIR is not set; the socket is \(server.path)") }
    // Before the pipeline searches for devices, so that none is missed.
    let desktop = DesktopLink(messages, log: log, level: settings.source.isCamera ? .info : .debug)
    let result: Result<Void, any Error>
    do { result = .success(try await pipeline(publisher, service)) } catch { result = .failure(error) }
    service.stopping()
    async let served: Void = server.stop()
    desktop.stop()
    applications.stop()
    notifications.use(.off)
    icon.use(false)
    await printer?.finish()
    await served
    StandardErrorLog.flush()
    try result.get()
    try printer?.outcome()
  }

  private func makePrinter() -> EventPrinter? {
    let stop: @Sendable () -> Void = { [messages] in messages.post(.stop) }
    return switch settings.start.printing {
    case nil: nil
    case .lines: EventPrinter(nil, onFailure: stop)
    case .report:
      EventPrinter(
        LiveReport(
          columns: StandardOutput.terminalColumns, hasColors: StandardOutput.hasColors, isRecording: settings.source.isRecorded,
          explains: settings.start.explains),
        greeting: LiveReport.greeting(LiveReport.Subject(settings.source), in: .current), onFailure: stop)
    }
  }

  /// Stops the pipeline. If it does not end in time, because a driver hangs or a model is being compiled, the process ends anyway:
  /// the kernel closes the camera, and removes the keyboard with every key that is down.
  private func stop(_ server: EventServer) async {
    messages.post(.stop)
    try? await Task.sleep(for: .milliseconds(120))
    guard !messages.isClosed else { return }
    await end(server, .success)
  }

  /// Ends the process although the pipeline thread has not ended.
  private func end(_ server: EventServer, _ status: ExitStatus) async -> Never {
    await server.stop(flushing: .milliseconds(20))
    StandardErrorLog.flush()
    _exit(status.rawValue)
  }
}

extension LiveReport.Subject {
  fileprivate init(_ source: FrameSourceChoice) { self = source.isRecorded ? .recording : source.isRendered ? .renderedHand : .camera }
}
