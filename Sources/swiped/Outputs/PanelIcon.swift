import Desktop
import EventProtocol
import EventSocket
import Glibc
import Logging
import Synchronization

/// Shows in the desktop's panel what the daemon does, and carries out what a person asks for there. Any thread; nothing here waits.
final class PanelIcon: Sendable {
  private struct State {
    /// Nil while there is no icon.
    var tray: Tray?
    var shown: TrayState
  }

  private let app: AppStart
  private let isCamera: Bool
  private let log: Logger
  private let control: @Sendable (Control) async -> Result<Status, RPCError>
  private let state: Mutex<State>

  /// - Parameters:
  ///   - isCamera: whether the frames come from a camera.
  ///   - control: carries out a request.
  init(
    _ app: AppStart, _ status: Status, isCamera: Bool, log: Logger,
    control: @escaping @Sendable (Control) async -> Result<Status, RPCError>
  ) {
    (self.app, self.isCamera, self.log, self.control) = (app, isCamera, log, control)
    state = Mutex(State(shown: TrayState(status, isCamera: isCamera)))
  }

  /// Shows an icon, or none, from now on.
  func use(_ isShown: Bool) {
    let unused = state.withLock { state in
      guard isShown else { return state.tray.take() }
      if state.tray == nil { state.tray = makeTray(state.shown) }
      return nil
    }
    unused?.stop()
  }

  private func makeTray(_ state: TrayState) -> Tray? {
    do { return try Tray(state) { [weak self] in self?.perform($0) } } catch {
      log.info("the panel shows no icon (\(error)); restart swiped when the machine has memory and files to spare")
      return nil
    }
  }

  func show(_ event: Event) {
    switch event {
    case .status(let status):
      let new = TrayState(status, isCamera: isCamera)
      state.withLock { state in
        guard state.shown != new else { return }
        state.shown = new
        state.tray?.show(new)
      }
    case .gesture(let event) where event.phase.starts:
      let kept = TraySwipe(number: event.seq, event.gesture.name, time: time(nil))
      state.withLock { $0.tray?.keep(kept) }
    default: break
    }
  }

  private func perform(_ action: TrayAction) {
    switch action {
    case .pause: request(.pause)
    case .resume: request(.resume)
    case .toggle: request(.toggle)
    case .setProfile(let name): request(.setProfile(name))
    case .open(let page, let token): app.open(page, token: token)
    }
  }

  private func request(_ control: Control) {
    Task { [self] in
      if case .failure(let error) = await self.control(control) { log.warning("the panel's request failed: \(error.message)") }
    }
  }
}

extension TrayState {
  /// - Parameter isCamera: whether the frames come from a camera.
  package init(_ status: Status, isCamera: Bool) {
    let reason = status.reason ?? ""
    let camera: Camera =
      switch (status.state, status.reasonCode) {
      case (.running, _): isCamera ? .on(status.camera?.name ?? "") : .running
      case (_, .cameraYielded?), (_, .cameraBusy?): .taken(reason)
      case (.paused, .sessionLocked?): .locked
      case (.paused, .systemSleep?): .asleep
      case (.paused, .noDemand?): .idle
      case (.paused, .otherApplication?): .waiting(reason)
      case (.paused, .inhibited?): .inhibited(reason)
      case (.paused, .sessionInBackground?), (.paused, .noSession?): .away
      case (.paused, _): .paused
      case (.noCamera, .some): .failed(reason)
      case (.starting, _), (.noCamera, nil): .starting
      }
    self.init(camera, profile: status.profile ?? "", of: status.profiles ?? [])
  }
}
