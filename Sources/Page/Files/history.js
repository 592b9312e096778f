// The frames and swipes of the last ten seconds.

/** How long a frame is shown, in ms. */
export const lengthMs = 10_000;
/** How long before the first frame that is shown frames must be known, in ms: the swipe of a gesture that began unseen would be missed. */
const leastLeadMs = 1000;
/**
 * How much longer frames are kept for replays, in ms, beside the longest time of the gesture options. Settings differ in what they remember
 * of earlier frames: the motion of the hand fades over 2 s, so little of it is left after three times as long.
 */
const memoryMs = 6000;
/** The longest time that the built-in profiles have in an option, which a row may set. */
const profileMs = 3000;
/** The longest time that an option can have, in ms. */
const mostMs = 60_000;

/** How long before the first frame that is shown frames are kept, in ms. @param {object} gesture - of the status */
export function leadMs(gesture = {}) {
  const times = Object.entries(gesture).filter(([key, value]) => key.endsWith("_ms") && value <= mostMs).map(([, value]) => value);
  return memoryMs + Math.max(profileMs, ...times);
}

/** Keeps what is shown, and the frames that a replay needs to make the same swipes. */
export class History {
  #samples = [];
  #swipes = [];
  #misses = [];

  /**
   * @param {{ms: number}} sample - what is shown of a frame
   * @param {number} lead - how long before the first frame that is shown frames are kept, in ms
   */
  takeFrame(sample, lead = leadMs()) {
    this.#samples = [...this.#samples.filter(({ ms }) => sample.ms - ms < lengthMs + lead), sample];
    this.#swipes = this.#swipes.filter(({ ms }) => ms >= this.#samples[0].ms);
    this.#misses = this.#misses.filter(({ endMs }) => endMs >= this.#samples[0].ms);
  }

  /** @param {{ms: number}} swipe - at the time of its frame, which may come later */
  takeSwipe(swipe) {
    this.#swipes.push(swipe);
  }

  /** @param {{startMs: number, endMs: number}} miss - a thumb that made no swipe, which is over */
  takeMiss(miss) {
    this.#misses.push(miss);
  }

  /** All frames that are kept, oldest first. */
  get samples() {
    return this.#samples;
  }

  /** The time of the newest frame. */
  get endMs() {
    return this.#samples.at(-1)?.ms ?? 0;
  }

  /** Whether a moment is in the last ten seconds, and a replay knows what was before it. */
  isShown({ ms }) {
    return this.endMs - ms < lengthMs && ms - this.#samples[0]?.ms >= leastLeadMs;
  }

  /** The frames that are shown, oldest first. */
  get shown() {
    return this.#samples.filter((sample) => this.isShown(sample));
  }

  /** The swipes of the frames that are shown, oldest first. A swipe without its frame came while no frames were sent. */
  get swipes() {
    const times = new Set(this.shown.map(({ ms }) => ms));
    return this.#swipes.filter(({ ms }) => times.has(ms));
  }

  /** The misses in what is shown, oldest first, each with its frames that have a reason. */
  get misses() {
    const reasons = this.shown.filter(({ reason }) => reason);
    return this.#misses.map((miss) => ({ ...miss, samples: reasons.filter(({ ms }) => ms >= miss.startMs && ms <= miss.endMs) }))
      .filter(({ samples }) => samples.length);
  }
}
