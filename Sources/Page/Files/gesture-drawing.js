// The moving drawing of a gesture, which a person imitates: the rendered hand, from its joints.
import gestures from "./gesture-joints.js";
import { drawHand, drawZones } from "./hands-picture.js";
import { fitCanvas, joints, projection } from "./skeleton.js";

/** How long each part of a loop takes, in ms: to rest, to go to the gesture, to hold it, and to come back. */
const parts = { rest: 700, go: 450, hold: 900, back: 450 };
const loopMs = Object.values(parts).reduce((sum, each) => sum + each, 0);
const pauseMs = 50;
/** The picture that it is drawn in, with the wrist at a place of it. */
const size = { width: 256, height: 320 };
const wrist = { x: 205, y: 160 };
const fingers = ["thumb", "index", "middle", "ring", "little"];
const skin = "#c9917a";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The number of values of the wrist and the thumb in a picture, before those of the fingers. */
const thumbValues = 10;
/** A loose fist at rest: the closed fingers of a thumb up, and the thumb before it goes up. */
const fist = [...gestures.up[0].slice(0, thumbValues), ...gestures.up.at(-1).slice(thumbValues)];
/** What each gesture is drawn from. In the first three pictures of a thumb down, the fingers are not closed yet. */
const pictures = {
  rest: [fist],
  up: gestures.up.map((each) => [...each.slice(0, thumbValues), ...fist.slice(thumbValues)]),
  down: [fist, ...gestures.down.slice(3)],
};

/** How far the hand is from rest to the gesture, from 0 to 1, at a time of the loop. Pure. */
export function progressAt(ms) {
  const { rest, go, hold, back } = parts;
  const at = ms % loopMs;
  if (at < rest) return 0;
  if (at < rest + go) return (at - rest) / go;
  if (at < rest + go + hold) return 1;
  return 1 - (at - rest - go - hold) / back;
}

/** The joints of a picture between two of a gesture, by their names. Pure. @param {number} progress - from 0 to 1 */
function handAt(all, progress) {
  const place = progress * (all.length - 1);
  const [from, to] = [all[Math.floor(place)], all[Math.ceil(place)]];
  const value = (index) => from[index] + (to[index] - from[index]) * (place % 1);
  return Object.fromEntries(joints.map((name, index) => [name, { x: wrist.x + value(2 * index), y: wrist.y + value(2 * index + 1) }]));
}

/**
 * Draws gestures on a canvas, for as long as it can be seen.
 *
 * @returns a function that draws a gesture from now on: "up", "down" or "rest"; null for none. It is called again whenever the canvas may be
 * seen again
 */
export function makeGestureDrawing(canvas) {
  let gesture = null;
  let timer = null;
  /** Whether the canvas can be seen, and has the gesture. */
  let isDrawn = false;

  function draw(progress) {
    const { context, box } = fitCanvas(canvas);
    const at = projection(size, box);
    const points = handAt(pictures[gesture], progress);
    drawSkin(context, points, at);
    if (gesture !== "rest") drawZones(context, at, wrist.y, { up: 50, down: 50, bands: { [gesture]: { alpha: progress === 1 ? 0.45 : 0.2, words: "" } } });
    drawHand(context, { points }, at, { width: 0.8 * box.width });
  }

  function step() {
    clearTimeout(timer);
    isDrawn = gesture !== null && canvas.checkVisibility();
    if (!isDrawn) return;
    // Without motion, the gesture itself.
    draw(calm.matches ? 1 : progressAt(performance.now()));
    if (!calm.matches && gesture !== "rest") timer = setTimeout(() => requestAnimationFrame(step), pauseMs);
  }

  calm.addEventListener("change", step);
  // Also what stands still has the pixels of the screen.
  addEventListener("resize", step);
  return (next) => {
    if (next === gesture && isDrawn) return;
    gesture = next;
    canvas.hidden = next === null;
    step();
  };
}

/** Fills the palm and the fingers below the bones. */
function drawSkin(context, points, at) {
  const scale = at.width / size.width;
  const place = (name) => at.place(points[name]);
  const line = (names, width, isFilled) => {
    context.beginPath();
    for (const name of names) context.lineTo(...place(name));
    Object.assign(context, { strokeStyle: skin, fillStyle: skin, lineWidth: width * scale, lineCap: "round", lineJoin: "round" });
    if (isFilled) {
      context.closePath();
      context.fill();
    }
    context.stroke();
  };
  line(["wrist", "thumbCMC", "indexMCP", "middleMCP", "ringMCP", "littleMCP"], 30, true);
  for (const finger of fingers) line(joints.filter((name) => name.startsWith(finger)), 27, false);
}
