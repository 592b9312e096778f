import Desktop
import Logging
import Synchronization

/// Hands to the line what the desktop tells.
final class DesktopLink: Sendable {
  private let watch = Mutex<DesktopWatch?>(nil)

  /// - Parameter level: how much it matters that something cannot be watched.
  init(_ control: LineControl, log: Logger, level: Logger.Level) {
    let report: @Sendable (DesktopEvent) -> Void = { [weak self] event in
      switch event {
      case .devicesChanged: control.post(.devicesChanged)
      case .sleeping: control.post(.hold(.sleeping)) { [weak self] _ in self?.watch.withLock { $0 }?.readyToSleep() }
      case .awake: control.post(.release(.sleeping))
      case .locked: control.post(.hold(.locked))
      case .unlocked: control.post(.release(.locked))
      }
    }
    let watch = DesktopWatch(log: { log.log(level: level, "\($0)") }, event: report)
    self.watch.withLock { $0 = watch }
    watch.start()
  }

  func stop() { watch.withLock { $0.take() }?.stop() }
}
