// The last step of the setup: what the gestures propose, and the lines of the file that change.
import { byID, make, tableParts } from "./element.js";
import { reloadProblem, writeAfterShowing } from "./lines.js";
import { showMessage } from "./message.js";
import { valueText } from "./setting-row.js";
import { plural, text } from "./texts.js";

/** The outcomes by which the profile fits the gestures as it is. */
const keeping = ["perfect", "keeps"];

/** @param {() => void} done - is called when the proposal is written */
export function makeProposalStep(done = () => {}) {
  let proposal = null;
  let seat = { name: "desk", keepsSize: false, changesPictures: false };

  /** @param {{unlock: string, isTrial: boolean}} options - how the profile is unlocked, and whether the gestures are nobody's */
  function show(next, nextSeat, { unlock, isTrial }) {
    [proposal, seat] = [next, nextSeat];
    byID("setup-unlock").checked = unlock === "double";
    byID("setup-written").hidden = true;
    byID("setup-apply").hidden = false;
    const { profile, outcome, gain, settings, table } = next;
    const columns = ["setting", "threshold", "dwell", "recognized", "false"].map((column) => text(`setup.column.${column}`));
    byID("setup-table").replaceChildren(...tableParts(text("setup.table"), columns, table.map(row)));
    const [before, after] = ["profile", "proposal"].map((name) => table.find((each) => each.name === name));
    const { recognized, asked } = after ?? before;
    byID("setup-fits").textContent = text(isTrial ? "setup.trial" : "setup.fits", { recognized, asked });
    byID("setup-details").open = false;
    const isSeatAlone = seat.changesPictures && keeping.includes(outcome);
    byID("setup-verdict").textContent = text(`setup.verdict.${isSeatAlone ? "seat" : outcome}`, {
      profile, threshold: number(settings), dwell: duration(settings), fewer: gain,
    });
    byID("setup-reach").textContent = seat.name === "desk" ? "" : text(`setup.reach.${seat.keepsSize ? "own_size" : seat.name}`);
    byID("setup-marked").textContent = before.marked
      ? plural("setup.marked", before.marked, { profile, repeated: before.repeated, proposed: after?.repeated ?? before.repeated }) : "";
  }

  function row({ name, settings, recognized, asked, false_swipes: falseSwipes }) {
    const title = name === "proposal" ? text("setup.this_setting") : name === "profile" ? proposal.profile : name;
    return make(
      "tr", {}, make("th", { scope: "row" }, title), make("td", {}, number(settings)), make("td", {}, duration(settings)),
      make("td", {}, text("setup.of", { recognized, asked })), make("td", {}, String(falseSwipes)));
  }

  async function apply() {
    const { profile, settings: { threshold, threshold_unit: unit, dwell_ms: dwell } } = proposal;
    const unlock = byID("setup-unlock").checked ? "double" : "off";
    const answer = await writeAfterShowing({
      title: text("setup.apply_title"), about: text("setup.apply_about", { profile }), action: text("setup.apply"),
      // A threshold in pixels is that of the profile, which stays.
      change: () => ({ calibration: { profile, threshold: unit === "hand" ? threshold : null, dwell_ms: dwell, seat: seat.name, unlock } }),
    });
    if (!answer) return;
    done();
    byID("setup-apply").hidden = true;
    byID("setup-written").hidden = false;
    showMessage(byID("setup-written-text"), reloadProblem(answer) ?? text("setup.written", { file: answer.file }));
    byID("setup-written").focus();
  }

  byID("setup-apply").addEventListener("click", apply);
  return {
    show,
    get hasProposal() { return proposal !== null; },
  };
}

const number = ({ threshold, threshold_unit: unit }) => valueText({ kind: "number" }, threshold, unit);
const duration = ({ dwell_ms: dwell }) => valueText({ kind: "integer" }, dwell, "ms");
