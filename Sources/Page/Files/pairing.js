// The daemon presses an arrow key for the swipe that it reports, so one gesture arrives here twice.

/** How far apart the key and the event of one swipe can be. */
const windowMs = 400;

/** Pairs each swipe with the key that was pressed for it. Pure: it takes times, and knows no clock. */
export class SwipePairing {
  /** Swipes and keys without a counterpart yet. */
  #single = [];

  /**
   * Whether this is a gesture of its own, not the second half of one that has been counted.
   *
   * @param {"swipe" | "key"} kind
   * @param {"left" | "right"} direction
   */
  isNew(kind, direction, nowMs) {
    this.#single = this.#single.filter((each) => nowMs - each.timeMs < windowMs);
    const other = this.#single.findIndex((each) => each.kind !== kind && each.direction === direction);
    if (other < 0) this.#single.push({ kind, direction, timeMs: nowMs });
    else this.#single.splice(other, 1);
    return other < 0;
  }
}
