import Glibc

/// Now, in ns of CLOCK_MONOTONIC: the clock of V4L2's timestamps.
package func monotonicNs() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

/// Now, in ns since 1970.
package func unixNs() -> UInt64 { nanoseconds(of: CLOCK_REALTIME) }

/// Now, in ns of CLOCK_BOOTTIME: the clock of the start times of processes.
package func bootNs() -> UInt64 { nanoseconds(of: CLOCK_BOOTTIME) }

/// CPU time of all threads of this process, in ns.
package func processCPUNs() -> UInt64 { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

private func nanoseconds(of clock: clockid_t) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  // A clock may be set to a time before 1970.
  return UInt64(clamping: time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
