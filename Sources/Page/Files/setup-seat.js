// Where the person sits, which decides how large the camera's pictures are.
import { byID } from "./element.js";
import { ask } from "./server.js";

/** Makes the question. */
export function makeSeats() {
  const question = byID("setup-seat");
  let isAnswered = false;
  question.addEventListener("change", () => { isAnswered = true; });
  return {
    /** The name of the seat, as the server knows it. */
    get chosen() { return question.querySelector(":checked").value; },
    hide(isHidden) {
      question.hidden = isHidden;
    },
    /** Chooses the seat that the file is for, until the person has chosen one. */
    async load() {
      const { seat } = await ask("/settings").catch(() => ({}));
      if (seat && !isAnswered) question.querySelector(`[value=${seat}]`).checked = true;
    },
  };
}
