// The picture of a calibration: the hand, drawn large, and the zone that the thumb is to reach.
import { drawHands } from "./hands-picture.js";
import { text } from "./texts.js";

/** The zone that each step asks for. */
const wanted = { show_hand: "rest", thumb_up: "up", thumb_down: "down" };

/**
 * Draws the hand, and with a calibration its zones.
 *
 * @param {LivePicture} live
 * @param {?object} calibration - the newest `calibration` notification, whose thresholds are in pixels of the picture
 */
export function drawCalibration(canvas, live, calibration) {
  drawHands(canvas, live, { zones: () => (calibration?.threshold ? zonesOf(calibration) : null) });
}

function zonesOf({ step, zone, threshold, down_threshold: down }) {
  const target = wanted[step];
  const band = target && { alpha: zone === target ? 0.45 : 0.22, words: text(`setup.zone.${target}`) };
  return { up: threshold, down, bands: target ? { [target]: band } : {} };
}
