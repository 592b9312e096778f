import CSystemd

/// systemd's watchdog, if there is one: it restarts a service that has not said for a while that it goes on.
struct Watchdog {
  /// How long a wait may be that is followed by ``feed(at:)``, in ms; nil: as long as it likes.
  let patienceMs: Int32?
  private let intervalNs: UInt64?
  private var fedNs: UInt64 = 0

  /// Reads what systemd asks for.
  init() {
    var microseconds: UInt64 = 0
    let isWatched = sd_watchdog_enabled(0, &microseconds) > 0
    // Twice within the time, as sd_watchdog_enabled(3) recommends.
    intervalNs = isWatched ? microseconds * 1000 / 2 : nil
    patienceMs = isWatched ? Int32(clamping: microseconds / 2000) : nil
  }

  /// Says that the service goes on; not more often than is of use.
  mutating func feed(at now: UInt64) {
    guard let intervalNs, now - fedNs >= intervalNs / 2 else { return }
    fedNs = now
    sd_notify(0, "WATCHDOG=1")
  }
}
