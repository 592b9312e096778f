// Where the person sits, which decides how large the camera's pictures are.
import { byID } from "./element.js";
import { ask } from "./server.js";

/** Makes the question. */
export function makeSeats() {
  const question = byID("setup-seat");
  let isAnswered = false;
  /** The seat that the file is for; null if it has a size of pictures that the person has chosen, which stays. */
  let written = "desk";
  question.addEventListener("change", () => { isAnswered = true; });
  return {
    /** The chosen seat, as the server knows it; whether the size of pictures in the file stays whatever the seat needs, and whether it changes. */
    get answer() {
      const name = question.querySelector(":checked").value;
      const keepsSize = written === null;
      return { name, keepsSize, changesPictures: !keepsSize && (name === "desk") !== (written === "desk") };
    },
    hide(isHidden) {
      question.hidden = isHidden;
    },
    /** Chooses the seat that the file is for, until the person has chosen one. */
    async load() {
      const settings = await ask("/settings").catch(() => null);
      if (!settings) return;
      written = settings.seat ?? null;
      if (written && !isAnswered) question.querySelector(`[value=${written}]`).checked = true;
    },
  };
}
