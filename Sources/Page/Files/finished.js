// What came of a folder when all of its pictures are sorted: the names, and the command that copies the kept ones.
import { copyText } from "./copy.js";
import { byID, make } from "./element.js";
import { text } from "./texts.js";

/**
 * Prepares the end of a folder.
 *
 * @returns a function that shows it if every card of the folder has a choice, and hides it otherwise
 */
export function makeFinished() {
  byID("copy").addEventListener("click", () => copyText(byID("copy-command"), byID("copy")));
  return (folder, deck) => {
    const isFinished = folder !== null && deck.choices.length > 0 && deck.top === undefined;
    byID("finished").hidden = !isFinished;
    const names = (choice) => (isFinished ? folder.cards.filter((_, index) => deck.choices[index] === choice).map((card) => card.name) : []);
    list("kept", names("keep"));
    list("rejected", names("reject"));
    byID("copy-kept").hidden = deck.counts.kept === 0;
    byID("copy-command").textContent = folder?.copy_command ?? "";
    byID("copy").textContent = text("copy.copy");
  };
}

/** Fills one of the two lists. The browser lays out only those names of thousands that are in view. */
function list(choice, names) {
  byID(`${choice}-files`).hidden = names.length === 0;
  byID(`${choice}-names`).replaceChildren(...names.map((name) => make("li", {}, name)));
}
