// Where the person sits, which decides how large the camera's pictures are.
import { byID } from "./element.js";
import { ask } from "./server.js";
import { unitOf } from "./setting-row.js";

/** Makes the question. */
export function makeSeats() {
  const question = byID("setup-seat");
  let isAnswered = false;
  /** The seat that the file is for; null if it has a size of pictures that the person has chosen, which stays. */
  let written = "desk";
  /** What the file says, as the server reads it; null before. */
  let settings = null;
  let loading = null;
  question.addEventListener("change", () => { isAnswered = true; });

  async function read() {
    const next = await ask("/settings").catch(() => null);
    if (!next) return;
    settings = next;
    written = settings.seat ?? null;
    if (written && !isAnswered) question.querySelector(`[value=${written}]`).checked = true;
  }

  return {
    /** The chosen seat, as the server knows it; whether the size of pictures in the file stays whatever the seat needs, and whether it changes. */
    get answer() {
      const name = question.querySelector(":checked").value;
      const keepsSize = written === null;
      return { name, keepsSize, changesPictures: !keepsSize && (name === "desk") !== (written === "desk") };
    },
    /**
     * What the server is asked for so that the pictures get the size that the seat needs, and nothing else changes; null if they have it, or if
     * more would change: a threshold in pixels cannot be asked for.
     */
    async sizeChange() {
      await loading;
      const { name, changesPictures } = this.answer;
      if (!changesPictures || !settings?.profile) return null;
      const own = (id) => settings.options.find((option) => option.id === id && option.is_set)?.value ?? null;
      const [threshold, dwell] = [own("gesture.threshold"), own("gesture.dwell_ms")];
      if (threshold !== null && unitOf("gesture.threshold", settings) !== "hand") return null;
      return { calibration: { profile: settings.profile, threshold, dwell_ms: dwell, seat: name } };
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
