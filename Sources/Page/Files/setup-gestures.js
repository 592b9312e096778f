// The third step of the setup: five thumbs up, five thumbs down, ten seconds at the desk. The server counts; the page shows it.
import { announce } from "./announcer.js";
import { byID, make } from "./element.js";
import { makeGestureDrawing } from "./gesture-drawing.js";
import { reloadProblem, writeAfterShowing } from "./lines.js";
import { showMessage } from "./message.js";
import { showMisses } from "./miss-line.js";
import { missText } from "./misses.js";
import { makeSeats } from "./setup-seat.js";
import { isSoundOn, playSound, prepareSound, setSound } from "./sound.js";
import { plural, text } from "./texts.js";

/** The gesture that each step asks for. */
const drawn = { intro: "up", show_hand: "rest", thumb_up: "up", thumb_down: "down" };
/** How long the recording at the desk takes, in seconds. */
const deskSeconds = 10;
/** How long a camera may take to send pictures of another size, in ms. */
const resizeMs = 10_000;
/** The steps in which no swipe is wanted. */
const quietSteps = ["desk", "complete"];
/** Reasons that hold for swipes, and not for the gestures of a calibration, which need nobody to wake them. */
const ofSleep = ["asleep", "woke"];

/**
 * What a notice says to the person.
 *
 * @param {object} notice - of a `calibration` notification
 * @param {string} profile - the name of the profile that is calibrated
 * @returns {?string} null for one that the picture and the countdown show
 */
export function noticeText({ kind, gesture, number, recognized, reason, reason_code: code, hint, failure }, profile) {
  switch (kind) {
    case "counted": {
      if (recognized) return text("setup.counted", { number });
      const missed = text("setup.missed", { number, profile });
      return reason ? `${missed}: ${missText({ code, reason, values: {} })}` : missed;
    }
    case "other": return text(`setup.other.${gesture}`);
    case "hint": return text(`setup.hint.${hint}`);
    case "gave_up": return text(`setup.gave_up.${failure}`);
    default: return null;
  }
}

/**
 * Makes the step.
 *
 * @param {(isRunning: boolean) => void} change - is called when a calibration begins and ends
 * @param {(proposal: object, seat: object) => void} propose - is given the proposal, and where the person sits
 */
export function makeGesturesStep(connection, misses, change, propose) {
  let isRunning = false;
  let profile = null;
  /** The newest notification; null without a calibration. */
  let calibration = null;
  let step = null;
  const seats = makeSeats();
  const draw = makeGestureDrawing(byID("setup-drawing"));
  const hideMiss = showMisses(misses, byID("setup-miss"), {
    isWanted: ({ code }) => !quietSteps.includes(calibration?.step) && !ofSleep.includes(code),
    began: () => { byID("setup-notice").textContent = ""; },
  });

  function run(isWanted) {
    isRunning = isWanted;
    if (!isWanted) calibration = step = null;
    seats.hide(isWanted);
    byID("setup-begin").hidden = isWanted;
    byID("setup-cancel").hidden = !isWanted;
    byID("view-setup").toggleAttribute("data-recording", isWanted);
    change(isWanted);
    show();
  }

  async function begin() {
    const button = byID("setup-begin");
    if (button.ariaDisabled === "true") return;
    // A button that is disabled would lose the focus.
    button.ariaDisabled = "true";
    say(null);
    try {
      const sizeChange = await seats.sizeChange();
      if (!sizeChange || await resize(sizeChange)) {
        ({ profile } = await connection.request("calibrate", { profile: null }));
        if (byID("setup-begin").checkVisibility()) {
          run(true);
          byID("setup-cancel").focus();
        } else {
          // The person has gone elsewhere meanwhile.
          await connection.request("cancel_calibration");
        }
      }
    } catch (error) {
      say(error.message);
    }
    button.ariaDisabled = null;
  }

  /**
   * Has the camera send pictures of the size that the seat needs: a hand on a sofa is too small in others to show its gestures.
   *
   * @param {object} sizeChange - what the server is asked for
   * @returns whether the person wants it, and pictures come
   */
  async function resize(sizeChange) {
    const answer = await writeAfterShowing({
      title: text("setup.resize_title"), about: text("setup.resize_about"), action: text("setup.resize"), change: () => sizeChange,
    });
    if (!answer) return false;
    // The daemon has the file by now, and the camera is open again.
    const problem = reloadProblem(answer);
    if (!problem) {
      notify(text("setup.resizing"));
      announce(text("setup.resizing"));
    }
    const isSeen = !problem && await nextFrame();
    await seats.load();
    // Perhaps the person has gone elsewhere.
    const isHere = byID("setup-begin").checkVisibility();
    say(isSeen || !isHere ? null : problem ?? text("setup.no_frames"));
    return isHere && isSeen;
  }

  /** Waits for a frame. @returns {Promise<boolean>} whether one has come in time */
  function nextFrame() {
    return new Promise((resolve) => {
      connection.addEventListener("frame", () => resolve(true), { once: true, signal: AbortSignal.timeout(resizeMs) });
      setTimeout(() => resolve(false), resizeMs);
    });
  }

  /** @param {?string} words - why; null if the person wanted it */
  function cancel(words = null) {
    if (!isRunning) return;
    connection.request("cancel_calibration").catch(() => {});
    run(false);
    say(words);
  }

  function show() {
    const current = calibration?.step ?? (isRunning ? "show_hand" : "intro");
    if (current !== step) {
      step = current;
      byID("setup-gesture-title").textContent = text(`setup.step.${current}`);
      byID("setup-gesture-about").textContent = text(`setup.step.${current}.about`);
      if (isRunning) announce(`${text(`setup.step.${current}`)}. ${text(`setup.step.${current}.about`)}`);
    }
    const [count, unit] = progress();
    byID("setup-count").textContent = count;
    byID("setup-unit").textContent = unit;
    draw(drawn[current] ?? null);
    const isCounted = current === "thumb_up" || current === "thumb_down";
    byID("setup-ring").hidden = !isCounted && current !== "desk";
    byID("setup-ring").style.setProperty("--part", part());
    byID("setup-dots").hidden = !isCounted;
    const { count: made = 0, of = 5 } = calibration ?? {};
    const dots = byID("setup-dots");
    if (isCounted && dots.dataset.shown !== `${made}/${of}`) {
      dots.dataset.shown = `${made}/${of}`;
      dots.replaceChildren(...Array.from({ length: of }, (_, index) => make("span", { "data-made": index < made })));
    }
  }

  /** How much of the step is done, from 0 to 1. */
  function part() {
    const { step: current, count = 0, of = 5, seconds_left: seconds = null } = calibration ?? {};
    return current === "desk" ? 1 - (seconds ?? deskSeconds) / deskSeconds : count / of;
  }

  /** What is in the ring: a number, and its unit. */
  function progress() {
    if (!calibration) return ["", ""];
    const { step: current, count, of, seconds_left: seconds = null } = calibration;
    if (current === "thumb_up" || current === "thumb_down") return [text("setup.count", { count, of }), ""];
    return current === "desk" && seconds !== null ? [String(seconds), plural("setup.seconds", seconds)] : ["", ""];
  }

  function take(next) {
    if (!isRunning) return;
    const isNewStep = calibration !== null && next.step !== calibration.step;
    calibration = next;
    if (isNewStep) notify("");
    for (const notice of next.notices) {
      const words = noticeText(notice, profile);
      if (words === null) continue;
      if (notice.kind === "gave_up") {
        run(false);
        say(words);
        byID("setup-begin").focus();
        return;
      }
      // The last gesture of a step is counted when the next step begins, which is what the person is to hear of. What a hint can only guess,
      // a reason knows.
      if (notice.kind === "counted" && isNewStep || notice.kind === "hint" && byID("setup-miss").textContent) continue;
      notify(words);
      announce(words);
    }
    show();
    if (next.step === "complete") notify(text("setup.computing"));
    for (const notice of next.notices) if (noticeText(notice, profile)) playSound(notice.kind === "counted" ? "good" : "other");
  }

  /** Says what a gesture came to. It takes the place of the reason why it made no swipe. */
  function notify(words) {
    hideMiss();
    byID("setup-notice").textContent = words;
  }

  function say(words) {
    notify("");
    showMessage(byID("setup-gestures-problem"), words ?? "");
    byID("setup-gestures-problem").hidden = !words;
    if (words) announce(words);
  }

  byID("setup-sound").checked = isSoundOn();
  byID("setup-sound").addEventListener("change", ({ target }) => setSound(target.checked));
  byID("setup-begin").addEventListener("click", () => {
    prepareSound();
    begin();
  });
  byID("setup-cancel").addEventListener("click", () => {
    cancel();
    announce(text("setup.cancelled"));
    byID("setup-begin").focus();
  });
  connection.addEventListener("calibration", ({ detail }) => take(detail));
  connection.addEventListener("proposal", ({ detail }) => {
    if (!isRunning) return;
    run(false);
    say(null);
    propose(detail, seats.answer);
  });

  return {
    show, cancel,
    /** Reads where the person sat before. */
    load: seats.load,
    get isRunning() { return isRunning; },
    /** The newest `calibration` notification; null without a calibration. */
    get calibration() { return calibration; },
  };
}
