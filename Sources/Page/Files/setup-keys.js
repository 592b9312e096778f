// The second step of the setup: whether a swipe's key reaches a program, which is this page.
import { makeActionButton } from "./action.js";
import { announce } from "./announcer.js";
import { byID, make } from "./element.js";
import { makeGestureDrawing } from "./gesture-drawing.js";
import { isSameChord, pressedKeys } from "./key-names.js";
import { showMessage } from "./message.js";
import { showMisses } from "./miss-line.js";
import { missText } from "./misses.js";
import { SwipePairing } from "./pairing.js";
import { ask } from "./server.js";
import { keysReason } from "./state.js";
import { sentence, text } from "./texts.js";

/** How long the key of a swipe may take to arrive, in ms. */
const patienceMs = 1500;
const directions = ["left", "right"];

/**
 * What the state of the keys means here.
 *
 * @param {?object} status
 * @returns the key of the sentence, and whether keys can arrive
 */
export function keysState(status) {
  if (!status) return { sentence: "waiting", arePossible: false };
  if (status.keys === "unavailable") return { sentence: "unavailable", arePossible: false };
  if (status.keys === "off") return { sentence: "off", arePossible: false };
  return { sentence: "try", arePossible: true };
}

/** The gesture that is asked for next; null once both keys have arrived. @param {Set<string>} arrived - the directions of the keys */
export const nextGesture = (arrived) => (!arrived.has("right") ? "up" : !arrived.has("left") ? "down" : null);

/** Makes the check. @param {() => void} done - is called when both keys have arrived */
export function makeKeysStep(connection, misses, done = () => {}) {
  let status = null;
  let isActive = false;
  let chords = { left: "left", right: "right" };
  let arrived = new Set();
  let pairing = new SwipePairing();
  const timers = new Map();
  const hideMiss = showMisses(misses, byID("setup-keys-miss"), { isWanted: () => isActive });
  const offer = makeActionButton(connection, byID("setup-keys-allow"), byID("setup-keys-problem"));
  const draw = makeGestureDrawing(byID("setup-keys-drawing"));

  /** Offers what Checks offers to fix the keys. */
  async function offerFix() {
    const isNeeded = status?.keys === "unavailable";
    if (byID("setup-keys-fix").hidden === !isNeeded) return;
    byID("setup-keys-fix").hidden = !isNeeded;
    const { findings } = isNeeded ? await ask("/doctor").catch(() => ({ findings: [] })) : { findings: [] };
    offer(findings.find(({ check }) => check === "uinput")?.action ?? null);
  }

  function show() {
    offerFix();
    const { sentence: state, arePossible } = keysState(status);
    const isDone = arrived.size === directions.length;
    byID("setup-keys-next").classList.toggle("main", isDone);
    byID("setup-keys-next").textContent = text(isDone ? "setup.next" : "setup.skip");
    showMessage(byID("setup-keys-state"), text(isDone ? "setup.keys.done" : state === "off" ? "keys.off" : `setup.keys.${state}`));
    showMessage(byID("setup-keys-reason"), (!arePossible && status && keysReason(status)) || "");
    draw(arePossible ? nextGesture(arrived) : null);
    byID("setup-keys-list").hidden = !arePossible && !arrived.size;
    byID("setup-keys-list").replaceChildren(...directions.map((direction) => make(
      "li", { "data-arrived": arrived.has(direction) },
      make("kbd", {}, chords[direction]), " ", text(`setup.keys.${direction}`), " ",
      make("strong", {}, text(arrived.has(direction) ? "setup.keys.arrived" : "setup.keys.missing")))));
  }

  /** A swipe and its key come in either order. */
  function take(kind, direction) {
    if (pairing.isNew(kind, direction, performance.now())) {
      if (kind === "swipe" && keysState(status).arePossible) timers.set(direction, setTimeout(() => say(text("setup.keys.lost")), patienceMs));
      return;
    }
    clearTimeout(timers.get(direction));
    say("");
    if (arrived.has(direction)) return;
    arrived.add(direction);
    show();
    if (arrived.size === directions.length) done();
    announce(arrived.size === directions.length ? text("setup.keys.done") : text("setup.keys.one", { keys: chords[direction] }));
  }

  function say(words) {
    byID("setup-keys-hint").textContent = words;
    byID("setup-keys-hint").hidden = !words;
    if (words) announce(words);
  }

  connection.addEventListener("status", ({ detail }) => {
    status = detail;
    if (isActive) show();
  });
  connection.addEventListener("lost", () => {
    status = null;
    if (isActive) show();
  });
  connection.addEventListener("swipe", ({ detail: { direction } }) => isActive && take("swipe", direction));
  misses.addEventListener("suspended", ({ detail }) => {
    if (!isActive) return;
    for (const timer of timers.values()) clearTimeout(timer);
    say(sentence(missText(detail)));
  });
  addEventListener("keydown", (event) => {
    const chord = isActive && !event.repeat && pressedKeys(event);
    const direction = chord && directions.find((each) => isSameChord(chords[each], chord));
    if (!direction) return;
    // A key that scrolls the page or leaves it is only a test here, unless it is written into a field.
    if (!event.target.matches?.("input, select, textarea")) event.preventDefault();
    take("key", direction);
  }, { capture: true });

  return {
    /** Whether a person who follows it shows a hand now. */
    get awaitsHand() { return isActive && keysState(status).arePossible && nextGesture(arrived) !== null; },
    async start() {
      isActive = true;
      arrived = new Set();
      pairing = new SwipePairing();
      say("");
      show();
      try {
        const { profile: selected, profiles } = await ask("/settings");
        // Another one may be active than the file selects.
        const active = status?.profile ?? selected;
        chords = { ...chords, ...profiles.find(({ name }) => name === active)?.keys };
        if (isActive) show();
      } catch {
        // The keys are the usual ones, as far as the page knows.
      }
    },
    stop() {
      isActive = false;
      hideMiss();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
