// The height of the thumb in words.
import { text } from "./texts.js";

/** How far the thumb of a `frame` event must be from the wrist, on the side of it where it is. Daemons of earlier versions have one threshold. */
export const thresholdOf = ({ distance, threshold, down_threshold: down = threshold }) => (distance > 0 ? down : threshold);

/**
 * The height of the thumb, such as "17 px up" or "17 of 50 px up".
 *
 * @param {number} distance - of a `frame` event, which is negative where the thumb is above the wrist
 * @param {?number} threshold - on that side of the wrist, if it is to be named
 */
export function heightText(distance, threshold = null) {
  const pixels = Math.abs(Math.round(distance));
  const height = threshold === null ? pixels : text("height.of", { height: pixels, threshold: Math.round(threshold) });
  if (!pixels) return text("height.level", { height });
  return text(distance < 0 ? "height.up" : "height.down", { height });
}
