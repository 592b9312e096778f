// The reason why a thumb makes no swipe, in a line of its own.
import { missText } from "./misses.js";
import { text } from "./texts.js";

/** How long it stays after the reason has ended, in ms, so that it can be read. */
const missMs = 1500;

/**
 * Shows the reason in an element while it lasts.
 *
 * @param {object} [options]
 * @param {(miss: object) => boolean} [options.isWanted] - whether a reason is shown
 * @param {() => void} [options.began] - is called when one is shown
 * @returns a function that hides it
 */
export function showMisses(misses, element, { isWanted = () => true, began = () => {} } = {}) {
  let shown = null;
  let timer = null;

  function hide() {
    clearTimeout(timer);
    shown = null;
    element.textContent = "";
  }

  misses.addEventListener("miss", ({ detail }) => {
    if (detail.phase === "began") {
      hide();
      if (!isWanted(detail)) return;
      shown = detail.code;
      element.textContent = text("home.miss", { reason: missText(detail) });
      began();
    } else if (detail.code === shown) {
      timer = setTimeout(hide, missMs);
    }
  });
  misses.addEventListener("clear", hide);
  return hide;
}
