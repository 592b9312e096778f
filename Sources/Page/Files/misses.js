// Thumbs that make no swipe, with the reason.
import { number, text, textOfCode } from "./texts.js";

/**
 * Dispatches `miss` with `{phase, code, reason, values, hand, startNs, ns}` for each reason that begins and ends to keep a thumb from swiping;
 * and `suspended` with the same for a swipe that pressed no key because another program than this page suspends the keys. Dispatches `clear` when
 * it will not hear of the end of one that has begun.
 */
export class Misses extends EventTarget {
  constructor(connection) {
    super();
    connection.addEventListener("miss", ({ detail }) => {
      const miss = missOf(detail);
      if (isMiss(miss)) this.dispatchEvent(new CustomEvent("miss", { detail: miss }));
      else if (miss.phase === "began" && !connection.suspendsKeys) this.dispatchEvent(new CustomEvent("suspended", { detail: miss }));
    });
    connection.addEventListener("lost", () => this.clear());
  }

  /** Is called when the page is sent none any more. */
  clear() {
    this.dispatchEvent(new Event("clear"));
  }
}

/** Whether a person sees it as one: a swipe without its key is shown as a swipe. */
export const isMiss = ({ code }) => code !== "keys_suspended";

/** What the page keeps of a `miss`. */
export function missOf({ phase, reason_code: code, reason, values = {}, chirality = null, hands = 1, started_ns: startNs, captured_ns: ns }) {
  return { phase, code, reason, values, hand: hands > 1 ? chirality : null, startNs, ns };
}

/** The reason in words, with its numbers if they are known; the daemon's own words for a code that is new. */
export function missText({ code, reason, values, hand }) {
  const isMeasured = Object.keys(values).length > 0;
  const measured = isMeasured ? textOfCode(`miss.${code}.measured`, null, measures(code, values)) : null;
  const words = measured ?? textOfCode(`miss.${code}`, reason);
  return hand ? textOfCode(`miss.hand.${hand}`, words, { reason: words }) : words;
}

/** The numbers of a reason in the page's language; of the threshold, as exact as the settings write it. */
const measures = (code, { unit, ...values }) => {
  const digits = code === "threshold" ? 2 : 1;
  const numbers = Object.entries(values).map(([name, value]) =>
    [name, typeof value === "number" ? number(value, Number.isInteger(value) ? 0 : digits) : value]);
  return { ...Object.fromEntries(numbers), unit: text(unit === "px" ? "unit.px.name" : "unit.hand.name") };
};
