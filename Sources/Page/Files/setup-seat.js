// Where the person sits, which decides how small the hands are that count.
import { byID } from "./element.js";
import { ask } from "./server.js";

/** The smallest hands that count for each seat but the desk, in pixels of the view, as the server has them. */
const limits = { stage: 8, sofa: 12 };

/** The seat that settings are for. @param {?object} gesture - the options of a profile, as the server has them */
export function seatOf(gesture) {
  const size = gesture?.min_hand_size ?? 0;
  return Object.keys(limits).find((seat) => size > 0 && size <= limits[seat]) ?? "desk";
}

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
      const { profiles, profile } = await ask("/settings").catch(() => ({ profiles: [] }));
      const present = profiles.find(({ name, built_in: isBuiltIn }) => (name === profile && !isBuiltIn)) ?? profiles.find(({ name }) => name === "daily");
      if (!isAnswered) question.querySelector(`[value=${seatOf(present?.gesture)}]`).checked = true;
    },
  };
}
