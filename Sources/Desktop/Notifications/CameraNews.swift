/// What the camera does, as far as the person in front of it should know.
package enum CameraCondition: Sendable, Equatable {
  /// Frames come from the camera of this name.
  case open(String)
  /// The same, and its picture is too dark to see a hand.
  case dark(String)
  /// Another program has it: one sentence.
  case taken(String)
  /// It cannot be used: one sentence.
  case failed(String)
  /// Closed on purpose, or about to be opened.
  case idle

  /// Whether it cannot be used, which is to be reported sooner than darkness.
  fileprivate var isLoss: Bool {
    switch self {
    case .taken, .failed: true
    case .open, .dark, .idle: false
    }
  }
}

/// Decides which changes of the camera a notification reports. Pure: times are passed in, in ns.
///
/// Being open is reported once for each login, so that nobody is watched without knowing; its loss only after it was reported to be open; and
/// that the picture is too dark once.
package struct CameraNews: Sendable {
  /// The usual time that a loss must last to be reported: a program that only looks at the camera gives it back within 2 s, and a device that is
  /// reset returns sooner.
  package static let patienceNs: UInt64 = 3_000_000_000

  /// The time that the picture must be too dark to be reported: nobody needs to know of a hand on the camera.
  package static let darkPatienceNs: UInt64 = 10_000_000_000

  private enum Reported {
    case nothing, open, taken, failed
  }

  private var reported: Reported
  private var hasReportedDarkness = false
  private var condition = CameraCondition.idle
  /// When the condition is to be reported if it lasts; nil if there is nothing to report.
  package private(set) var dueNs: UInt64?

  private let patienceNs: UInt64

  /// - Parameters:
  ///   - wasReported: whether it was reported since the login that the camera is open.
  ///   - patienceNs: the time that a loss must last to be reported.
  package init(wasReported: Bool, patienceNs: UInt64 = Self.patienceNs) {
    reported = wasReported ? .open : .nothing
    self.patienceNs = patienceNs
  }

  /// Handles a change.
  ///
  /// - Returns: what to show at once.
  package mutating func update(_ new: CameraCondition, at now: UInt64) -> DesktopNotification? {
    if new.isLoss != condition.isLoss { dueNs = nil }
    condition = new
    switch (new, reported) {
    case (.idle, _), (.taken, .nothing), (.failed, .nothing), (.taken, .taken), (.failed, .failed): dueNs = nil
    case (.taken, _), (.failed, _): dueNs = dueNs ?? now + patienceNs
    case (.open(let name), _), (.dark(let name), _):
      if case .dark = new, !hasReportedDarkness { dueNs = dueNs ?? now + Self.darkPatienceNs } else { dueNs = nil }
      defer { reported = .open }
      switch reported {
      case .open: return nil
      case .nothing:
        return DesktopNotification(
          .camera, title: "Camera on", body: "swiped looks for swipes on \(name). To close the camera, run swipectl pause.")
      case .taken, .failed: return DesktopNotification(.camera, title: "Camera on again", body: "swiped looks for swipes on \(name).")
      }
    }
    return nil
  }

  /// The user has logged out: what comes is new to whoever logs in.
  package mutating func forget() { (reported, hasReportedDarkness, dueNs) = (.nothing, false, nil) }

  /// Reports a loss or a darkness that has lasted.
  ///
  /// - Returns: what to show.
  package mutating func tick(at now: UInt64) -> DesktopNotification? {
    guard let dueNs, dueNs <= now else { return nil }
    self.dueNs = nil
    switch condition {
    case .taken(let reason):
      reported = .taken
      return DesktopNotification(.camera, title: "Camera used by another program", body: reason.capitalizedSentence)
    case .failed(let reason):
      reported = .failed
      return DesktopNotification(.camera, title: "No camera", body: reason.capitalizedSentence)
    case .dark:
      hasReportedDarkness = true
      return DesktopNotification(
        .camera, title: "Too dark to see a hand", body: "Turn on a light, or open the cover of the camera.")
    case .open, .idle: return nil
    }
  }
}

extension String {
  package var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
