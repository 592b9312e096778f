import Camera
import Desktop
import EventProtocol
import Settings

/// Decides from messages when the pipeline runs. Pure: it returns actions, which the runner performs.
package struct RunState: Sendable {
  package enum Message: Sendable {
    case stop
    /// Keep the camera closed for this reason, until it is released.
    case hold(PauseReason)
    case release(PauseReason)
    /// Something is known of the sessions at a seat.
    case login(LoginFact)
    /// The user requests that the camera is opened again.
    case resume
    /// The user requests a pause, or its end.
    case toggle
    /// The number of connections that need the camera.
    case subscribers(Int)
    /// A camera has appeared or disappeared, or its permissions have changed.
    case camerasChanged
    /// The same for uinput.
    case uinputChanged
    /// Something is known of the programs that use the camera; its source knows more.
    case cameraUseChanged
    /// Use these settings, and the models that were loaded for them, if others are needed.
    case reload(DaemonSettings, LoadedFollower? = nil)
    /// Use the profile of this name.
    case setProfile(String)
    /// Press no keys and run no commands; or do so again.
    case suspendKeys(Bool)
    /// Programs ask that the camera is closed, for these reasons.
    case inhibited([String])
    /// What follows from the application in front.
    case application(FrontDecision)
    /// Does nothing: its reply says that all messages before it have taken effect.
    case settle
  }

  package enum Action: Sendable, Equatable {
    /// Try to open the camera now instead of when the next attempt is due.
    case retryCamera
    /// The same, because a camera has appeared or disappeared.
    case findCamera
    case retryKeys
    case announceStarting
    /// Apply these settings; if that succeeds, call ``applied(_:)``.
    case apply(DaemonSettings, LoadedFollower? = nil)
    /// Reply that there is no such profile, or that it cannot be used.
    case refuse(ProfileError)
    /// Close the camera, and open the one that the new settings name.
    case reopenCamera
    case suspendKeys(Bool)
    /// Have a hand that is in view rest before it swipes.
    case requireRest
  }

  package enum Phase: Sendable, Equatable {
    /// Until it is known whose the camera and the keys are.
    case waiting
    case running
    case paused(PauseReason)
    case stopping
  }

  /// The reasons that a request to resume overrides. Some screen lockers report that they lock, but never that they unlock.
  private static let liftable: Set<PauseReason> = [.request, .locked]

  package private(set) var settings: DaemonSettings
  /// The reasons to keep the camera closed, beside ``login``.
  private var holds: Set<PauseReason> = []
  private var login: LoginSessions
  private var subscribers = 0
  private var clientSuspendsKeys = false
  private var inhibitions: [String] = []
  /// Nil until it is known for the settings.
  private var front: FrontDecision?
  /// Whether the camera was paused at the end of the last run, which a stream leaves so.
  private let wasPaused: Bool
  private var isStopping = false

  /// - Parameter memory: what an earlier run of the daemon knew, if the camera is watched.
  package init(_ settings: DaemonSettings, _ memory: RunMemory) {
    self.settings = settings
    login = LoginSessions(memory.login)
    wasPaused = memory.isPaused
    if memory.isPaused, settings.source.isCamera { holds.insert(.request) }
    updateFront()
    updateDemand()
  }

  /// What the next run of the daemon must know.
  package var memory: RunMemory {
    RunMemory(isPaused: settings.source.isCamera ? holds.contains(.request) : wasPaused, login: login.memory)
  }

  /// The first reason why the pipeline is paused. All but those of clients apply only to cameras.
  package var hold: PauseReason? { PauseReason.allCases.first { effectiveHolds.contains($0) } }

  /// What the status says of a reason to stay closed.
  package func status(of reason: PauseReason) -> StatusReason {
    switch reason {
    case .inhibited: .inhibited(inhibitions)
    case .otherApplication: front?.reason.map { StatusReason(.otherApplication, $0) } ?? reason.status
    default: reason.status
    }
  }

  /// Where swipes act, and what is in front, for the status.
  package var apps: Status.Apps? { front?.apps }

  private var effectiveHolds: Set<PauseReason> {
    guard settings.source.isCamera else { return holds.intersection([.request, .inhibited]) }
    return holds.union(PauseReason(login.state).map { [$0] } ?? [])
  }

  /// Keys would reach the session in front. A stream, which goes on, presses none either while that is not the user's.
  package var suspendsKeys: Bool {
    clientSuspendsKeys || [.locked, .background, .absent].contains(login.state) || !(front?.rule.acts ?? mayActAnywhere)
  }

  /// Whether it does not matter which application is in front.
  private var mayActAnywhere: Bool { settings.configuration.apps.only == nil }

  package var phase: Phase {
    if isStopping { return .stopping }
    return hold.map { .paused($0) } ?? (login.state == .unknown ? .waiting : .running)
  }

  private var isClosed: Bool { phase != .running }

  /// - Parameter isYielded: whether another program has the camera, so that a request to toggle neither pauses nor resumes.
  package mutating func handle(_ message: Message, isYielded: Bool = false) -> [Action] {
    let (wasClosed, suspendedKeys) = (isClosed, suspendsKeys)
    var actions: [Action] = []
    switch message {
    case .stop: isStopping = true
    case .hold(let reason): holds.insert(reason)
    case .release(let reason): holds.remove(reason)
    case .login(let fact):
      let count = login.sessionCount ?? 0
      login.apply(fact)
      // A pause lasts until the user logs out, which the service may outlive.
      if count > 0, login.sessionCount == 0 { holds.remove(.request) }
    case .resume: lift()
    case .toggle: if !effectiveHolds.isDisjoint(with: Self.liftable) { lift() } else if !isYielded { holds.insert(.request) }
    case .subscribers(let count):
      subscribers = count
      updateDemand()
    case .camerasChanged: actions = [.findCamera]
    case .uinputChanged: actions = [.retryKeys]
    case .reload(let new, let tracker): actions = [.apply(keepingProfile(new), tracker)]
    case .setProfile(let name):
      do throws(ProfileError) { actions = [.apply(try settings.using(name))] } catch { actions = [.refuse(error)] }
    case .suspendKeys(let isSuspended): clientSuspendsKeys = isSuspended
    case .inhibited(let whys):
      inhibitions = whys
      if whys.isEmpty { holds.remove(.inhibited) } else { holds.insert(.inhibited) }
    case .application(let decision): actions = use(decision)
    case .cameraUseChanged, .settle: break
    }
    if suspendsKeys != suspendedKeys { actions.append(.suspendKeys(suspendsKeys)) }
    return actions + resumption(wasClosed)
  }

  private mutating func use(_ decision: FrontDecision) -> [Action] {
    // One that a reload has overtaken is made again.
    guard decision.settings == settings.configuration.apps else { return [] }
    let old = front?.rule
    front = decision
    updateFront()
    var actions: [Action] = []
    if old.map({ $0.turn != decision.rule.turn }) == true { actions.append(.requireRest) }
    if old?.app != decision.rule.app,
      let new = try? settings.using(decision.rule.profile ?? settings.profiles.selected, keysOfApp: decision.rule.app)
    {
      actions.append(.apply(new))
    }
    return actions
  }

  /// The settings of a reload under the profile that a client or the application in front has set.
  private func keepingProfile(_ new: DaemonSettings) -> DaemonSettings {
    let kept = new.keepingProfile(of: settings)
    guard let rule = front?.rule else { return kept }
    guard new.configuration.apps == settings.configuration.apps else { return rule.profile == nil ? kept : new }
    let profile = new.profiles.selected == settings.profiles.selected ? kept.profile : rule.profile ?? kept.profile
    return (try? new.using(profile, keysOfApp: rule.app)) ?? kept
  }

  private mutating func updateFront() {
    if front?.rule.isOpen ?? mayActAnywhere { holds.remove(.otherApplication) } else { holds.insert(.otherApplication) }
  }

  private mutating func lift() {
    holds.subtract(Self.liftable)
    login.overrideLock()
  }

  /// Adopts the settings of a reload or a profile, which the pipeline has applied.
  package mutating func applied(_ new: DaemonSettings) -> [Action] {
    let (wasClosed, suspendedKeys) = (isClosed, suspendsKeys)
    let (camera, before) = (new.configuration.camera, settings.configuration.camera)
    let isOtherCamera =
      new.source != settings.source || camera.backend != before.backend || CameraRequest(camera) != CameraRequest(before)
    // What was decided under other settings is decided again.
    if new.configuration.apps != settings.configuration.apps { front = nil }
    settings = new
    updateFront()
    updateDemand()
    var actions: [Action] = isOtherCamera && new.source.isCamera ? [.reopenCamera] : []
    if suspendsKeys != suspendedKeys { actions.append(.suspendKeys(suspendsKeys)) }
    return actions + resumption(wasClosed)
  }

  private func resumption(_ wasClosed: Bool) -> [Action] {
    wasClosed && !isClosed ? [.retryCamera, .announceStarting] : []
  }

  private mutating func updateDemand() {
    if settings.wantsCamera(subscribers: subscribers) { holds.remove(.unwanted) } else { holds.insert(.unwanted) }
  }
}

extension DaemonSettings {
  /// Whether anything uses the swipes or the hands, so that the camera must be open.
  ///
  /// - Parameter subscribers: the number of connections that subscribe to swipes, hands, frames or the preview.
  package func wantsCamera(subscribers: Int) -> Bool {
    !configuration.camera.isOnDemand || chords != nil || !configuration.commands.isEmpty || start.printing != nil || subscribers > 0
  }
}

extension PauseReason {
  /// Nil if there is none.
  fileprivate init?(_ state: LoginSessions.State) {
    switch state {
    case .locked: self = .locked
    case .background: self = .background
    case .absent: self = .absent
    case .unknown, .active, .seatless, .unwatched: return nil
    }
  }
}

extension RunState: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(login)
    hasher.combine(holds)
  }
}
