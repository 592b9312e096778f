/// Why the camera is kept closed although it could be open. Ordered: the first of several is the one that is told.
package enum Hold: Int, Sendable, CaseIterable, Comparable {
  /// Somebody asked for it.
  case paused
  case asleep
  case locked
  /// Nobody wants swipes.
  case unwanted

  package static func < (a: Hold, b: Hold) -> Bool { a.rawValue < b.rawValue }

  /// One line for the status.
  package var reason: String {
    switch self {
    case .paused: "paused by request; `swipectl resume` goes on"
    case .asleep: "the machine is going to sleep"
    case .locked: "the session is locked"
    case .unwanted: "nobody wants swipes: keys are off and nobody is subscribed"
    }
  }
}
