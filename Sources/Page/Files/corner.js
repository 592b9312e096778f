// The corner of the Cards view: the camera's picture with the line from wrist to thumb tip, and the thumb's height beside it.
import { byID, hide, write } from "./element.js";
import { drawHands } from "./hands-picture.js";
import { onceAFrame } from "./once-a-frame.js";
import { drawDot, drawLine, fitCanvas } from "./skeleton.js";
import { text } from "./texts.js";
import { heightText, thresholdOf } from "./thumb-height.js";
import { HandSearch } from "./trouble.js";

/** The space for the dot above and below the bar, in CSS pixels. */
const edge = 10;
const camera = byID("corner-camera");
const bar = byID("thumb-bar");
const note = byID("thumb-state");
const consent = byID("corner-consent");

/** Draws the corner whenever there is something new, while `isShown()`, and when the function that it returns is called. */
export function makeCorner(live, isShown) {
  const search = new HandSearch();
  const draw = onceAFrame(isShown, () => {
    drawHands(camera, live, { fit: "cover" });
    drawBar(live.frame, search.isLate);
    hide(consent, !live.refusal);
  });
  live.addEventListener("frame", ({ detail }) => {
    const wasLate = search.isLate;
    search.takeFrame(detail, performance.now());
    if (search.isLate !== wasLate) draw();
  });
  // Nothing else draws while no hand is seen.
  addEventListener("resize", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  live.addEventListener("clear", () => search.clear());
  live.addEventListener("change", draw);
  return draw;
}

/** The bar is as high as two thresholds, up and down. Its middle is the height of the wrist. */
function drawBar(frame, isLate) {
  const { context, box } = fitCanvas(bar);
  const middle = box.height / 2;
  const reach = middle - edge;
  const x = box.width / 2;
  const colors = getComputedStyle(bar);
  drawLine(context, [[x, edge], [x, box.height - edge]], { color: colors.getPropertyValue("--line"), width: 8 });
  for (const [name, side] of [["--right", -1], ["--left", 1]]) {
    const color = colors.getPropertyValue(name);
    drawLine(context, [[x, middle + side * reach / 2], [x, middle + side * reach]], { color, width: 8 });
    drawLine(context, [[x - 10, middle + side * reach / 2], [x + 10, middle + side * reach / 2]], { color, width: 2 });
  }
  write(note, describe(frame, isLate));
  bar.setAttribute("aria-label", text("corner.bar", { state: note.textContent }));
  if (!frame?.threshold || frame.distance === null) return;
  const height = Math.max(-1, Math.min(1, frame.distance / thresholdOf(frame) / 2));
  const place = [x, middle + height * reach];
  drawDot(context, place, { color: colors.getPropertyValue("--ink"), radius: 9 });
  // A full dot swipes at the threshold; a hollow one must come to rest first.
  if (!frame.armed) drawDot(context, place, { color: colors.getPropertyValue("--surface"), radius: 6 });
}

/**
 * The state in words. With several hands in view, it begins with the one that it is about.
 *
 * @param {boolean} isLate - whether a hand that is shown would have been found by now
 */
export function describe(frame, isLate = false) {
  if (!frame) return text("corner.nothing");
  if (!frame.hands.length) return text(isLate ? "corner.no_hand_late" : "corner.no_hand");
  const state = describeHand(frame);
  const [hand, ...others] = frame.hands;
  return others.length ? text(`corner.hand.${hand.chirality}`, { state }) : state;
}

function describeHand(frame) {
  if (frame.distance === null || !frame.threshold) return text("corner.unused");
  const threshold = thresholdOf(frame);
  const height = heightText(frame.distance, threshold);
  // A thumb this far up or down swipes, or the reason why it does not follows.
  if (frame.armed && Math.abs(frame.distance) >= threshold) return height;
  return text(frame.armed ? "corner.ready" : "corner.rest", { height });
}
