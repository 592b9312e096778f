// Whether a camera that runs sends pictures, and whether a hand is found in them.

/** The time after which it has sent one, in ms. */
const patienceMs = 5000;
/** The time after which a hand that is shown has been found, in ms. */
const searchMs = 3000;

/**
 * Whether a daemon that runs sends no frames.
 *
 * @param {?object} status - the newest one; null without a daemon
 * @param {number} silentMs - how long no frame has come
 */
export function isSilent(status, silentMs) {
  return status?.state === "running" && silentMs > patienceMs;
}

/** How long frames have come without a hand. Knows no clock: each call says the time, in ms. */
export class HandSearch {
  #sinceMs = null;
  #lengthMs = 0;

  takeFrame({ hands }, ms) {
    this.#sinceMs = hands.length ? null : this.#sinceMs ?? ms;
    this.#lengthMs = ms - (this.#sinceMs ?? ms);
  }

  /** Begins again: no frames come. */
  clear() {
    this.#sinceMs = null;
    this.#lengthMs = 0;
  }

  /** Whether a hand that is shown would have been found by now. */
  get isLate() {
    return this.#lengthMs >= searchMs;
  }
}
