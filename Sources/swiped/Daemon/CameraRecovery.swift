import Camera

/// When to try for a camera again. Pure: times are passed in, in ns.
package struct CameraRecovery: Sendable {
  /// A camera that sends nothing is restarted this often before it is closed and opened anew.
  package static let mostRestarts = 10
  /// How often a camera that another program has is asked for: the program may let go of it without any sign of that.
  package static let busyNs: UInt64 = 2_000_000_000
  /// How long a device that has just come may take to get its permissions.
  private static let deniedNs: UInt64 = 1_000_000_000
  private static let firstNs: UInt64 = 250_000_000
  private static let longestNs: UInt64 = 10_000_000_000

  /// A camera that has worked for this long has earned a quick try when it fails.
  private static let soundNs: UInt64 = 10_000_000_000

  /// When the next try is due; nil: when the desktop tells of a device.
  package private(set) var dueNs: UInt64? = 0
  private var failures = 0
  private var stalls = 0
  /// The last try was refused.
  private var isDenied = false
  private var worksSinceNs: UInt64?
  /// What has been told since a camera last worked, by the kind of trouble.
  private var told: [CameraError.Code: String] = [:]

  package init() {}

  /// A try failed, or a camera that worked did.
  ///
  /// - Returns: whether that is to be told: trouble of its kind has not been since a camera last worked.
  package mutating func failed(_ error: CameraError, at now: UInt64) -> Bool {
    if let since = worksSinceNs, now - since >= Self.soundNs { failures = 0 }
    worksSinceNs = nil
    if error.code == .permissionDenied, !isDenied {
      // A new device has its owner before it has its permissions: only who is refused twice is refused.
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

  /// The camera has sent nothing for too long.
  ///
  /// - Returns: whether to restart its stream, rather than to close it; and whether there is something to tell.
  package mutating func stalled(_ error: CameraError) -> (restarts: Bool, isNews: Bool) {
    stalls += 1
    return (stalls <= Self.mostRestarts, isNews(error))
  }

  /// A frame came.
  ///
  /// - Returns: whether there was trouble before it.
  package mutating func works(at now: UInt64) -> Bool {
    if worksSinceNs == nil { worksSinceNs = now }
    stalls = 0
    isDenied = false
    guard !told.isEmpty else { return false }
    told = [:]
    return true
  }

  /// A device came or went: worth a try at once.
  package mutating func devicesChanged(at now: UInt64) {
    dueNs = now
    failures = 0
  }

  /// What to call the trouble: as it was told.
  package func reason(of error: CameraError) -> String { told[kind(of: error)] ?? error.message }

  /// More is known of a trouble that has been met.
  ///
  /// - Returns: whether it is still of interest.
  package mutating func learn(_ error: CameraError) -> Bool {
    guard told[kind(of: error)] != nil else { return false }
    told[kind(of: error)] = error.message
    return true
  }

  private mutating func isNews(_ error: CameraError) -> Bool {
    guard told[kind(of: error)] == nil else { return false }
    told[kind(of: error)] = error.message
    return true
  }

  /// A camera that was pulled out is gone: to miss it then is no other trouble.
  private func kind(of error: CameraError) -> CameraError.Code {
    [.noCamera, .noSuchDevice].contains(error.code) ? .unplugged : error.code
  }
}
