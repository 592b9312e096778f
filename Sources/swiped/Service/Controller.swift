import EventProtocol
import EventSocket
import Logging
import Platform
import Product
import Settings
import Synchronization

/// Carries out the requests of clients and signals.
final class Controller: Sendable {
  /// The time that a client must stay before the camera is opened if it has not asked for a topic, so that one that only asks for the
  /// status does not open it, even on a slow machine.
  private static let settling = Duration.seconds(1)

  private let settings: DaemonSettings
  private let messages: MessageQueue
  private let board: StatusBoard
  private let mark: LoginMark
  private let log: Logger
  private let reread: @Sendable () throws -> DaemonSettings
  private let demands = Mutex(ClientDemands())
  /// Of two reloads at once, the one that read the file last takes effect last; and the mark is that of the last pause.
  private let requests = TaskChain()

  /// - Parameters:
  ///   - settings: the settings that the daemon was started with.
  ///   - mark: set while the camera is paused by request.
  ///   - reread: reads the configuration again.
  init(
    _ settings: DaemonSettings, _ messages: MessageQueue, _ board: StatusBoard, _ mark: LoginMark, log: Logger,
    reread: @escaping @Sendable () throws -> DaemonSettings
  ) {
    (self.settings, self.messages, self.board, self.mark, self.log, self.reread) = (settings, messages, board, mark, log, reread)
  }

  /// Pauses the camera if it was paused when the daemon ended.
  func restorePause() {
    guard mark.isSet, settings.source.isCamera else { return }
    log.notice("still paused, as before the restart; run `swipectl resume` to resume")
    messages.post(.hold(.request))
  }

  /// Carries out a request after those that came before it, and returns when it has taken effect.
  func perform(_ control: Control) async -> Result<Status, RPCError> {
    await requests.run { [self] in await carryOut(control) }
  }

  private func carryOut(_ control: Control) async -> Result<Status, RPCError> {
    do throws(RPCError) {
      switch control {
      case .pause: mark.set(try await perform(.hold(.request)).hold == .request)
      case .resume: mark.set(try await perform(.resume).hold == .request)
      case .toggle: mark.set(try await perform(.toggle).hold == .request)
      case .reload: try await reload()
      case .setProfile(let name):
        _ = try await perform(RunState.Message.setProfile(name))
        log.info("the profile is \(name), until swiped exits or the configuration selects another")
      // The server has called `note(_:)` before.
      case .suspendKeys, .resumeKeys: _ = try await perform(.settle)
      }
      return .success(board.status())
    } catch {
      return .failure(error)
    }
  }

  /// Takes note of what the connections need. Any thread.
  func note(_ now: ClientDemands) {
    let old = demands.withLock { demands in
      defer { demands = now }
      return demands
    }
    if now.suspendsKeys != old.suspendsKeys {
      messages.post(.suspendKeys(now.suspendsKeys))
      log.notice(now.suspendsKeys ? "keys and commands are suspended, as a client asks" : "keys and commands are no longer suspended")
    }
    if now.maxHands != old.maxHands { messages.post(.requestHands(now.maxHands)) }
    guard now.subscribers > 0, now.requested == 0 else { return messages.post(.subscribers(now.subscribers)) }
    Task {
      try await Task.sleep(for: Self.settling)
      // The number may have changed in the meantime.
      messages.post(.subscribers(demands.withLock { $0.subscribers }))
    }
  }

  private func perform(_ message: RunState.Message) async throws(RPCError) -> RunState {
    do { return try await messages.perform(message) } catch is CancellationError {
      throw .unavailable("\(UserError("swiped is stopping", fix: DaemonStart.current.fix, exitStatus: .unavailable))")
    } catch let error as ProfileError {
      throw RPCError(error)
    } catch {
      throw .unavailable(UserError(error).lines.joined(separator: "; "))
    }
  }

  private func reload() async throws(RPCError) {
    let new: DaemonSettings
    do { new = try reread() } catch {
      let lines = UserError(error).lines
      for line in lines { log.error("the configuration is not reloaded: \(line)") }
      throw .configuration(lines.joined(separator: "\n"))
    }
    do { _ = try await perform(.reload(new)) } catch {
      log.error("the configuration is not reloaded: \(error.message)")
      throw error
    }
    LogLevel.shared.set(new.configuration.log.level)
    if new.socketPath != settings.socketPath {
      log.warning("socket.path has changed, which takes effect after a restart: systemctl --user restart swiped")
    }
    for notice in new.notices { log.warning("\(notice)") }
    log.notice("the configuration is reloaded")
  }
}

extension RPCError {
  fileprivate init(_ error: ProfileError) {
    switch error {
    case .unknown(let name, let names): self = .unknownProfile(name, names: names)
    case .unusable(let error): self = .configuration(error.userError.lines.joined(separator: "\n"))
    }
  }
}
