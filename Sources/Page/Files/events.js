// What happened last: swipes, and attempts that made none. Finds the attempts as `swipectl watch` does: a thumb that is only near the
// threshold is the weakest reason, since a hand may rest there and every gesture passes there. Knows no clock.

const mostEvents = 10;
/** An attempt is over when no frame has belonged to it for this long. The tracker may lose a hand for some frames. */
const quietMs = 300;
/** A shorter attempt is none: a hand that comes or goes. */
const shortestMs = 100;
/** For this long after a swipe, while the thumb is still there, reasons belong to the gesture that swiped. */
const followUpMs = 1000;
/** A gesture that met every other condition. */
const complete = ["cooldown", "asleep", "woke"];

export class Events {
  /** The newest events, the last one first: `{kind: "swipe", ms, direction}` or `{kind: "miss", ms, code, reason}`. */
  latest = [];
  #attempt = null;
  /** The time of the last swipe, until its thumb has left. */
  #swipedMs = null;
  /** Whether there was a quiet frame since the last swipe or attempt. */
  #wasQuiet = true;

  /** Takes a swipe, which comes before its frame: what led to it needs no explanation. */
  takeSwipe({ ms, direction }) {
    this.#attempt = null;
    this.#swipedMs = ms;
    this.#wasQuiet = false;
    this.#add({ kind: "swipe", ms, direction });
  }

  /** @param {{ms: number, zone: ?string, reason: ?string, code: ?string, isInterrupted: boolean}} frame */
  takeFrame({ ms, zone, reason, code, isInterrupted }) {
    const isThumb = zone === "up" || zone === "down";
    const isNear = reason !== null && code === "threshold";
    const isHeldBack = reason !== null && !isNear;
    if (this.#swipedMs !== null) {
      if ((isThumb || isHeldBack) && !isInterrupted && ms - this.#swipedMs <= followUpMs) return;
      this.#swipedMs = null;
    }
    if (this.#attempt && (isInterrupted || ms - this.#attempt.activeMs >= quietMs)) this.end();
    if (isHeldBack && this.#attempt?.isNear) this.#attempt = null;
    if (isHeldBack || (isNear && (this.#attempt?.isNear ?? this.#wasQuiet))) {
      this.#attempt ??= { startMs: ms, isNear, causes: [] };
      const { causes } = this.#attempt;
      const cause = causes.find((each) => each.code === code);
      if (cause) Object.assign(cause, { frames: cause.frames + 1, reason });
      else causes.push({ code, reason, frames: 1 });
      this.#attempt.endMs = this.#attempt.activeMs = ms;
      this.#wasQuiet = false;
    } else {
      if (this.#attempt && isThumb) this.#attempt.activeMs = ms;
      this.#wasQuiet ||= reason === null && !isThumb;
    }
  }

  /** Ends the attempt in progress, since no more frames come for now. */
  end() {
    const attempt = this.#attempt;
    this.#attempt = null;
    if (!attempt || attempt.endMs - attempt.startMs < shortestMs) return;
    const { code, reason } = causeOf(attempt.causes);
    this.#add({ kind: "miss", ms: attempt.endMs, code, reason });
  }

  #add(event) {
    this.latest = [event, ...this.latest].slice(0, mostEvents);
  }
}

/** That it came too soon or found the swipes asleep; else the reason of most frames, the later one of two that are as frequent. */
function causeOf(causes) {
  const most = () => causes.reduce((frequent, cause) => (frequent.frames > cause.frames ? frequent : cause));
  return causes.findLast(({ code }) => complete.includes(code)) ?? most();
}
