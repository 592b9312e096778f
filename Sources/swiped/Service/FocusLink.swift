import Desktop
import EventProtocol
import Focus
import Logging
import Platform
import Settings
import Synchronization

/// What follows from the application in front, with a sentence for people.
package struct FrontDecision: Sendable, Equatable {
  package var rule: AppRule.Decision
  /// What it was decided under: an index of other settings means another `[[app]]`, or none.
  package var settings: AppSettings
  /// Why swipes do not act; nil while they do.
  package var reason: String?
  /// For the status.
  package var apps: Status.Apps?

  package init(_ rule: AppRule.Decision, under settings: AppSettings, reason: String? = nil, apps: Status.Apps? = nil) {
    (self.rule, self.settings, self.reason, self.apps) = (rule, settings, reason, apps)
  }

  fileprivate init(_ rule: AppRule, at now: UInt64) {
    func app(_ application: FrontApplication) -> Status.App { .init(id: application.id, name: application.name) }
    self.init(
      rule.decision(at: now), under: rule.settings, reason: rule.reason,
      apps: rule.needsFocus ? .init(only: rule.listed?.map(app), front: rule.front.map(app), obstacle: rule.obstacle?.rawValue) : nil)
  }
}

/// Watches which application is in front, if the configuration asks for it, and passes on to the pipeline what follows. Any thread.
final class FocusLink: Sendable {
  private struct State {
    var settings = AppSettings()
    var rule = AppRule(AppSettings())
    /// Nil while nothing asks for it.
    var watch: FocusWatch?
    var decision: FrontDecision?
    /// Decides again when it is time.
    var waiting: Task<Void, any Error>?
    /// What is installed, as it was read last.
    var index: ApplicationIndex?
    /// What was logged last.
    var obstacle: FocusObstacle?
  }

  private let messages: MessageQueue
  private let place: FocusPlace
  private let environment: [String: String]
  private let log: Logger
  private let state = Mutex(State())

  /// - Parameter environment: where the applications are looked up.
  init(_ messages: MessageQueue, _ place: FocusPlace, environment: [String: String], log: Logger) {
    (self.messages, self.place, self.environment, self.log) = (messages, place, environment, log)
  }

  /// Reads what is installed, if a configuration names applications, so that the thread that calls ``use(_:)`` need not.
  func prepare(for settings: AppSettings) {
    let index = settings.needsFocus ? readIndex() : nil
    state.withLock { $0.index = index }
  }

  private func readIndex() -> ApplicationIndex { ApplicationIndex(InstalledApplications.read(environment: environment)) }

  /// Applies the configuration.
  func use(_ settings: AppSettings) {
    let old = state.withLock { state -> FocusWatch? in
      let isOther = settings != state.settings
      // What is installed may have changed all the same, if it was read again.
      guard isOther || state.index != nil else { return nil }
      state.settings = settings
      if settings.needsFocus, state.index == nil { state.index = readIndex() }
      state.rule.use(settings, state.index ?? ApplicationIndex())
      // The rule has it.
      state.index = nil
      for name in state.rule.unknownNames {
        log.notice("[apps]: no application that is installed is called \"\(name.printable)\"; `swipectl apps` lists them")
      }
      if settings.needsFocus, state.watch == nil { state.watch = start() }
      let watch = settings.needsFocus ? nil : state.watch.take()
      // The next watch says anew what is in front.
      if watch != nil { state.rule.take(.unknown, at: monotonicNs()) }
      // The pipeline forgets what was decided under other settings.
      if isOther { state.decision = nil }
      decide(&state)
      return watch
    }
    old?.stop()
  }

  private func start() -> FocusWatch? {
    let watch = FocusWatch(place) { [weak self] in self?.take($0) }
    do { try watch.start() } catch {
      log.error("cannot watch which application is in front (\(error)); restart swiped when the machine has memory and files to spare")
      return nil
    }
    return watch
  }

  private func take(_ focus: FocusState) {
    state.withLock { state in
      guard state.settings.needsFocus else { return }
      state.rule.take(focus, at: monotonicNs())
      if case .unavailable(let obstacle) = focus {
        if obstacle != state.obstacle { log.notice("the application in front is not known: \(obstacle.cause); \(obstacle.fix)") }
        state.obstacle = obstacle
      }
      decide(&state)
    }
  }

  /// Passes a decision on that differs from the last one. Within the lock, or an older one might overtake it.
  private func decide(_ state: inout State) {
    let now = monotonicNs()
    let decision = FrontDecision(state.rule, at: now)
    state.waiting?.cancel()
    state.waiting = decision.rule.dueNs.map { dueNs in
      Task { [weak self] in
        try await Task.sleep(for: .nanoseconds(Int64(clamping: dueNs - min(now, dueNs))))
        self?.state.withLock { state in if !Task.isCancelled { self?.decide(&state) } }
      }
    }
    guard decision != state.decision else { return }
    state.decision = decision
    messages.post(.application(decision))
  }

  func stop() {
    let watch = state.withLock { state in
      state.waiting?.cancel()
      return state.watch.take()
    }
    watch?.stop()
  }
}
