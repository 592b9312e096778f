import EventProtocol
import Logging

/// Carries out what clients and signals ask for.
struct Controller: Sendable {
  private let line: LineControl
  private let board: StatusBoard
  private let log: Logger
  private let settings: DaemonSettings
  private let mark: PauseMark
  private let reread: @Sendable () throws -> DaemonSettings

  /// - Parameters:
  ///   - settings: what the daemon was started with.
  ///   - mark: is set while the camera is paused by request.
  ///   - reread: reads the configuration anew.
  init(
    _ settings: DaemonSettings, _ line: LineControl, _ board: StatusBoard, _ mark: PauseMark, log: Logger,
    reread: @escaping @Sendable () throws -> DaemonSettings
  ) {
    self.settings = settings
    self.line = line
    self.board = board
    self.mark = mark
    self.log = log
    self.reread = reread
  }

  /// Returns when it has taken effect, with the status that holds then.
  func perform(_ control: Control) async -> Result<Status, RPCError> {
    let refusal: RPCError? =
      switch control {
      case .pause: await tell(.hold(.request))
      case .resume: await tell(.resume)
      case .toggle: await tell(.toggle)
      case .reload: await reload()
      }
    if let refusal { return .failure(refusal) }
    let status = board.status()
    if control != .reload { mark.set(status.reason == PauseReason.request.rawValue) }
    return .success(status)
  }

  private func tell(_ message: LineControl.Message) async -> RPCError? {
    await line.perform(message).map { .unavailable($0.lines.joined(separator: "; ")) }
  }

  private func reload() async -> RPCError? {
    do {
      let new = try reread()
      if let refusal = await tell(.reload(new)) {
        log.error("the configuration is not reloaded: \(refusal.message)")
        return refusal
      }
      LogLevel.shared.set(new.configuration.log.level)
      if new.socketPath != settings.socketPath {
        log.warning("socket.path has changed, which a restart puts into force: systemctl --user restart swiped")
      }
      log.notice("the configuration is reloaded")
      return nil
    } catch {
      let lines = Failure(error).lines
      for line in lines { log.error("the configuration is not reloaded: \(line)") }
      return RPCError.configuration(lines.joined(separator: "\n"))
    }
  }
}
