import Synchronization

/// Tells the line how many subscribers want what the camera shows, once they have stayed: somebody who only asks for the status must not
/// make the camera's light blink.
final class Demand: Sendable {
  private static let settling = Duration.milliseconds(250)

  private let control: LineControl
  private let count = Mutex(0)

  init(_ control: LineControl) { self.control = control }

  /// So many there are now. Any thread.
  func note(_ now: Int) {
    count.withLock { $0 = now }
    guard now > 0 else { return control.post(.subscribers(0)) }
    Task {
      try await Task.sleep(for: Self.settling)
      // Nobody, or somebody else, may be there by now.
      control.post(.subscribers(count.withLock { $0 }))
    }
  }
}
