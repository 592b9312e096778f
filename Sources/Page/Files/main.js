// The shell: shows one view at a time, subscribes to what it needs, and says how the connection is.
import { makeActionButton } from "./action.js";
import { announce } from "./announcer.js";
import { makeCards } from "./cards.js";
import { Connection } from "./connection.js";
import { byID } from "./element.js";
import { makeFindings } from "./findings.js";
import { fillLegends } from "./hand-legend.js";
import { makeHands } from "./hands.js";
import { makeHome } from "./home.js";
import { LivePicture } from "./live-picture.js";
import { showMessage } from "./message.js";
import { Misses } from "./misses.js";
import { makePictures } from "./pictures.js";
import { makeSettings } from "./settings.js";
import { makeSetup } from "./setup.js";
import { makeStars } from "./stars.js";
import { describe, summary } from "./state.js";
import { text } from "./texts.js";

const connection = new Connection(`ws://${location.host}/socket`);
const live = new LivePicture(connection);
const misses = new Misses(connection);
const check = makeFindings(connection);
/**
 * Each has the topics that it needs, the id of the canvas that shows previews, if any, whether they cover it, and whether few are enough without
 * a hand; and whether its frames may wait for each other. It is told when it is shown and hidden.
 */
const views = {
  home: makeHome(connection, live, misses, check),
  checks: { topics: [], show: () => check(), hide() {} },
  setup: makeSetup(connection, live, misses, () => {
    subscribe();
    suspendKeys();
  }),
  settings: makeSettings(connection, live, misses),
  cards: makeCards(connection, live, misses),
  stars: makeStars(live),
  hands: makeHands(live),
  pictures: makePictures(),
};
/** The views under "Try it". */
const tryViews = [...byID("try-views").children].map((link) => link.hash.slice(1));
/** The views in which a screen reader is told of each swipe. The others say what a swipe does there, or ask for no swipes. */
const swipeViews = ["home", "hands"];
let shown = null;

/** Shows the view that the address names; Home if it names none. */
function route() {
  const wanted = location.hash.slice(1);
  const name = Object.hasOwn(views, wanted) ? wanted : "home";
  if (shown !== name) {
    if (shown) views[shown].hide();
    document.querySelector("dialog[open]")?.close();
    shown = name;
    for (const each of Object.keys(views)) byID(`view-${each}`).hidden = each !== name;
    showWhere();
    document.title = `${text(`nav.${name}`)} · swiped`;
    scrollTo(0, 0);
    views[name].show();
  }
  subscribe();
  suspendKeys();
  showProblem();
}

/** Marks the view in the navigation. */
function showWhere() {
  const isTried = tryViews.includes(shown);
  byID("try-views").hidden = !isTried;
  if (isTried) byID("try").hash = shown;
  for (const link of document.querySelectorAll("nav a")) {
    const isHere = link.hash === `#${shown}`;
    if (link.id === "try" && isTried || link.hash === "#home" && shown === "checks") link.ariaCurrent = "true";
    else link.ariaCurrent = isHere && link.id !== "try" ? "page" : null;
  }
}

/** A page that nobody sees gets nothing but swipes, unless it records. */
function subscribe() {
  const { topics: needed } = views[shown];
  const recorded = views.settings.isRecording() || views.setup.isRecording() ? ["status", "frame"] : [];
  const seen = document.hidden ? [] : ["status", ...needed];
  const topics = new Set(["swipe", ...recorded, ...seen]);
  // What was seen before would be shown as if it were now.
  if (!topics.has("frame")) live.clear();
  if (!topics.has("miss")) misses.clear();
  live.savesPictures = views[shown].savesPictures ?? false;
  connection.need([...topics], { previewWidth: previewWidth(), gathersFrames: views[shown].gathersFrames });
}

/** Width to height of a wide camera's picture. */
const wideRatio = 16 / 9;

/** How wide previews are shown, in pixels of the screen, rounded up so that it seldom changes. */
function previewWidth() {
  const { canvas, coversCanvas } = views[shown];
  if (!canvas) return 0;
  const { clientWidth, clientHeight } = byID(canvas);
  // One that covers its canvas is cut off at its sides.
  const width = (coversCanvas ? Math.max(clientWidth, clientHeight * wideRatio) : clientWidth) || byID(`view-${shown}`).clientWidth;
  return 160 * Math.ceil(width * devicePixelRatio / 160);
}

/** The page in front takes swipes itself: their keys could leave it, or act on it. In front of another window, they are for that one. */
function suspendKeys() {
  connection.suspendKeys(views.setup.suspendsKeys ?? (!document.hidden && document.hasFocus()));
}

/** What is known of the daemon. */
let status = null;
let lost = null;
const offer = makeActionButton(connection, byID("problem-step"), byID("problem-result"));

/** Says how the daemon is. A screen reader hears what changes. */
function say() {
  const { kind, word, cause } = describe(status, lost);
  const state = byID("state");
  const before = state.dataset;
  if (before.word !== undefined && before.word !== word) {
    announce([before.state === "lost" ? text("state.connected_again") : "", word, cause].filter(Boolean).join(". "));
  }
  Object.assign(state.dataset, { state: kind, word });
  byID("state-text").textContent = summary(status, lost);
  showProblem();
}

/** Home has a place of its own for the state. */
function showProblem() {
  const { word, cause, detail, isDetailEnglish, action } = describe(status, lost);
  showMessage(byID("problem-text"), lost?.server && !detail ? `${word}. ${cause}` : cause);
  showMessage(byID("problem-detail"), detail);
  byID("problem-detail").lang = isDetailEnglish ? "en" : "";
  offer(action);
  byID("problem").hidden = !cause || shown === "home";
}

connection.addEventListener("status", ({ detail }) => {
  [status, lost] = [detail, null];
  say();
});
connection.addEventListener("lost", ({ detail }) => {
  lost = detail;
  say();
});
connection.addEventListener("swipe", ({ detail: { direction } }) => {
  if (!document.hidden && swipeViews.includes(shown)) announce(text(`swipe.${direction}`));
});

addEventListener("hashchange", route);
addEventListener("resize", subscribe);
document.addEventListener("visibilitychange", () => {
  subscribe();
  suspendKeys();
});
for (const event of ["focus", "blur"]) addEventListener(event, suspendKeys);
fillLegends();
route();
suspendKeys();
connection.open();
