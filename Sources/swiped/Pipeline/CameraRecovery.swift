import Camera

/// Decides when to try to open a camera again, and which of its failures are news. Pure: times are passed in, in ns.
package struct CameraRecovery: Sendable {
  /// How many times a camera that sends nothing is restarted before it is closed and opened again.
  package static let mostRestarts = 10
  /// How often a busy camera is tried: the program that holds it may close it without any sign of that.
  package static let busyNs: UInt64 = 2_000_000_000
  /// How long a device that has just come may take to get its permissions.
  private static let deniedNs: UInt64 = 1_000_000_000
  private static let firstNs: UInt64 = 250_000_000
  private static let longestNs: UInt64 = 10_000_000_000

  /// A camera that has worked for this long is tried again quickly when it fails.
  private static let soundNs: UInt64 = 10_000_000_000

  /// When the next attempt is due; nil: when a device comes.
  package private(set) var dueNs: UInt64? = 0
  private var failures = 0
  private var stalls = 0
  /// The last attempt was refused.
  private var isDenied = false
  private var worksSinceNs: UInt64?
  /// What has been reported since a camera last worked, by the kind of failure.
  private var reports: [CameraError.Code: CameraError] = [:]

  package init() {}

  /// Takes note of an attempt that failed, or of a camera that worked and failed.
  ///
  /// - Returns: whether that is news: a failure of this kind has not been reported since a camera last worked.
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
    return isNews(error)
  }

  /// Takes note of a camera that has sent nothing for too long.
  ///
  /// - Returns: whether to restart its stream, rather than to close it; and whether the stall is news.
  package mutating func stalled(_ error: CameraError) -> (restarts: Bool, isNews: Bool) {
    stalls += 1
    return (stalls <= Self.mostRestarts, isNews(error))
  }

  /// Takes note of a frame.
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

  /// Makes an attempt due at once, as a device has come or gone.
  package mutating func devicesChanged(at now: UInt64) {
    dueNs = now
    failures = 0
  }

  /// The error of this kind as it was first reported.
  package func reported(_ error: CameraError) -> CameraError { reports[kind(of: error)] ?? error }

  /// Replaces an error that has been reported by one that says more.
  ///
  /// - Returns: whether that failure still lasts.
  package mutating func learn(_ error: CameraError) -> Bool {
    guard reports[kind(of: error)] != nil else { return false }
    reports[kind(of: error)] = error
    return true
  }

  private mutating func isNews(_ error: CameraError) -> Bool {
    guard reports[kind(of: error)] == nil else { return false }
    reports[kind(of: error)] = error
    return true
  }

  /// A camera that was unplugged is missing afterwards, which is the same failure.
  private func kind(of error: CameraError) -> CameraError.Code {
    [.noCamera, .noSuchDevice].contains(error.code) ? .unplugged : error.code
  }
}
