// The Home view: how swiped is, what it sees, what happened last, and what is wrong.
import { makeActionButton } from "./action.js";
import { announce } from "./announcer.js";
import { byID } from "./element.js";
import { makeEventList } from "./event-list.js";
import { makeFindings } from "./findings.js";
import { otherThanCamera } from "./frame-source.js";
import { drawHands } from "./hands.js";
import { showMessage } from "./message.js";
import { describe } from "./state.js";
import { number, text } from "./texts.js";
import { makeToday } from "./today.js";
import { makeWrong } from "./wrong.js";

export function makeHome(connection, live) {
  let isShown = false;
  let status = null;
  let lost = null;
  const offer = makeActionButton(connection, byID("home-step"), byID("home-problem"));
  const catchUp = makeEventList(connection);
  const check = makeFindings(connection);
  makeToday(connection);
  makeProfiles(connection);
  makeWrong(byID("home-wrong"), byID("home-wrong-result"));

  function say() {
    const { kind, word, cause, detail, action } = describe(status, lost);
    const isRunning = kind === "running";
    byID("home-title").textContent = isRunning ? headline(status) : word;
    byID("home-cause").textContent = isRunning ? text(isAsleep(status) ? "home.wake" : "home.gestures") : cause;
    showMessage(byID("home-detail"), isRunning ? camera(status) : detail);
    showMessage(byID("home-keys"), isRunning ? keys(status) : "");
    byID("home-profiles").hidden = !status?.profiles || lost !== null;
    // Any state of a daemon that answers can be paused.
    offer(action ?? (status && !lost ? "pause" : null));
  }

  function draw() {
    byID("home-unseen").hidden = live.frame !== null;
    byID("home-consent").hidden = !live.refusal;
    drawHands(byID("home-live"), live);
  }

  connection.addEventListener("status", ({ detail }) => {
    [status, lost] = [detail, null];
    say();
  });
  connection.addEventListener("lost", ({ detail }) => {
    const isNew = !lost;
    lost = detail;
    say();
    if (isNew && isShown && lost.server) check();
  });
  connection.addEventListener("hello", () => {
    if (!isShown) return;
    catchUp();
    check();
  });
  live.addEventListener("change", () => isShown && draw());
  say();

  return {
    topics: ["frame", "preview"],
    show: () => {
      isShown = true;
      draw();
      if (!status) return;
      catchUp();
      check();
    },
    hide: () => { isShown = false; },
  };
}

/** What the camera is doing, in a few words. */
function headline(status) {
  const other = otherThanCamera(status.source);
  if (isAsleep(status)) return text("home.asleep");
  return other ? text(`home.source.${other}`) : text("home.camera_on");
}

const isAsleep = ({ gesture, awake_until_ns: awakeUntilNs }) => gesture?.unlock === "double" && awakeUntilNs === null;

function camera({ source, camera: used, fps }) {
  if (!used || otherThanCamera(source)) return "";
  return text("home.camera", { name: used.name, width: used.width, height: used.height, rate: number(fps ?? used.fps) });
}

function keys({ keys: state, keys_reason: reason }) {
  if (state === "unavailable") return [text("home.keys.unavailable"), reason].filter(Boolean).join(" ");
  return state === "ready" ? text("home.keys.ready") : text("home.keys.off");
}

/** The switch of the profile. A daemon of an earlier version does not name its profiles. */
function makeProfiles(connection) {
  const select = byID("home-profile");
  let active = null;
  connection.addEventListener("status", ({ detail: { profile, profiles } }) => {
    if (!profiles) return;
    active = profile;
    if ([...select.options].map(({ value }) => value).join("\n") !== profiles.join("\n")) {
      select.replaceChildren(...profiles.map((name) => new Option(name, name)));
    }
    select.value = profile;
  });
  select.addEventListener("change", async () => {
    showMessage(byID("home-problem"), "");
    try {
      await connection.request("set_profile", { profile: select.value });
      announce(text("home.profile_set", { profile: select.value }));
    } catch (error) {
      select.value = active;
      showMessage(byID("home-problem"), error.message);
      announce(error.message);
    }
  });
}
