// Where the person sits, which decides how large the camera's pictures are.
import { byID } from "./element.js";
import { ask } from "./server.js";

/** Makes the question. */
export function makeSeats() {
  const question = byID("setup-seat");
  let isAnswered = false;
  let written = "desk";
  question.addEventListener("change", () => { isAnswered = true; });
  return {
    /** The chosen seat, as the server knows it, and whether it needs pictures of another size than the file asks for. */
    get answer() {
      const name = question.querySelector(":checked").value;
      return { name, changesPictures: (name === "desk") !== (written === "desk") };
    },
    hide(isHidden) {
      question.hidden = isHidden;
    },
    /** Chooses the seat that the file is for, until the person has chosen one. */
    async load() {
      const { seat } = await ask("/settings").catch(() => ({}));
      written = seat ?? written;
      if (!isAnswered) question.querySelector(`[value=${written}]`).checked = true;
    },
  };
}
