// Thumbs that make no swipe, with the reason.
import { number, textOfCode } from "./texts.js";

/**
 * Dispatches `miss` with `{phase, code, reason, values, hand, ns}` for each reason that begins and ends to keep a thumb from swiping.
 *
 * A daemon of an earlier version does not report them; then the server's attempts, which are over when they come, take their place.
 */
export class Misses extends EventTarget {
  #areReported = false;

  constructor(connection) {
    super();
    connection.addEventListener("hello", () => { this.#areReported = false; });
    connection.addEventListener("miss", ({ detail }) => {
      this.#areReported = true;
      this.#dispatch(missOf(detail));
    });
    connection.addEventListener("attempt", ({ detail }) => {
      if (this.#areReported) return;
      for (const phase of ["began", "ended"]) this.#dispatch({ ...missOfAttempt(detail), phase });
    });
  }

  #dispatch(detail) {
    // A swipe whose key this page holds back is listed as a swipe.
    if (detail.code === "keys_suspended") return;
    this.dispatchEvent(new CustomEvent("miss", { detail }));
  }
}

/** What the page keeps of a `miss`. */
export function missOf({ phase, reason_code: code, reason, values = {}, chirality = null, hands = 1, captured_ns: ns }) {
  return { phase, code, reason, values, hand: hands > 1 ? chirality : null, ns };
}

/** The same of an attempt, which is over. */
export function missOfAttempt({ reason_code: code, reason, end_ns: ns }) {
  return { phase: "began", code, reason, values: {}, hand: null, ns };
}

/** The reason in words, with its numbers if they are known; the daemon's own words for a code that is new. */
export function missText({ code, reason, values, hand }) {
  const isMeasured = Object.keys(values).length > 0;
  const measured = isMeasured ? textOfCode(`miss.${code}.measured`, null, rounded(values)) : null;
  const words = measured ?? textOfCode(`miss.${code}`, reason);
  return hand ? textOfCode(`miss.hand.${hand}`, words, { reason: words }) : words;
}

const rounded = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) =>
  [name, typeof value === "number" ? number(value, Number.isInteger(value) ? 0 : 1) : value]));
