// Where the person sits, which decides how large the camera's pictures are.
import { byID } from "./element.js";
import { ask } from "./server.js";
import { store, stored } from "./storage.js";

const storedName = "seat";

/** Makes the question. */
export function makeSeats() {
  const question = byID("setup-seat");
  let isAnswered = false;
  /** The seat that the file is for; null if it has a size of pictures that the person has chosen, which stays. */
  let written = "desk";
  let loading = null;
  question.addEventListener("change", () => {
    isAnswered = true;
    store(storedName, chosen());
  });
  const chosen = () => question.querySelector(":checked").value;

  async function read() {
    const settings = await ask("/settings").catch(() => null);
    if (!settings) return;
    written = settings.seat ?? null;
    if (written && !isAnswered) question.querySelector(`[value=${seatOf(written)}]`).checked = true;
  }

  return {
    /** The chosen seat, as the server knows it; whether the size of pictures in the file stays whatever the seat needs, and whether it changes. */
    get answer() {
      const name = chosen();
      const keepsSize = written === null;
      return { name, keepsSize, changesPictures: !keepsSize && (name === "desk") !== (written === "desk") };
    },
    /** What the server is asked for so that the pictures get the size that the seat needs; null if they have it. */
    async sizeChange() {
      await loading;
      const { name, changesPictures } = this.answer;
      return changesPictures ? { seat: name } : null;
    },
    hide(isHidden) {
      question.hidden = isHidden;
    },
    /** Chooses the seat that the file is for, until the person has chosen one. */
    load() {
      loading = read();
      return loading;
    },
  };
}

/** The seat that the person has chosen here, where the file is for another one with pictures of the same size. */
const seatOf = (written) => (written === "sofa" && stored(storedName) === "stage" ? "stage" : written);
