// The Setup view: the camera, the keys, the gestures and what they propose, one step after another.
import { announce } from "./announcer.js";
import { drawCalibration } from "./calibration-picture.js";
import { byID, hide } from "./element.js";
import { otherThanCamera } from "./frame-source.js";
import { showMessage } from "./message.js";
import { onceAFrame } from "./once-a-frame.js";
import { ask } from "./server.js";
import { makeCameraStep } from "./setup-camera.js";
import { makeGesturesStep } from "./setup-gestures.js";
import { makeKeysStep } from "./setup-keys.js";
import { makeProposalStep } from "./setup-proposal.js";
import { text } from "./texts.js";
import { HandSearch, isSilent } from "./trouble.js";

const steps = ["camera", "keys", "gestures", "proposal"];

/** @param {() => void} update - is called when what the view needs of the connection has changed */
export function makeSetup(connection, live, misses, update = () => {}) {
  const canvas = byID("setup-picture");
  let isShown = false;
  let step = "camera";
  let status = null;
  let lost = null;
  /** When the last frame came, or the wait for one began, and the timer that looks for a silent camera. */
  let heardMs = 0;
  let watch = null;

  const camera = makeCameraStep();
  const keys = makeKeysStep(connection, misses, () => done("keys"));
  const gestures = makeGesturesStep(connection, misses, () => { update(); draw(); showSteps(); }, propose);
  const proposal = makeProposalStep(() => done("proposal"));
  const finished = new Set();
  const search = new HandSearch();
  /** Whether a picture is shown: the proposal has none, and waits for no frames. */
  const hasPicture = () => step !== "proposal";

  // MARK: Steps

  /** @param {boolean} movesFocus - to the title of the step, which says where the person is */
  function go(next, movesFocus = true) {
    if (next === "proposal" && !proposal.hasProposal) return;
    gestures.cancel();
    keys.stop();
    if (step === "camera" && next !== "camera" && live.newest) finished.add("camera");
    // The wait for a frame begins.
    if (!hasPicture()) heardMs = performance.now();
    step = next;
    for (const each of steps) byID(`setup-${each}`).hidden = each !== step;
    byID("setup-step").dataset.step = step;
    showSteps();
    if (step === "camera") camera.load();
    else camera.stop();
    if (step === "keys") keys.start();
    if (step === "gestures") gestures.load();
    gestures.show();
    forgetSearch();
    update();
    draw();
    if (movesFocus) byID(`setup-${step}`).querySelector("h2").focus();
  }

  function done(name) {
    finished.add(name);
    showSteps();
  }

  function showSteps() {
    for (const button of document.querySelectorAll("#setup-steps button")) {
      const isHere = button.dataset.step === step;
      if (isHere) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.disabled = button.dataset.step === "proposal" && !proposal.hasProposal;
      const isDone = finished.has(button.dataset.step);
      button.toggleAttribute("data-done", isDone);
      if (isDone) button.setAttribute("aria-label", text("setup.step_done", { step: button.textContent }));
    }
  }

  async function propose(next, seat) {
    let unlock = "off";
    try {
      const { profiles } = await ask("/settings");
      unlock = profiles.find(({ name }) => name === next.profile)?.gesture?.unlock ?? "off";
    } catch {
      // The lines of the file are shown before they are written.
    }
    finished.add("gestures");
    proposal.show(next, seat, { unlock, isTrial: otherThanCamera(status?.source ?? "") !== null });
    go("proposal");
  }

  /** The gestures of the rendered hand, or of a file, are nobody's. */
  function sayWhose() {
    const other = otherThanCamera(status?.source ?? "");
    for (const id of ["setup-other-source", "setup-proposal-source"]) {
      byID(id).hidden = !other;
      byID(id).textContent = other ? text("setup.other_source", { source: text(`cards.source.${other}`) }) : "";
    }
  }

  // MARK: Trouble

  /** The state of the daemon is above all views; what is said here is what it does to the setup. */
  function check() {
    // A page that nobody sees gets no frames, unless it records.
    const awaitsFrames = hasPicture() && (!document.hidden || gestures.isRunning);
    const isQuiet = awaitsFrames && isSilent(status, performance.now() - heardMs);
    const canSee = lost === null && (status === null || status.state === "running") && !isQuiet;
    if (!canSee) gestures.cancel(text("setup.interrupted"));
    const box = byID("setup-trouble");
    if (isQuiet && box.hidden) announce(text("setup.no_frames"));
    box.hidden = !isQuiet;
    if (!isQuiet) showMessage(byID("setup-trouble-problem"), "");
  }

  /** Says that no hand is found where one is asked for; the gestures have a hint of their own. */
  function showSearch() {
    const box = byID("setup-no-hand");
    const isLate = search.isLate && keys.awaitsHand;
    if (isLate && box.hidden) announce(box.textContent);
    hide(box, !isLate);
  }

  function forgetSearch() {
    search.clear();
    showSearch();
  }

  /** Has the daemon open the camera again. */
  async function retry() {
    showMessage(byID("setup-trouble-problem"), "");
    try {
      await connection.request("pause");
      await connection.request("resume");
      heardMs = performance.now();
      check();
    } catch (error) {
      showMessage(byID("setup-trouble-problem"), error.message);
      announce(error.message);
    }
  }

  // MARK: Picture

  const draw = onceAFrame(() => isShown, () => {
    drawCalibration(canvas, live, gestures.calibration);
    byID("setup-no-picture").hidden = live.frame !== null;
    byID("setup-consent").hidden = !live.refusal;
    const hands = live.frame?.hands.length ?? 0;
    const zone = gestures.calibration?.zone;
    canvas.setAttribute("aria-label", zone ? text(`setup.picture.${zone}`) : text(hands ? "setup.picture.hand" : "setup.picture.none"));
  });

  document.querySelectorAll("#setup-steps button").forEach((button) => button.addEventListener("click", () => go(button.dataset.step)));
  for (const button of document.querySelectorAll("#view-setup [data-go]")) button.addEventListener("click", () => go(button.dataset.go));
  byID("setup-retry").addEventListener("click", retry);
  live.addEventListener("frame", ({ detail }) => {
    heardMs = performance.now();
    search.takeFrame(detail, heardMs);
    showSearch();
    if (!byID("setup-trouble").hidden) check();
  });
  live.addEventListener("clear", forgetSearch);
  live.addEventListener("change", draw);
  document.addEventListener("visibilitychange", () => { heardMs = performance.now(); });
  connection.addEventListener("status", ({ detail }) => {
    if (detail.state !== "running" || status?.state !== "running") heardMs = performance.now();
    [status, lost] = [detail, null];
    camera.setUsed(status.camera?.path ?? null);
    sayWhose();
    check();
  });
  connection.addEventListener("lost", ({ detail }) => {
    [status, lost] = [null, detail];
    check();
  });

  return {
    get topics() { return hasPicture() ? ["frame", "preview", "miss"] : []; },
    canvas: "setup-picture",
    show() {
      isShown = true;
      heardMs = performance.now();
      watch = setInterval(check, 1000);
      go(step, false);
    },
    hide() {
      isShown = false;
      clearInterval(watch);
      camera.stop();
      gestures.cancel();
      keys.stop();
      forgetSearch();
    },
    /** Whether frames are needed also while nobody sees the page: a person may look elsewhere at the desk. */
    isRecording: () => gestures.isRunning,
    /** Whether swipes must press keys, or must not, whatever is in front; null if the page in front decides. */
    get suspendsKeys() {
      if (gestures.isRunning) return true;
      return isShown && step === "keys" ? false : null;
    },
  };
}
