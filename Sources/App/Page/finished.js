// What came of a folder when all of its pictures are sorted: the names, and the command that copies the kept ones.
import { announce } from "./announcer.js";

const byID = (id) => document.getElementById(id);

/**
 * Prepares the end of a folder.
 *
 * @returns a function that shows it if every card of the folder has a choice, and hides it otherwise
 */
export function makeFinished() {
  byID("copy").addEventListener("click", copy);
  return (folder, deck) => {
    const isFinished = folder !== null && deck.choices.length > 0 && deck.top === undefined;
    byID("finished").hidden = !isFinished;
    const names = (choice) => (isFinished ? folder.cards.filter((_, index) => deck.choices[index] === choice).map((card) => card.name) : []);
    list("kept", names("keep"));
    list("rejected", names("reject"));
    byID("copy-kept").hidden = deck.counts.kept === 0;
    byID("copy-command").textContent = folder?.copy_command ?? "";
    byID("copy").textContent = "Copy";
  };
}

/** Fills one of the two lists. The browser lays out only those names of thousands that are in view. */
function list(choice, names) {
  byID(`${choice}-files`).hidden = names.length === 0;
  byID(`${choice}-names`).replaceChildren(...names.map((name) => Object.assign(document.createElement("li"), { textContent: name })));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(byID("copy-command").textContent);
    byID("copy").textContent = "Copied";
    announce("The command is copied");
  } catch {
    getSelection().selectAllChildren(byID("copy-command"));
    announce("The command is selected; press Ctrl+C to copy it");
  }
}
