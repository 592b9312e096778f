// The daemon's times on the page's clock. Both count from a start of their own at the same speed, so one difference converts them.
let offsetMs = null;

/** Takes the server's greeting: one moment on the daemon's clock and on the calendar's. */
export function synchronize({ monotonic_ns: monotonicNs, unix_ms: unixMs }) {
  const onTheWayMs = Math.max(0, Date.now() - unixMs);
  offsetMs = performance.now() - onTheWayMs - monotonicNs / 1e6;
}

/** A time of CLOCK_MONOTONIC as one of `performance.now()`; null before the server's greeting. */
export function pageTime(monotonicNs) {
  return offsetMs === null ? null : monotonicNs / 1e6 + offsetMs;
}
