// What Home says in its headline: what a thumb has just done, and what it can do next.
import { HandSearch } from "./trouble.js";

/** How long a swipe is the headline, in ms. */
const swipeMs = 1200;
/** How long it is with the reason why its key was not pressed, so that it can be read, in ms. */
const suspendedMs = 3000;
/** How long the reason of a thumb that made none stays after it has ended, so that it can be read, in ms. */
const missMs = 1500;
/** How long a hand may be lost before that is said: trackers lose it for some frames. */
const lostMs = 300;
/** How long a hand must not count for the same reason before that is said, and how long it must count again: one frame may see it otherwise. */
const reasonMs = 300;

/** Follows what the daemon sends. Knows no clock: each call says the time, in ms. */
export class Headline {
  #swipe = null;
  #miss = null;
  #frame = null;
  #handMs = -Infinity;
  #search = new HandSearch();
  /** The code of the reason why the hand of the newest frame does not count, null if it counts, and since when it is that. */
  #code = null;
  #codeMs = 0;
  /** The reason that has lasted, as of `Misses`; null if the hand counts. */
  #reason = null;

  takeSwipe(direction, ms) {
    this.#swipe = { direction, untilMs: ms + swipeMs };
    this.#miss = null;
  }

  /** @param {object} miss - as of `Misses` */
  takeMiss(miss, ms) {
    if (miss.phase === "began") {
      this.#miss = { miss, untilMs: Infinity };
      this.#swipe = null;
    } else if (this.#miss?.miss.code === miss.code) {
      this.#miss.untilMs = ms + missMs;
    }
  }

  /** The last swipe pressed no key. @param {object} miss - why, as of `Misses` */
  takeSuspended(miss, ms) {
    if (this.#swipe) this.#swipe = { ...this.#swipe, miss, untilMs: ms + suspendedMs };
  }

  /** The page will not hear of the end of a miss. */
  clearMiss() {
    this.#miss = null;
  }

  takeFrame(frame, ms) {
    this.#frame = frame;
    if (frame.hands.length) this.#handMs = ms;
    this.#search.takeFrame(frame, ms);
    this.#takeReason(frame, ms);
  }

  /** A hand that does not count has no height, and so no zone: the frame says why. */
  #takeReason({ zone, reason, reason_code: code }, ms) {
    const newest = zone || !code ? null : code;
    if (newest !== this.#code) [this.#code, this.#codeMs] = [newest, ms];
    if (ms - this.#codeMs >= reasonMs) this.#reason = newest && { code, reason, values: {} };
  }

  /** Forgets everything: the daemon sees nothing any more. */
  clear() {
    this.#swipe = this.#miss = this.#frame = this.#code = this.#reason = null;
    this.#handMs = -Infinity;
    this.#search.clear();
  }

  /**
   * @returns kind: swiped, missed, back, ready, no_hand or waiting; with the `direction` of a swipe; the `miss`, which for a swipe is why it
   * pressed no key; and without a hand, `isLate` if one that is shown would have been found by now
   */
  at(ms) {
    if (this.#swipe && ms < this.#swipe.untilMs) {
      const { direction, miss } = this.#swipe;
      return { kind: "swiped", direction, ...(miss ? { miss } : {}) };
    }
    this.#swipe = null;
    if (this.#miss && ms < this.#miss.untilMs) return { kind: "missed", miss: this.#miss.miss };
    this.#miss = null;
    if (!this.#frame) return { kind: "waiting" };
    if (ms - this.#handMs > lostMs) return { kind: "no_hand", isLate: this.#search.isLate };
    if (this.#reason) return { kind: "missed", miss: this.#reason };
    const { armed, zone } = this.#frame;
    return { kind: armed || zone === "rest" || !zone ? "ready" : "back" };
  }
}
