// The reason why a thumb makes no swipe, in a line of its own.
import { missText } from "./misses.js";
import { text } from "./texts.js";

/** How long it stays after the reason has ended, in ms, so that it can be read. */
const missMs = 1500;

/** Shows the reason in an element while it lasts. */
export function showMisses(misses, element) {
  let shown = null;
  let timer = null;
  misses.addEventListener("miss", ({ detail }) => {
    if (detail.phase === "began") {
      clearTimeout(timer);
      shown = detail.code;
      element.textContent = text("home.miss", { reason: missText(detail) });
    } else if (detail.code === shown) {
      timer = setTimeout(() => { element.textContent = ""; }, missMs);
    }
  });
}
