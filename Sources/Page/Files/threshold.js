// The threshold of a gesture in pixels of the view, as the daemon computes it, and the height of the thumb in words.
import { text } from "./texts.js";

/** The factor from image pixels to view pixels: the image fills the view with its aspect ratio kept. */
function viewScale(frame, [width, height]) {
  return Math.max(width / frame.width, height / frame.height);
}

/**
 * How far the thumb tip must be above or below the wrist.
 *
 * @param frame - parameters of a `frame` event
 * @param gesture - member `gesture` of the status
 */
export function thresholdOf(frame, gesture) {
  if (gesture.threshold_unit !== "hand") return gesture.threshold;
  const hand = frame.hands[0];
  if (!hand) return null;
  const { wrist, middleMCP } = hand.points;
  return gesture.threshold * Math.hypot(wrist.x - middleMCP.x, wrist.y - middleMCP.y) * viewScale(frame, gesture.view);
}

/**
 * The height of the thumb in words, such as "17 px up" or "17 of 50 px up".
 *
 * @param {number} distance - of a `frame` event, which is negative where the thumb is above the wrist
 * @param {?number} threshold - in pixels of the view, if it is to be named
 */
export function heightText(distance, threshold = null) {
  const pixels = Math.abs(Math.round(distance));
  const height = threshold === null ? pixels : text("height.of", { height: pixels, threshold: Math.round(threshold) });
  if (!pixels) return text("height.level", { height });
  return text(distance < 0 ? "height.up" : "height.down", { height });
}
