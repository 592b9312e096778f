// What came of a folder when all of its pictures are sorted: the names, and a button that copies the kept ones.
import { announce } from "./announcer.js";
import { copyText } from "./copy.js";
import { byID, make } from "./element.js";
import { problemText } from "./facts.js";
import { showMessage } from "./message.js";
import { post } from "./server.js";
import { plural, text } from "./texts.js";

/**
 * Prepares the end of a folder.
 *
 * @param {() => Promise<void>} settled - until the choices so far are saved, or cannot be
 * @returns a function that shows it if every card of the folder has a choice, and hides it otherwise
 */
export function makeFinished(settled) {
  byID("copy").addEventListener("click", () => copyText(byID("copy-command"), byID("copy")));
  byID("copy-files").addEventListener("click", () => copyFiles(settled));
  return (folder, deck) => {
    const isFinished = folder !== null && deck.choices.length > 0 && deck.top === undefined;
    byID("finished").hidden = !isFinished;
    const names = (choice) => (isFinished ? folder.cards.filter((_, index) => deck.choices[index] === choice).map((card) => card.name) : []);
    list("kept", names("keep"));
    list("rejected", names("reject"));
    byID("copy-kept").hidden = deck.counts.kept === 0;
    byID("copy-command").textContent = folder?.copy_command ?? "";
    byID("copy").textContent = text("copy.copy");
    say("");
  };
}

/** Has the server copy the kept files beside the folder. */
async function copyFiles(settled) {
  const button = byID("copy-files");
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  try {
    // The server copies what it has saved.
    await settled();
    const { folder, copied, present, problems } = await post("/deck-copy", {});
    say(plural("finished.copied", copied + present, { folder }), problems.map((problem) => `${problemText(problem)}.`));
  } catch (error) {
    say("", [error.message]);
  }
  button.ariaDisabled = null;
}

function say(words, problems = []) {
  showMessage(byID("copied"), words);
  showMessage(byID("copy-problems"), problems.join(" "));
  announce([words, ...problems].filter(Boolean).join(" "));
}

/** Fills one of the two lists. The browser lays out only those names of thousands that are in view. */
function list(choice, names) {
  byID(`${choice}-files`).hidden = names.length === 0;
  byID(`${choice}-names`).replaceChildren(...names.map((name) => make("li", {}, name)));
}
