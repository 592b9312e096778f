import Desktop
import EventProtocol
import Gestures
import Logging
import Settings
import Synchronization

/// Shows on the desktop what the camera does and, if requested, each swipe. Any thread; nothing here waits.
final class DesktopNotifications: Sendable {
  private struct State {
    /// Nil while notifications are off.
    var notifier: Notifier?
    var showsSwipes = false
    /// That of the newest status.
    var condition = CameraCondition.idle
    var isDark = false

    /// Reports the condition, which the picture is part of while the camera is open.
    func report() {
      if isDark, case .open(let name) = condition { notifier?.report(.dark(name)) } else { notifier?.report(condition) }
    }
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
      state.report()
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

  func show(_ event: Event) {
    switch event {
    case .status(let status) where reportsCamera:
      let condition = CameraCondition(status)
      let isLoggedOut = status.reasonCode == .noSession
      if isLoggedOut { mark.set(false) }
      state.withLock {
        $0.condition = condition
        if isLoggedOut { $0.notifier?.forget() } else { $0.report() }
      }
    case .miss(let miss) where reportsCamera && miss.reasonCode == NoSwipeReason.Code.tooDark.rawValue:
      state.withLock {
        $0.isDark = miss.phase == .began
        $0.report()
      }
    case .gesture(let event) where event.phase.starts:
      state.withLock {
        if $0.showsSwipes {
          $0.notifier?.showSwipe(event.direction.map { "Swipe \($0.rawValue)" } ?? event.gesture.words.capitalizedSentence)
        }
      }
    default: break
    }
  }
}

extension CameraCondition {
  package init(_ status: Status) {
    let reason = status.reason ?? ""
    self =
      switch (status.state, status.reasonCode) {
      case (.running, _): .open(status.camera?.name ?? "the camera")
      case (_, .cameraYielded?), (_, .cameraBusy?): .taken(reason)
      case (.noCamera, .some): .failed(reason)
      case (.starting, _), (.paused, _), (.noCamera, nil): .idle
      }
  }
}
