// The threshold of a gesture in pixels of the view, as the daemon computes it.

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
