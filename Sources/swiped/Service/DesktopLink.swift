import Desktop
import Logging
import Synchronization

/// Passes the desktop's events to the pipeline.
final class DesktopLink: Sendable {
  private let watch = Mutex<DesktopWatch?>(nil)

  /// - Parameter level: the log level of something that cannot be watched.
  init(_ messages: MessageQueue, log: Logger, level: Logger.Level) {
    let report: @Sendable (DesktopEvent) -> Void = { [weak self] event in
      switch event {
      case .camerasChanged: messages.post(.camerasChanged)
      case .uinputChanged: messages.post(.uinputChanged)
      case .sleeping: messages.post(.hold(.sleeping)) { [weak self] _ in self?.watch.withLock { $0 }?.readyToSleep() }
      case .awake: messages.post(.release(.sleeping))
      case .login(let fact): messages.post(.login(fact))
      }
    }
    let watch = DesktopWatch(log: { log.log(level: level, "\($0)") }, event: report)
    self.watch.withLock { $0 = watch }
    watch.start()
  }

  func stop() { watch.withLock { $0.take() }?.stop() }
}
