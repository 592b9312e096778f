// How cards move: by pointer, off to a side, and back. Only transform and opacity change, which costs no layout.

/** A card is out from this part of its width on, or at this speed. */
const outWidths = 0.3;
const outSpeed = 0.5; // CSS pixels per ms
/** The turn of a card that has moved by its own width. */
const turnDegrees = 20;
/** A flying card ends this many widths away. */
const flightWidths = 1.6;
const flightMs = 480;
const springMs = 600;
const fadeMs = 160;
const frameMs = 1000 / 60;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The transform of a card that has moved by (dx, dy) CSS pixels. */
export function pose(dx, dy, width) {
  return `translate(${dx}px, ${dy}px) rotate(${(turnDegrees * dx) / width}deg)`;
}

/**
 * Where a card goes that is let go.
 *
 * @param {number} dx - how far it has moved, in CSS pixels
 * @param {number} speed - in CSS pixels per ms, negative to the left
 * @returns {-1 | 0 | 1} off to the left, back, or off to the right
 */
export function outcome(dx, speed, width) {
  const isThrown = Math.abs(speed) >= outSpeed;
  if (isThrown) return Math.sign(speed) === Math.sign(dx) ? Math.sign(dx) : 0;
  return Math.abs(dx) >= outWidths * width ? Math.sign(dx) : 0;
}

/** How far a card is on its way out: -1 to 1, where it is out. */
export function pull(dx, width) {
  return Math.max(-1, Math.min(1, dx / (outWidths * width)));
}

/**
 * Lets a card fly off to a side.
 *
 * @param {-1 | 1} side
 * @returns a promise that is kept when the card is gone
 */
export function flyOut(card, side, { dx = 0, dy = 0 } = {}) {
  const width = card.offsetWidth;
  const end = pose(side * flightWidths * width, dy, width);
  const keyframes = calm.matches
    ? [{ opacity: 1 }, { opacity: 0 }]
    : [{ transform: pose(dx, dy, width), opacity: 1 }, { opacity: 1, offset: 0.5 }, { transform: end, opacity: 0 }];
  return play(card, keyframes, { duration: calm.matches ? fadeMs : flightMs, easing: "cubic-bezier(0.25, 0.6, 0.5, 1)" });
}

/** Lets a card come back from a side. */
export function flyIn(card, side) {
  const width = card.offsetWidth;
  const keyframes = calm.matches
    ? [{ opacity: 0 }, { opacity: 1 }]
    : [{ transform: pose(side * flightWidths * width, 0, width), opacity: 0 }, { opacity: 1, offset: 0.5 }, { transform: "none" }];
  return play(card, keyframes, { duration: calm.matches ? fadeMs : flightMs, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
}

/** Lets a card that was let go too early return to its place like a damped spring. */
export function springBack(card, dx, dy) {
  if (calm.matches) return play(card, [{ transform: "none" }, { transform: "none" }], { duration: 1 });
  const width = card.offsetWidth;
  const keyframes = Array.from({ length: 31 }, (_, index) => {
    const part = index / 30;
    const swing = Math.exp(-6 * part) * Math.cos(3 * Math.PI * part) * (1 - part);
    return { transform: pose(dx * swing, dy * swing, width) };
  });
  return play(card, keyframes, { duration: springMs, easing: "linear" });
}

function play(card, keyframes, options) {
  const animation = card.animate(keyframes, { ...options, fill: "both" });
  // The first frame already shows the card one frame further, so that it moves at once.
  if (options.duration > frameMs) animation.currentTime = frameMs;
  return animation.finished.then(() => animation.cancel(), () => {});
}

/**
 * Records the entry `swipe-to-motion`: from a swipe's decision until the first frame in which its card has moved is drawn.
 *
 * @param {number} decidedMs - on the clock of `performance.now()`
 */
export function measureMotion(card, decidedMs) {
  const place = () => {
    const style = getComputedStyle(card);
    return style.transform + style.opacity;
  };
  const before = place();
  const { port1, port2 } = new MessageChannel();
  // A message sent while a frame is made arrives when the frame is drawn.
  port1.onmessage = () => {
    performance.measure("swipe-to-motion", { start: Math.max(0, decidedMs), end: performance.now() });
    port1.close();
  };
  const check = () => {
    if (!card.isConnected) port1.close();
    else if (place() === before) requestAnimationFrame(check);
    else port2.postMessage(null);
  };
  requestAnimationFrame(check);
}
