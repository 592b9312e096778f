import Desktop
import EventProtocol
import Imaging
import Logging
import Settings
import Synchronization

/// Shows on the desktop what the camera does and, if requested, each swipe. Any thread; nothing here waits.
final class DesktopNotifications: Sendable {
  private struct State {
    /// Nil while notifications are off.
    var notifier: Notifier?
    var showsSwipes = false
    var condition = CameraCondition.idle
  }

  private let mark: LoginMark
  private let reportsCamera: Bool
  private let log: Logger
  private let state = Mutex(State())

  /// - Parameters:
  ///   - mark: set once the desktop has shown that the camera is open.
  ///   - reportsCamera: whether the frames come from a camera.
  init(mark: LoginMark, reportsCamera: Bool, log: Logger) { (self.mark, self.reportsCamera, self.log) = (mark, reportsCamera, log) }

  /// Shows what the setting says from now on.
  func use(_ setting: NotifySetting) {
    let unused = state.withLock { state in
      state.showsSwipes = setting == .swipes
      guard state.showsSwipes || setting == .camera && reportsCamera else { return state.notifier.take() }
      if state.notifier == nil { state.notifier = makeNotifier() }
      state.notifier?.note(state.condition)
      return nil
    }
    unused?.stop()
  }

  private func makeNotifier() -> Notifier? {
    do { return try Notifier(wasReported: mark.isSet) { [mark] in mark.set(true) } } catch {
      log.info("the desktop shows no notifications (\(error)); restart swiped when the machine has memory and files to spare")
      return nil
    }
  }

  /// - Parameter source: the source, while frames come from it.
  func note(_ state: Status.State, because reason: StatusReason?, source: SourceDescription?) {
    guard reportsCamera else { return }
    let condition = CameraCondition(state, because: reason, camera: source?.name)
    self.state.withLock {
      $0.condition = condition
      $0.notifier?.note(condition)
    }
  }

  func show(_ event: GestureEvent) {
    state.withLock {
      if $0.showsSwipes {
        $0.notifier?.showSwipe(event.direction.map { "Swipe \($0.rawValue)" } ?? event.gesture.words.capitalizedSentence)
      }
    }
  }
}

extension CameraCondition {
  /// - Parameter camera: the name of the camera, while frames come from it.
  package init(_ state: Status.State, because reason: StatusReason?, camera: String?) {
    switch (state, reason) {
    case (.running, _): self = .open(camera ?? "the camera")
    case (_, let reason?) where [.cameraYielded, .cameraBusy].contains(reason.code): self = .taken(reason.text)
    case (.noCamera, let reason?): self = .failed(reason.text)
    case (.starting, _), (.paused, _), (.noCamera, nil): self = .idle
    }
  }
}
