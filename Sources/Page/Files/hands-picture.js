// The one drawing of hands, in all views: bones, joints, the line from the wrist to the tip of the thumb, and the zones that it swipes in.
import { drawDot, drawLine, drawPicture, drawSkeleton, fitCanvas, ink, projection } from "./skeleton.js";

/** The widths of lines and dots in a box: on a very large screen, as wide as the daemon's own lines in the preview. */
const sizes = ({ width }) => ({ width: Math.max(1.5, width / 220), radius: Math.max(2, width / 160) });

/** Draws a hand; the height of its green line decides about swipes. */
export function drawHand(context, hand, at, box) {
  const { width, radius } = sizes(box);
  drawSkeleton(context, hand, at, { lines: ink.bone, dots: ink.joint, width, radius });
  const ends = [hand.points.wrist, hand.points.thumbTip].map(at.place);
  drawLine(context, ends, { color: ink.line, width: 2 * width });
  for (const end of ends) drawDot(context, end, { color: ink.line, radius: 1.8 * radius });
}

/**
 * Draws what the daemon sees: all hands, on the picture where it is allowed.
 *
 * @param {{frame: ?object, picture: ?ImageBitmap}} live
 * @param {{fit?: "contain" | "cover", zones?: (frame: object) => ?object}} [options] - zones: those of the first hand, as of `drawZones`
 */
export function drawHands(canvas, { frame, picture }, { fit = "contain", zones = () => null } = {}) {
  if (frame && fit === "contain") setShape(canvas, frame);
  const { context, box } = fitCanvas(canvas);
  if (!frame) return;
  const at = projection(frame, box, { fit });
  if (picture) drawPicture(context, picture, at);
  const shown = frame.hands.length ? zones(frame) : null;
  if (shown) drawZones(context, at, frame.hands[0].points.wrist.y, shown);
  for (const hand of frame.hands) drawHand(context, hand, at, box);
}

/** Gives a canvas the shape of a frame. Leaves one that has it already: the browser would lay out the page again. */
function setShape(canvas, { width, height }) {
  const ratio = `${width} / ${height}`;
  if (canvas.style.aspectRatio === ratio) return;
  canvas.style.aspectRatio = ratio;
  // Of the height that is left, an upright picture takes less of the width.
  canvas.parentElement.style.setProperty("--ratio", width / height);
}

/**
 * Where the thumb swipes, from a frame: above and below the wrist.
 *
 * @param {object} frame
 * @param {?number[]} view - the size of the view in which the threshold is measured
 * @returns {?object} as `drawZones` takes it; null without a hand that counts
 */
export function swipeZones({ width, height, threshold, down_threshold: down = threshold, zone, armed }, view) {
  if (!threshold) return null;
  const [viewWidth, viewHeight] = view ?? [width, height];
  const scale = Math.max(viewWidth / width, viewHeight / height);
  const alpha = (name) => (zone === name ? 0.4 : armed ? 0.16 : 0.06);
  return {
    up: threshold / scale,
    down: down / scale,
    bands: { up: { alpha: alpha("up"), words: "→" }, down: { alpha: alpha("down"), words: "←" } },
  };
}

/**
 * Draws the zones of a thumb.
 *
 * @param {number} wrist - its height
 * @param {{up: number, down: number, bands: object}} zones - how far above the wrist the thumb is up, and how far below it down, in pixels of
 * the picture; and of `up`, `rest` and `down` those that are filled, each with its opacity and words
 */
export function drawZones(context, at, wrist, { up: above, down: below, bands }) {
  const textPx = Math.max(16, at.height / 16);
  const [right, bottom] = [at.left + at.width, at.top + at.height];
  const y = (pixels) => Math.min(bottom, Math.max(at.top, at.place({ x: 0, y: pixels })[1]));
  const [up, down] = [y(wrist - above), y(wrist + below)];
  const places = { up: [at.top, up], rest: [up, down], down: [down, bottom] };
  for (const [name, { alpha, words }] of Object.entries(bands)) {
    const [from, to] = places[name];
    context.globalAlpha = alpha;
    context.fillStyle = ink.line;
    context.fillRect(at.left, from, at.width, to - from);
    context.globalAlpha = 1;
    // Without room for the words, the band says it alone.
    if (to - from < textPx) continue;
    Object.assign(context, { font: `bold ${textPx}px system-ui, sans-serif`, textBaseline: "middle", textAlign: "left" });
    Object.assign(context, { fillStyle: "white", strokeStyle: "black", lineJoin: "round", lineWidth: textPx / 5 });
    context.strokeText(words, at.left + textPx / 2, (from + to) / 2);
    context.fillText(words, at.left + textPx / 2, (from + to) / 2);
  }
  // White with a dark edge, so that they are seen on any ground.
  for (const line of [{ color: "rgb(0 0 0 / 60%)", width: 4 }, { color: "white", width: 2 }]) {
    context.setLineDash([10, 8]);
    for (const level of [up, down]) drawLine(context, [[at.left, level], [right, level]], line);
  }
  context.setLineDash([]);
}
