// The picture of a calibration: the hand, drawn large, and the zone that the thumb is to reach.
import { drawDot, drawLine, drawPicture, drawSkeleton, fitCanvas, ink, projection } from "./skeleton.js";
import { text } from "./texts.js";

/** The zone that each step asks for. */
const wanted = { show_hand: "rest", thumb_up: "up", thumb_down: "down" };

/**
 * Draws the hand, and with a calibration its zones.
 *
 * @param {{frame: ?object, picture: ?ImageBitmap}} live
 * @param {?object} calibration - the newest `calibration` notification
 */
export function drawCalibration(canvas, { frame, picture }, calibration) {
  if (frame) canvas.style.aspectRatio = `${frame.width} / ${frame.height}`;
  const { context, box } = fitCanvas(canvas);
  if (!frame) return;
  const at = projection(frame, box);
  if (picture) drawPicture(context, picture, at);
  const [hand] = frame.hands;
  if (!hand) return;
  if (calibration?.threshold) drawZones(context, at, hand.points.wrist.y, calibration);
  const size = { width: Math.max(3, box.width / 270), radius: Math.max(2.5, box.width / 160) };
  drawSkeleton(context, hand, at, { lines: ink.bone, dots: ink.joint, ...size });
  const ends = [hand.points.wrist, hand.points.thumbTip].map(at.place);
  drawLine(context, ends, { color: ink.line, width: 2.2 * size.width });
  for (const end of ends) drawDot(context, end, { color: ink.line, radius: 2 * size.radius });
}

/** @param {number} wrist - its height: the thumb is up a threshold above it, and down a threshold below it */
function drawZones(context, at, wrist, { step, zone, threshold }) {
  const textPx = Math.max(14, at.height / 20);
  const right = at.left + at.width;
  const bottom = at.top + at.height;
  const y = (pixels) => Math.min(bottom, Math.max(at.top, at.place({ x: 0, y: pixels })[1]));
  const [up, down] = [y(wrist - threshold), y(wrist + threshold)];
  const bands = { up: [at.top, up], rest: [up, down], down: [down, bottom] };
  const target = wanted[step];
  if (target) {
    const [from, to] = bands[target];
    context.globalAlpha = zone === target ? 0.45 : 0.22;
    context.fillStyle = ink.line;
    context.fillRect(at.left, from, at.width, to - from);
    context.globalAlpha = 1;
    const [x, middle] = [at.left + textPx, (from + to) / 2];
    Object.assign(context, { font: `bold ${textPx}px system-ui, sans-serif`, textBaseline: "middle", textAlign: "left", lineWidth: textPx / 5 });
    Object.assign(context, { fillStyle: "white", strokeStyle: "black", lineJoin: "round" });
    context.strokeText(text(`setup.zone.${target}`), x, middle);
    context.fillText(text(`setup.zone.${target}`), x, middle);
  }
  context.setLineDash([10, 8]);
  for (const level of [up, down]) drawLine(context, [[at.left, level], [right, level]], { color: "white", width: 2 });
  context.setLineDash([]);
}
