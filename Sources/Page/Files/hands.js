// The Hands view: the live skeleton, and what is known about the hands.
import { pageTime } from "./clock.js";
import { byID } from "./element.js";
import { drawHands } from "./hands-picture.js";
import { onceAFrame } from "./once-a-frame.js";
import { number, plural, text } from "./texts.js";

/** The frame rate and the latency are means over this time. */
const meanMs = 2000;
/** The numbers change this often at most, so that they can be read. */
const readableMs = 250;

export function makeHands(live) {
  let isShown = false;
  /** The frames of the last seconds: when each was captured and how long it took to get here. */
  let recent = [];
  let writtenMs = 0;

  live.addEventListener("frame", ({ detail }) => {
    if (!isShown) return;
    const nowMs = performance.now();
    const capturedMs = pageTime(detail.captured_ns);
    recent = recent.filter((each) => nowMs - each.nowMs < meanMs);
    recent.push({ nowMs, latencyMs: capturedMs === null ? null : nowMs - capturedMs });
    say();
  });
  live.addEventListener("clear", () => { recent = []; });
  const draw = onceAFrame(() => isShown, () => drawHands(byID("live"), live));
  live.addEventListener("change", () => {
    draw();
    say();
  });

  function say() {
    if (!isShown || live.frame && performance.now() - writtenMs < readableMs) return;
    writtenMs = performance.now();
    write(live, recent);
  }

  return {
    topics: ["frame", "preview"],
    canvas: "live",
    show: () => { isShown = true; draw(); write(live, recent); },
    hide: () => { isShown = false; recent = []; },
  };
}

function write({ frame, refusal }, recent) {
  const hands = frame?.hands ?? [];
  byID("detected").textContent = frame ? headline(hands) : text("hands.nothing");
  byID("which").textContent = list(hands.map((hand) => text(`hand.${hand.chirality}`)));
  byID("confidence").textContent = list(hands.map((hand) => `${number(100 * hand.confidence, 1)} %`));
  const seconds = recent.length > 1 ? (recent.at(-1).nowMs - recent[0].nowMs) / 1000 : 0;
  byID("rate").textContent = seconds ? text("hands.per_second", { rate: number((recent.length - 1) / seconds) }) : "–";
  const latencies = recent.map((each) => each.latencyMs).filter((each) => each !== null);
  const mean = latencies.reduce((sum, each) => sum + each, 0) / latencies.length;
  byID("latency").textContent = latencies.length ? `${number(mean)} ms` : "–";
  byID("consent").hidden = !refusal;
}

function headline(hands) {
  if (!hands.length) return text("hands.none");
  const joints = hands.reduce((sum, hand) => sum + Object.keys(hand.points).length, 0);
  return plural("hands.detected", hands.length, { joints });
}

const list = (texts) => (texts.length ? texts.join(", ") : "–");
