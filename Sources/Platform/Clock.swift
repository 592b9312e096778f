import Glibc

/// Now, in ns of CLOCK_MONOTONIC: the clock that V4L2 stamps its buffers with.
package func monotonicNs() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

/// CPU time that the whole process has used, all threads together, in ns.
package func processCPUNs() -> UInt64 { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

private func nanoseconds(of clock: clockid_t) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
