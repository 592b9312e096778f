import EventProtocol
import EventSocket
import Logging
import Platform
import Settings
import Synchronization
import UserErrors

/// Carries out the requests of clients and signals.
final class Controller: Sendable {
  /// The time that a client must stay before the camera is opened if it has not asked for a topic, so that one that only asks for the
  /// status does not open it, even on a slow machine.
  private static let settling = Duration.seconds(1)

  private let settings: DaemonSettings
  private let messages: MessageQueue
  private let state: DaemonState
  private let applications: FocusLink
  private let log: Logger
  private let reread: @Sendable () throws -> DaemonSettings
  private let demands = Mutex(ClientDemands())
  /// Of two reloads at once, the one that read the file last takes effect last.
  private let reloads = TaskChain()
  /// The settings of the models in use.
  private let tracking: Mutex<TrackingSettings>

  /// - Parameters:
  ///   - settings: the settings that the daemon was started with.
  ///   - reread: reads the configuration again.
  init(
    _ settings: DaemonSettings, _ messages: MessageQueue, _ state: DaemonState, _ applications: FocusLink, log: Logger,
    reread: @escaping @Sendable () throws -> DaemonSettings
  ) {
    (self.settings, self.messages, self.state, self.log, self.reread) = (settings, messages, state, log, reread)
    self.applications = applications
    tracking = Mutex(settings.configuration.tracking)
  }

  /// Carries out a request, and returns when it has taken effect. A reload waits for those before, and nothing waits for a reload.
  func perform(_ control: Control) async -> Result<Status, RPCError> {
    switch control {
    case .reload: await reloads.run { [self] in await carryOut(control) }
    case .pause, .resume, .toggle, .setProfile, .suspendKeys, .resumeKeys, .inhibit: await carryOut(control)
    }
  }

  private func carryOut(_ control: Control) async -> Result<Status, RPCError> {
    do throws(RPCError) {
      switch control {
      case .pause: _ = try await perform(.hold(.request))
      case .resume: _ = try await perform(RunState.Message.resume)
      case .toggle: _ = try await perform(RunState.Message.toggle)
      case .reload: try await reload()
      case .setProfile(let name):
        _ = try await perform(RunState.Message.setProfile(name))
        log.info("the profile is \(name), until swiped exits or the configuration selects another")
      // The server has called `use(_:)` before.
      case .suspendKeys, .resumeKeys, .inhibit: _ = try await perform(.settle)
      }
      return .success(state.status())
    } catch {
      return .failure(error)
    }
  }

  /// Adapts the pipeline to what the connections need. Any thread.
  func use(_ now: ClientDemands) {
    let old = demands.withLock { demands in
      defer { demands = now }
      return demands
    }
    if now.suspendsKeys != old.suspendsKeys {
      messages.post(.suspendKeys(now.suspendsKeys))
      log.notice(now.suspendsKeys ? "keys and commands are suspended, as a client asks" : "keys and commands are no longer suspended")
    }
    if now.inhibitions != old.inhibitions {
      messages.post(.inhibited(now.inhibitions))
      let list = now.inhibitions.map(\.printable).joined(separator: ", ")
      log.notice(list.isEmpty ? "no client keeps the camera closed any more" : "clients keep the camera closed for: \(list)")
    }
    guard now.subscribers > 0, now.requested == 0 else { return postSubscribers() }
    Task {
      try await Task.sleep(for: Self.settling)
      postSubscribers()
    }
  }

  /// Posts the number of connections that need the camera. Within the lock, or an older number might overtake it.
  private func postSubscribers() { demands.withLock { messages.post(.subscribers($0.subscribers)) } }

  private func perform(_ message: RunState.Message) async throws(RPCError) -> RunState {
    do { return try await messages.perform(message) } catch is CancellationError {
      throw .unavailable("\(UserError("swiped is stopping", fix: DaemonStart.current.fix, exitStatus: .unavailable))")
    } catch let error as ProfileError {
      throw .unknownProfile(error.name, names: error.names)
    } catch {
      throw .unavailable(UserError(error).lines.joined(separator: "; "))
    }
  }

  /// Loads the models that new settings need. Frames are handled meanwhile, and the camera can be closed: on a slow machine it takes long.
  ///
  /// - Returns: nil if those in use are the right ones.
  private func loadFollower(for new: DaemonSettings) async throws(RPCError) -> LoadedFollower? {
    guard new.configuration.tracking != tracking.withLock({ $0 }) else { return nil }
    do { return try await OwnedThread.run(name: "models") { try LoadedFollower(new) } } catch {
      throw .unavailable(UserError(error).lines.joined(separator: "; "))
    }
  }

  private func reload() async throws(RPCError) {
    let new: DaemonSettings
    do {
      new = try await OwnedThread.run(name: "reload") { [self] in
        let new = try reread()
        applications.prepare(for: new.configuration.apps)
        return new
      }
    } catch {
      let lines = UserError(error).lines
      for line in lines { log.error("the configuration is not reloaded: \(line)") }
      throw .configuration(lines.joined(separator: "\n"))
    }
    do {
      let follower = try await loadFollower(for: new)
      _ = try await perform(.reload(new, follower))
      tracking.withLock { $0 = new.configuration.tracking }
    } catch {
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
