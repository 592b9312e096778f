/// Decides when to try to open a camera again, and which failures to report. Pure: times are passed in, in ns.
package struct CameraRecovery: Sendable {
  /// The number of times that a camera that sends nothing is restarted before it is closed and opened again.
  package static let mostRestarts = 10
  /// The time between attempts to open a busy camera: no event reports that the program that holds it has closed it.
  package static let busyNs: UInt64 = 2_000_000_000
  /// The time that a new device may take to get its permissions.
  private static let deniedNs: UInt64 = 1_000_000_000
  private static let firstNs: UInt64 = 250_000_000
  private static let longestNs: UInt64 = 10_000_000_000

  /// A camera that has worked for this long is tried again quickly when it fails.
  private static let soundNs: UInt64 = 10_000_000_000

  /// When the next attempt is due; nil: when a device appears.
  package private(set) var dueNs: UInt64? = 0
  private var failures = 0
  private var stalls = 0
  /// Whether the last attempt was refused.
  private(set) var isDenied = false
  private var worksSinceNs: UInt64?
  /// The failures that were reported since a camera last worked, by kind.
  private var reports: [CameraError.Code: CameraError] = [:]

  package init() {}

  /// Records a failed attempt, or the failure of a camera that worked.
  ///
  /// - Returns: whether to report it: no failure of this kind has been reported since a camera last worked.
  package mutating func failed(_ error: CameraError, at now: UInt64) -> Bool {
    if let since = worksSinceNs, now - since >= Self.soundNs { failures = 0 }
    worksSinceNs = nil
    if error.code == .permissionDenied, !isDenied {
      // A new device has its owner before it has its permissions: only the second refusal counts.
      isDenied = true
      dueNs = now + Self.deniedNs
      return false
    }
    isDenied = error.code == .permissionDenied
    if error.code == .busy {
      dueNs = now + Self.busyNs
    } else if error.code == .changed, failures == 0 {
      dueNs = now
      failures = 1
    } else if error.isWorthRetrying {
      dueNs = now + min(Self.firstNs << min(failures, 8), Self.longestNs)
      failures += 1
    } else {
      dueNs = nil
    }
    return isNew(error)
  }

  /// Records that a camera has sent nothing for too long.
  ///
  /// - Parameter mostRestarts: after so many, the camera is closed.
  /// - Returns: whether to restart the stream instead of closing the camera, and whether to report the stall.
  package mutating func stalled(_ error: CameraError, mostRestarts: Int = Self.mostRestarts) -> (restarts: Bool, isNew: Bool) {
    stalls += 1
    return (stalls <= mostRestarts, isNew(error))
  }

  /// Records that a frame has come.
  ///
  /// - Returns: whether a failure had been reported before it.
  package mutating func works(at now: UInt64) -> Bool {
    if worksSinceNs == nil { worksSinceNs = now }
    stalls = 0
    isDenied = false
    guard !reports.isEmpty else { return false }
    reports = [:]
    return true
  }

  /// Makes an attempt due at once, because a device has appeared or disappeared, or a pause has ended.
  package mutating func retry(at now: UInt64) {
    dueNs = now
    failures = 0
  }

  /// The error of this kind, as it was first reported.
  package func reported(_ error: CameraError) -> CameraError { reports[kind(of: error)] ?? error }

  /// Replaces a reported error with a more specific one.
  ///
  /// - Returns: whether that failure has not ended yet, and whether the error is another one.
  package mutating func learn(_ error: CameraError) -> (isCurrent: Bool, isOther: Bool) {
    guard let old = reports[kind(of: error)] else { return (false, false) }
    reports[kind(of: error)] = error
    return (true, old != error)
  }

  private mutating func isNew(_ error: CameraError) -> Bool {
    guard reports[kind(of: error)] == nil else { return false }
    reports[kind(of: error)] = error
    return true
  }

  /// The kind of failure: an unplugged camera is missing afterwards, which is the same failure.
  private func kind(of error: CameraError) -> CameraError.Code {
    [.noCamera, .noSuchDevice].contains(error.code) ? .unplugged : error.code
  }
}
