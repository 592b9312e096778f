// The frames and swipes of the last ten seconds.

/** How long a frame is shown, in ms. */
export const lengthMs = 10_000;
/** How much longer a frame is kept, in ms: a replay that began in the middle of a gesture would miss its swipe. */
const leadMs = 1000;

/** Keeps what is shown, and the frames that a replay needs to make the same swipes. */
export class History {
  #samples = [];
  #swipes = [];

  /** @param {{ms: number}} sample - what is shown of a frame */
  takeFrame(sample) {
    this.#samples = [...this.#samples.filter(({ ms }) => sample.ms - ms < lengthMs + leadMs), sample];
    this.#swipes = this.#swipes.filter(({ ms }) => ms >= this.#samples[0].ms);
  }

  /** @param {{ms: number}} swipe - at the time of its frame, which may come later */
  takeSwipe(swipe) {
    this.#swipes.push(swipe);
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
    return this.endMs - ms < lengthMs && ms - this.#samples[0]?.ms >= leadMs;
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
}
