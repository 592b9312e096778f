// The Home view: what the camera sees, what a thumb does, what happened last, and what needs a fix.
import { makeActionButton } from "./action.js";
import { announce } from "./announcer.js";
import { byID, hide, mark, write } from "./element.js";
import { makeEventList } from "./event-list.js";
import { otherThanCamera } from "./frame-source.js";
import { drawHands, swipeZones } from "./hands-picture.js";
import { Headline } from "./headline.js";
import { showMessage } from "./message.js";
import { missText } from "./misses.js";
import { onceAFrame } from "./once-a-frame.js";
import { makeProfileSwitch } from "./profile-switch.js";
import { describe, isAsleep, keysReason } from "./state.js";
import { number, sentence, text } from "./texts.js";
import { makeToday } from "./today.js";
import { makeWrong } from "./wrong.js";

export function makeHome(connection, live, misses, check) {
  let isShown = false;
  let status = null;
  let lost = null;
  /** What these two mean. */
  let described;
  /** Whether a frame has come that the headline does not say yet. */
  let isFrameNew = false;
  /** Whether what happened before is still to be asked for: the answer holds up the frames, so the first one comes before. */
  let isBehind = false;
  const headline = new Headline();
  const offer = makeActionButton(connection, byID("home-step"), byID("home-problem"));
  const catchUp = makeEventList(connection, misses);
  makeToday(connection);
  makeProfileSwitch(connection);
  makeWrong(connection, byID("home-marking"), byID("home-wrong"), byID("home-wrong-result"));

  /** What the daemon is doing; without one that runs, what can be done about it. */
  function sayState() {
    described = describe(status, lost);
    const { kind, detail, isDetailEnglish, action } = described;
    const isRunning = kind === "running";
    byID("view-home").dataset.state = kind;
    showMessage(byID("home-detail"), isRunning ? "" : detail);
    byID("home-detail").lang = isDetailEnglish ? "en" : "";
    showMessage(byID("home-source"), isRunning ? source(status) : "");
    showMessage(byID("home-keys"), isRunning ? keys(status) : "");
    byID("home-keys-fix").hidden = !isRunning || status.keys !== "unavailable";
    byID("home-profiles").hidden = !status?.profiles || lost !== null;
    // Any state of a daemon that answers can be paused.
    offer(action ?? (status && !lost ? "pause" : null));
    byID("home-step").classList.toggle("large", Boolean(action));
    say();
  }

  /** The headline, which changes with each thumb. */
  function say() {
    isFrameNew = false;
    const { kind, word, cause } = described;
    const now = kind === "running" ? headline.at(performance.now()) : null;
    const shown = now && { ...now, kind: now.kind === "ready" && isAsleep(status) ? "asleep" : now.kind };
    write(byID("home-title"), shown ? titleOf(shown) : word);
    if (shown) write(byID("home-cause"), causeOf(shown));
    else showMessage(byID("home-cause"), cause);
    const sign = shown ? shown.direction ?? shown.kind : "";
    mark(byID("home-now"), "now", sign);
    mark(byID("home-live").parentElement, "now", sign);
    hide(byID("home-arrow"), !shown?.direction);
    if (shown?.direction) write(byID("home-arrow"), arrows[shown.direction]);
  }

  function catchUpIfBehind() {
    if (!isBehind || !isShown) return;
    isBehind = false;
    catchUp();
  }

  const draw = onceAFrame(() => isShown, () => {
    hide(byID("home-unseen"), live.frame !== null);
    hide(byID("home-consent"), !live.refusal);
    drawHands(byID("home-live"), live, { zones: (frame) => swipeZones(frame, status?.gesture?.view) });
  });

  connection.addEventListener("status", ({ detail }) => {
    [status, lost] = [detail, null];
    sayState();
    if (status.state !== "running") catchUpIfBehind();
  });
  connection.addEventListener("lost", ({ detail }) => {
    const isNew = !lost;
    lost = detail;
    sayState();
    if (isNew && isShown && lost.server) check();
  });
  connection.addEventListener("hello", () => {
    isBehind = true;
    if (isShown) check();
  });
  // Said before anything is drawn, since a person waits for it.
  connection.addEventListener("swipe", ({ detail: { direction } }) => {
    headline.takeSwipe(direction, performance.now());
    say();
  });
  misses.addEventListener("miss", ({ detail }) => {
    headline.takeMiss(detail, performance.now());
    say();
    if (isShown && detail.phase === "began" && !document.hidden) announce(text("home.miss", { reason: missText(detail) }));
  });
  misses.addEventListener("clear", () => {
    headline.clearMiss();
    say();
  });
  misses.addEventListener("suspended", ({ detail }) => {
    headline.takeSuspended(detail, performance.now());
    say();
    if (isShown && !document.hidden) announce(sentence(missText(detail)));
  });
  live.addEventListener("frame", ({ detail }) => {
    headline.takeFrame(detail, performance.now());
    isFrameNew = true;
  });
  connection.addEventListener("received", () => {
    if (!isFrameNew || !isShown) return;
    say();
    catchUpIfBehind();
  });
  live.addEventListener("clear", () => {
    headline.clear();
    say();
  });
  live.addEventListener("change", draw);
  sayState();

  return {
    topics: ["frame", "preview", "miss"],
    gathersFrames: true,
    savesPictures: true,
    canvas: "home-live",
    show: () => {
      isShown = true;
      say();
      draw();
      isBehind = true;
      if (status && status.state !== "running") catchUpIfBehind();
      if (status || lost?.server) check();
    },
    hide: () => { isShown = false; },
  };
}

const arrows = { right: "→", left: "←" };

const titleOf = ({ kind, direction }) => text(`home.now.${direction ?? kind}`);
const causeOf = ({ kind, miss, isLate }) => {
  if (miss) return sentence(missText(miss));
  return isLate ? text("home.now.no_hand.late") : text(`home.now.${kind}.about`);
};

/** Where the pictures come from. */
function source({ source: name, camera: used, fps }) {
  const other = otherThanCamera(name);
  if (other) return text(`home.source.${other}`);
  return used ? text("home.camera", { name: used.name, width: used.width, height: used.height, rate: number(fps ?? used.fps) }) : "";
}

function keys({ keys: state, ...status }) {
  if (state === "unavailable") return [text("home.keys.unavailable"), keysReason(status)].filter(Boolean).join(" ");
  return state === "ready" ? text("home.keys.ready") : text("keys.off");
}
