// Whether a camera that runs sends pictures.

/** The time after which it has sent one, in ms. */
const patienceMs = 5000;

/**
 * Whether a daemon that runs sends no frames.
 *
 * @param {?object} status - the newest one; null without a daemon
 * @param {number} silentMs - how long no frame has come
 */
export function isSilent(status, silentMs) {
  return status?.state === "running" && silentMs > patienceMs;
}
