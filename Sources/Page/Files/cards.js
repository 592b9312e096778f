// The Cards view: a stack of cards, sorted to the right or to the left by swipes, buttons, keys and the pointer.
import { announce } from "./announcer.js";
import { titles } from "./card-art.js";
import { makeCard } from "./card-element.js";
import { flyIn, flyOut, measureMotion } from "./card-motion.js";
import { pageTime } from "./clock.js";
import { makeCorner } from "./corner.js";
import { Deck } from "./deck.js";
import { makeDraggable } from "./drag.js";
import { byID } from "./element.js";
import { makeFinished } from "./finished.js";
import { otherThanCamera } from "./frame-source.js";
import { showMessage } from "./message.js";
import { showMisses } from "./miss-line.js";
import { SwipePairing } from "./pairing.js";
import { ask } from "./server.js";
import { text } from "./texts.js";

/** The card on top and those prepared below it. */
const visibleCards = 3;
const choiceOf = { right: "keep", left: "reject" };

export function makeCards(connection, live, misses) {
  const stack = byID("stack");
  const pairing = new SwipePairing();
  const showEnd = makeFinished(() => saved);
  const elements = new Map();
  let deck = new Deck(titles.map(() => null));
  /** The folder that is sorted; null for the page's own cards. */
  let folder = null;
  let isShown = false;
  /** Where the frames come from; null while that is not known. */
  let source = null;
  /** The card that the last key sorted. */
  let keyed = null;
  /** The choices are saved in their order. */
  let saved = Promise.resolve();
  /** The choices that the server has, as far as it has answered. */
  let stored = [];
  /** The other pages of this browser, which may show the same folder. */
  const pages = new BroadcastChannel("deck");

  const nameOf = (index) => text("cards.card", { number: index + 1, count: deck.choices.length });

  function render() {
    const wanted = deck.waiting.slice(0, visibleCards);
    for (const [index, card] of elements) if (!wanted.includes(index)) elements.delete(index) && card.remove();
    for (const [depth, index] of wanted.entries()) {
      // What it failed for may be over by the time it is on top.
      if (depth === 0 && elements.get(index)?.dataset.depth !== "0") removeFailed(index);
      if (!elements.has(index)) {
        const title = folder ? folder.cards[index].name : titles[index];
        elements.set(index, makeCard(index, deck.choices.length, title, folder !== null));
        stack.append(elements.get(index));
      }
      elements.get(index).dataset.depth = depth;
      elements.get(index).ariaHidden = depth > 0 ? "true" : null;
    }
    const { kept, rejected, left, all } = deck.counts;
    byID("position").textContent = left ? nameOf(deck.top) : all ? text("cards.all_sorted", { count: all }) : text("cards.none");
    byID("kept").textContent = kept;
    byID("rejected").textContent = rejected;
    byID("left").textContent = left;
    byID("progress").max = all || 1;
    byID("progress").value = all - left;
    byID("keep").disabled = byID("reject").disabled = left === 0;
    byID("undo").disabled = byID("reset").disabled = left === all;
    // A swipe deals the page's own cards again; those of a person stay as they are sorted.
    byID("deal").hidden = folder !== null || left > 0;
    showEnd(folder, deck);
  }

  /** Removes the element of a card whose photo could not be shown, so that it is asked for again. */
  function removeFailed(index) {
    const card = elements.get(index);
    if (card?.dataset.failed === undefined) return;
    card.remove();
    elements.delete(index);
  }

  /** @param {{dx: number, dy: number}} [from] - where the card is, if it is being dragged. */
  function choose(direction, { from, decidedMs } = {}) {
    if (deck.top === undefined) {
      if (!folder) reset();
      return;
    }
    const choice = choiceOf[direction];
    const index = deck.choose(choice);
    const card = elements.get(index);
    elements.delete(index);
    delete card.dataset.depth;
    if (decidedMs) measureMotion(card, decidedMs);
    flyOut(card, direction === "right" ? 1 : -1, from ?? drag.release()).then(() => card.remove());
    card.classList.add("flying", direction);
    render();
    const done = text(`cards.${choice}_done`, { card: nameOf(index) });
    announce(deck.top === undefined ? `${done}. ${text("cards.end")}` : done);
    save(index, choice);
  }

  function undo() {
    if (!deck.chosen.length) return;
    const side = deck.choices[deck.chosen.at(-1)] === "keep" ? 1 : -1;
    const index = deck.takeBack();
    render();
    flyIn(elements.get(index), side);
    announce(text("cards.undo_done", { card: nameOf(index) }));
    save(index, null);
  }

  function reset() {
    deck = new Deck(deck.choices.map(() => null));
    render();
    announce(text("cards.reset_done"));
  }

  const resultFiles = () => ({ results: fileName(folder.results), text: fileName(folder.text) });

  function save(index, choice) {
    if (!folder) return;
    const [of, { results }] = [deck, folder];
    saved = saved.then(() => put(index, choice)).then(
      ({ choices }) => {
        pages.postMessage({ results, index, choice });
        if (of !== deck) return;
        stored[index] = choice;
        if (choices) adopt(choices);
        tellResults(text("cards.saved", resultFiles()));
      },
      (error) => {
        // What is not saved is not chosen, and not taken back either. A later choice is saved by itself.
        if (of === deck && deck.choices[index] === choice && stored[index] !== choice) deck.set(index, stored[index]);
        render();
        tellResults(text("cards.not_saved", { error: error.message }), true);
      });
  }

  /** Takes the choices that the file has, which a person has edited. One that is still to be saved stays. */
  function adopt(choices) {
    drag.release();
    // The first one last, which is then on top.
    for (const [index, choice] of [...choices.entries()].reverse()) {
      if (deck.choices[index] === stored[index] && stored[index] !== choice) deck.correct(index, choice);
      stored[index] = choice;
    }
    render();
  }

  /** Shows a folder; null for the page's own cards. */
  function lay(next) {
    folder = next && { text: next.results.replace(/json$/, "txt"), ...next };
    byID("cards-title").textContent = folder ? folder.name : text("nav.cards");
    byID("reset").hidden = folder !== null;
    byID("results").hidden = true;
    if (folder) tellResults(text("cards.saving", resultFiles()));
    deck = new Deck(folder ? folder.cards.map(({ choice }) => choice) : titles.map(() => null));
    stored = [...deck.choices];
    for (const card of elements.values()) card.remove();
    elements.clear();
    render();
    explain();
  }

  /** Whether a folder is the one that is shown, with the same files and choices. */
  function isShownAlready({ results, cards }) {
    const names = (each) => JSON.stringify(each.map(({ name }) => name));
    return folder?.results === results && names(cards) === names(folder.cards)
      && JSON.stringify(cards.map(({ choice }) => choice)) === JSON.stringify(deck.choices);
  }

  /** A person's photos are sorted by that person alone, while the page's own cards show what a swipe does. */
  const swipesDecide = () => !folder || (source !== null && !otherThanCamera(source));

  function explain() {
    const shown = folder && source !== null && otherThanCamera(source);
    byID("cards-hint").textContent = shown
      ? text("cards.other_source", { source: text(`cards.source.${shown}`) })
      : text("cards.hint");
  }

  function tellResults(message, isProblem = false) {
    showMessage(byID("results"), message);
    byID("results").classList.toggle("problem", isProblem);
    byID("results").hidden = false;
    if (isProblem) announce(message);
  }

  const drag = makeDraggable(stack, (side, from) => choose(side > 0 ? "right" : "left", { from }));
  showMisses(misses, byID("card-miss"));
  const drawCorner = makeCorner(live, () => isShown);
  byID("keep").addEventListener("click", () => choose("right"));
  byID("reject").addEventListener("click", () => choose("left"));
  byID("undo").addEventListener("click", undo);
  byID("reset").addEventListener("click", reset);
  byID("again").addEventListener("click", () => {
    reset();
    byID("keep").focus();
  });

  connection.addEventListener("status", ({ detail }) => {
    source = detail.source;
    explain();
  });
  connection.addEventListener("lost", () => { source = null; });
  // The next server at this address may sort another folder, or none.
  connection.addEventListener("welcome", ({ detail: { deck: next = null } }) => {
    if (next ? !isShownAlready(next) : folder) return lay(next);
    for (const index of [...elements.keys()]) removeFailed(index);
    render();
  });
  pages.addEventListener("message", ({ data: { results, index, choice } }) => {
    if (folder?.results !== results || deck.choices[index] === choice) return;
    drag.release();
    deck.set(index, choice);
    stored[index] = choice;
    render();
  });
  connection.addEventListener("swipe", ({ detail: { direction, emitted_ns: emittedNs } }) => {
    // A swipe made for another window sorts no card.
    if (!isShown || document.hidden) return;
    // While keys are suspended, each key is the person's own.
    const isNew = connection.areKeysSuspended || pairing.isNew("swipe", direction, performance.now());
    if (!swipesDecide()) {
      // Its key has come first, and was taken for the person's.
      if (!isNew && deck.chosen.at(-1) === keyed) undo();
    } else if (isNew) {
      choose(direction, { decidedMs: pageTime(emittedNs) });
    }
  });
  document.addEventListener("keydown", (event) => {
    const direction = { ArrowRight: "right", ArrowLeft: "left" }[event.key];
    if (!isShown || !direction || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!pairing.isNew("key", direction, performance.now())) return;
    keyed = deck.top;
    choose(direction);
  });
  render();
  explain();

  return {
    topics: ["frame", "preview", "miss"],
    gathersFrames: true,
    canvas: "corner-camera",
    coversCanvas: true,
    show: () => { isShown = true; drawCorner(); },
    hide: () => { isShown = false; },
  };
}

const put = (index, choice) => ask(`/deck/${index}`, { method: "PUT", body: { choice } });

const fileName = (path) => path.split("/").at(-1);
