// The Stars view: one to ten stars fall, and the player shows as many fingers.
import { announce } from "./announcer.js";
import { byID, make } from "./element.js";
import { drawHand } from "./hands-picture.js";
import { onceAFrame } from "./once-a-frame.js";
import { drawDot, fitCanvas, ink, projection } from "./skeleton.js";
import { plural, text } from "./texts.js";
import { landed, makeStars as dropStars, step } from "./star-motion.js";

const mostStars = 10;
const badgeMs = 3000;
/** So many frames in a row must show the number, since fingers stretch one after the other. */
const steadyFrames = 3;
/** A fingertip counts above this confidence. */
const leastConfidence = 0.9;
/** The longest time that a step of the motion covers, in seconds. */
const longestStep = 1 / 30;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function makeStars(live) {
  const sky = byID("sky");
  let stars = [];
  let frame = null;
  let isShown = false;
  let isMatched = false;
  let steady = 0;
  let drawnMs = null;
  let timer = null;

  function fall() {
    const before = stars.length;
    let count = before;
    while (count === before) count = 1 + Math.floor(Math.random() * mostStars);
    clearTimeout(timer);
    isMatched = false;
    steady = 0;
    byID("badge").hidden = true;
    byID("star-count").textContent = plural("stars.stars", count);
    const box = { width: sky.clientWidth, height: sky.clientHeight };
    stars = dropStars(count, box);
    if (calm.matches) stars = landed(stars, box);
    sky.setAttribute("aria-label", plural("stars.stars", count));
    announce(plural("stars.stars", count));
    animate();
  }

  function match() {
    isMatched = true;
    byID("badge").textContent = stars.length;
    byID("badge").hidden = false;
    announce(text("stars.right", { fingers: plural("stars.fingers", stars.length) }));
    timer = setTimeout(fall, badgeMs);
  }

  /** Draws until every star lies on the ground. */
  function animate() {
    if (drawnMs !== null || !isShown) return;
    drawnMs = performance.now();
    const next = (nowMs) => {
      if (!isShown) { drawnMs = null; return; }
      const box = draw();
      stars = step(stars, Math.min(longestStep, Math.max(0, nowMs - drawnMs) / 1000), box);
      drawnMs = nowMs;
      if (stars.every((star) => star.isResting)) { drawnMs = null; draw(); } else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }

  function draw() {
    const { context, box } = fitCanvas(sky);
    for (const star of stars) drawStar(context, star);
    if (!frame) return box;
    const at = projection(frame, box);
    for (const hand of frame.hands) {
      drawHand(context, hand, at, box);
      for (const tip of shownTips(hand)) drawDot(context, at.place(tip), { color: ink.fingertip, radius: Math.max(9, box.width / 70) });
    }
    return box;
  }

  /** Draws a hand among stars that lie on the ground; while they fall, they are drawn with it. */
  const redraw = onceAFrame(() => isShown && drawnMs === null, draw);

  function take(newest) {
    frame = newest;
    const fingers = frame?.hands.length ? frame.hands.flatMap(shownTips).length : null;
    const seen = fingers === null ? text("stars.no_hand") : text("stars.shown", { fingers: plural("stars.fingers", fingers) });
    byID("finger-count").textContent = `· ${frame ? seen : text("stars.no_picture")}`;
    steady = fingers === stars.length ? steady + 1 : 0;
    if (steady >= steadyFrames && !isMatched) match();
    redraw();
  }

  for (let number = 1; number <= mostStars; number++) {
    byID("digits").append(make("button", { type: "button", click: () => guess(number) }, String(number)));
  }

  function guess(number) {
    if (isMatched) return;
    if (number === stars.length) match();
    else announce(text("stars.wrong", { number }));
  }

  byID("new-stars").addEventListener("click", fall);
  addEventListener("resize", () => isShown && fall());
  live.addEventListener("frame", ({ detail }) => isShown && take(detail));
  live.addEventListener("clear", () => isShown && take(null));
  // Keys 1 to 9, and 0 for ten.
  document.addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey }) => {
    if (isShown && /^[0-9]$/.test(key) && !ctrlKey && !altKey && !metaKey) guess(Number(key) || mostStars);
  });

  return {
    topics: ["frame"],
    show: () => { isShown = true; fall(); take(live.newest); },
    hide: () => { isShown = false; clearTimeout(timer); },
  };
}

/** The tips of the fingers that count: those that the hand shows, and that are certain. */
function shownTips(hand) {
  return hand.fingers.map((name) => hand.points[`${name}Tip`]).filter((tip) => tip.confidence > leastConfidence);
}

function drawStar(context, { x, y, radius, angle }) {
  context.beginPath();
  for (let point = 0; point < 10; point++) {
    const length = point % 2 ? radius * 0.5 : radius;
    const direction = angle + (point * Math.PI) / 5 - Math.PI / 2;
    context.lineTo(x + length * Math.cos(direction), y + length * Math.sin(direction));
  }
  context.closePath();
  Object.assign(context, { fillStyle: "#ffd23f", strokeStyle: "#e0a800", lineWidth: 2, lineJoin: "round" });
  context.fill();
  context.stroke();
}
