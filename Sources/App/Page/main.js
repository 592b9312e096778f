// The shell: shows one view at a time, subscribes to what it needs, and says how the connection is.
import { announce } from "./announcer.js";
import { Connection } from "./connection.js";
import { LivePicture } from "./live-picture.js";
import { showMessage } from "./message.js";
import { makeCards } from "./cards.js";
import { makeHands } from "./hands.js";
import { makePictures } from "./pictures.js";
import { makeStars } from "./stars.js";
import { makeTuning } from "./tuning.js";

const connection = new Connection(`ws://${location.host}/socket`);
const live = new LivePicture(connection);
const views = {
  cards: makeCards(connection, live),
  stars: makeStars(live),
  hands: makeHands(live),
  pictures: makePictures(),
  tuning: makeTuning(connection, live),
};
let shown = null;

/** Shows the view that the address names; the first one if it names none. */
function route() {
  const name = Object.hasOwn(views, location.hash.slice(1)) ? location.hash.slice(1) : "cards";
  if (shown !== name) {
    if (shown) views[shown].hide();
    shown = name;
    for (const each of Object.keys(views)) document.getElementById(`view-${each}`).hidden = each !== name;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `${document.querySelector(`nav a[href="#${name}"]`).textContent} · swiped`;
    scrollTo(0, 0);
    views[name].show();
  }
  subscribe();
}

/** A page that nobody sees gets nothing but swipes, unless it records. */
function subscribe() {
  const { topics: needed, maxHands } = views[shown];
  const recorded = views.tuning.isRecording() ? ["status", "frame"] : [];
  const seen = document.hidden ? [] : ["status", ...needed];
  const topics = new Set(["swipe", ...recorded, ...seen]);
  // What was seen before would be shown as if it were now.
  if (!topics.has("frame")) live.clear();
  connection.need([...topics], maxHands);
}

/** The page in front takes swipes itself: their keys could leave it, or act on it. In front of another window, they are for that one. */
function suspendKeys() {
  connection.suspendKeys(!document.hidden && document.hasFocus());
}

const state = document.getElementById("state");
const stateText = document.getElementById("state-text");
const problem = document.getElementById("problem");

/** @param {string} kind - running, waiting or lost; colors the dot. */
function say(kind, text, cause = "") {
  if (kind === "lost" && state.dataset.state !== "lost") announce(`${text}. ${cause}`);
  if (kind === "running" && state.dataset.state === "lost") announce("Connected again");
  state.dataset.state = kind;
  stateText.textContent = text;
  showMessage(problem, cause);
  problem.hidden = !cause;
}

/** Whether the swipes are awake; nothing where they always are. */
function wakefulness({ gesture, awake_until_ns: untilNs }) {
  if (gesture?.unlock !== "double") return [];
  return [untilNs === null ? "asleep: show a thumb twice" : "awake"];
}

connection.addEventListener("status", ({ detail: status }) => {
  const names = { starting: "Starting", paused: "Paused", no_camera: "No camera" };
  if (status.state === "running") say("running", ["Running", status.camera?.name ?? status.source, ...wakefulness(status)].join(" · "));
  else say("waiting", names[status.state] ?? status.state, status.reason ?? "");
});
connection.addEventListener("lost", ({ detail: { server, reason } }) => {
  say("lost", server ? "swiped is not running" : "The server has stopped", `${reason} This page will reconnect.`);
});

addEventListener("hashchange", route);
document.addEventListener("visibilitychange", () => {
  subscribe();
  suspendKeys();
});
for (const event of ["focus", "blur"]) addEventListener(event, suspendKeys);
route();
suspendKeys();
connection.open();
