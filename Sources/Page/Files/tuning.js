// The plot beside the gesture options: the thumb's height over ten seconds, what each setting makes of it, and traces for bug reports.
import { announce } from "./announcer.js";
import { pageTime } from "./clock.js";
import { drawPlot } from "./distance-plot.js";
import { download } from "./download.js";
import { byID, write } from "./element.js";
import { History, leadMs, lengthMs } from "./history.js";
import { showMessage } from "./message.js";
import { onceAFrame } from "./once-a-frame.js";
import { showReplays } from "./replays.js";
import { post } from "./server.js";
import { fitCanvas } from "./skeleton.js";
import { plural, text, textOfCode } from "./texts.js";
import { heightText, thresholdOf } from "./thumb-height.js";
import { TraceRecorder } from "./trace.js";
import { makeWrong } from "./wrong.js";

/** The plot is drawn anew this often at most: it moves by a few pixels. */
const redrawMs = 100;
/** With other settings, a swipe comes sooner or later by less than this. */
const sameSwipeMs = 500;

export function makeTuning(connection, live, misses) {
  const plot = byID("plot");
  let status = null;
  let isShown = false;
  /** Whether a part of the plot is in the window. */
  let isInView = false;
  /** Whether the plot stands still, so that it can be compared with the replays below it. */
  let isFrozen = false;
  let history = new History();
  /** The newest swipes, the newest first: a person may mark one as wrong while the next one comes. The history has them unless it stood still. */
  let newest = [];
  let recorder = null;
  let drawnMs = -Infinity;
  /** The gesture options with the changes that are not saved; null without a change. */
  let proposed = null;
  /** The same without the changes. */
  let unchanged = null;
  /** What those make of the frames that stand still: the swipes, and the thresholds in each frame; null while that is not known. */
  let proposal = null;

  function draw() {
    const { shown, swipes, misses: missed } = history;
    if (isInView) drawCurves();
    const found = { swipes: plural("tuning.swipes", swipes.length), misses: plural("tuning.misses", missed.length) };
    const counts = shown.length ? text("tuning.counts", found) : text("tuning.nothing");
    const { code, reason } = missed.at(-1) ?? {};
    writeSensitivity(shown.length ? sensitivity(swipes, found.misses) : "");
    write(byID("last-ten"), reason ? text("tuning.last_miss", { counts, reason: textOfCode(`miss.${code}`, reason) }) : counts);
    const { distance = null, frame } = shown.at(-1) ?? {};
    const height = distance === null ? text("tuning.unused") : heightText(distance, thresholdOf(frame));
    plot.setAttribute("aria-label", text("tuning.plot", { height, counts }));
  }

  function drawCurves() {
    const { shown, swipes, misses: missed, endMs } = history;
    const { context, box } = fitCanvas(plot);
    const style = getComputedStyle(plot);
    const textPx = 0.85 * Number.parseFloat(style.fontSize);
    drawPlot(context, box, shown, swipes, missed, { endMs, lengthMs, textPx, proposal, colors: (name) => style.getPropertyValue(name) });
  }

  /** What the settings make of the ten seconds: swipes, and those that were marked as wrong. What changes of them would miss is not known. */
  function sensitivity(swipes, misses) {
    const wrong = swipes.filter(({ isWrong }) => isWrong);
    const again = (swipe) => wrong.some(({ ms }) => Math.abs(ms - swipe.ms) < sameSwipeMs);
    const shown = proposal?.swipes ?? swipes;
    const now = text("tuning.now", { wrong: (proposal ? shown.filter(again) : wrong).length, swipes: plural("tuning.swipes", shown.length) });
    return proposal ? now : text("tuning.now_misses", { now, misses });
  }

  /** The row of the sensitivity is there once the settings are read. */
  function writeSensitivity(words) {
    const element = byID("sensitivity-now");
    if (element) write(element, words);
  }

  const redraw = onceAFrame(() => isShown, draw);

  function takeFrame(frame) {
    if (isFrozen || !status?.gesture) return;
    history.takeFrame({
      ms: pageTime(frame.captured_ns), frame, distance: frame.distance, threshold: frame.threshold,
      downThreshold: frame.down_threshold ?? frame.threshold, armed: frame.armed, reason: frame.reason,
    }, leadMs(status.gesture));
    if (history.endMs - drawnMs < redrawMs) return;
    drawnMs = history.endMs;
    redraw();
  }

  /** Compares on the last ten seconds, which stand still: the changes that are not saved, or without any, what each setting makes of them. */
  async function compare() {
    isFrozen = true;
    redraw();
    byID("compare").textContent = text("tuning.live");
    const [compared, change, gesture] = [history, proposed, proposed ? unchanged : status?.gesture];
    const { samples, shown, endMs } = compared;
    const isNewest = () => isFrozen && history === compared && proposed === change;
    try {
      const { replays } = await post("/replay", {
        frames: samples.map(({ frame }) => frame), from_ns: shown[0]?.frame.captured_ns, gesture, ...(change && { proposed: change }),
      });
      if (!isNewest()) return;
      showReplays(byID("replays"), replays, (ns) => 1 - (endMs - pageTime(ns)) / lengthMs);
      if (change) showProposed(replays);
      else announce(text("tuning.compared", { count: replays.length }));
    } catch (error) {
      if (!isNewest()) return;
      showMessage(byID("replays"), error.message);
      announce(error.message);
    }
    byID("replays").hidden = false;
  }

  /** @param {object[]} replays - of the settings as they are, and with the changes */
  function showProposed([before, after]) {
    proposal = {
      swipes: after.swipes.map(({ captured_ns: ns, distance }) => ({ ms: pageTime(ns), distance })),
      thresholds: after.thresholds.map((threshold, index) => ({ threshold, downThreshold: after.down_thresholds[index] })),
    };
    byID("proposed").textContent = plural("tuning.proposed", after.swipes.length, { before: before.swipes.length });
    announce(byID("proposed").textContent);
    redraw();
  }

  /**
   * @param {?object} gesture - the options with the changes that are not saved; null without a change
   * @param {?object} before - the options without them
   */
  function propose(gesture, before) {
    if (JSON.stringify(gesture) === JSON.stringify(proposed)) return;
    [proposed, unchanged] = [gesture, before];
    proposal = null;
    byID("proposed-mark").hidden = !gesture;
    byID("proposed").textContent = "";
    if (!gesture) {
      if (isFrozen) thaw();
    } else if (history.shown.some(({ distance }) => distance !== null)) {
      compare();
    } else {
      byID("proposed").textContent = text("tuning.no_frames");
    }
    redraw();
  }

  function thaw() {
    isFrozen = false;
    history = new History();
    proposal = null;
    byID("compare").textContent = text("tuning.compare");
    byID("replays").hidden = true;
    byID("proposed").textContent = "";
  }

  function record() {
    if (!recorder && status) {
      recorder = new TraceRecorder(status);
      byID("record").textContent = text("tuning.save");
      announce(text("tuning.recording_began"));
    } else if (recorder) {
      const name = `swiped-${new Date().toISOString().replace(/[-:]|\..*/g, "")}.jsonl`;
      download(name, recorder.file);
      byID("recorded").textContent = text("tuning.recorded", { file: name, frames: plural("tuning.frames", recorder.frames) });
      byID("record").textContent = text("tuning.record");
      announce(byID("recorded").textContent);
      recorder = null;
    }
  }

  byID("compare").addEventListener("click", () => (isFrozen ? thaw() : compare()));
  byID("record").addEventListener("click", record);
  makeWrong(connection, byID("marking"), byID("wrong"), byID("wrong-result"));
  connection.addEventListener("status", ({ detail }) => { status = detail; });
  live.addEventListener("frame", ({ detail }) => takeFrame(detail));
  live.addEventListener("clear", () => {
    if (isFrozen) return;
    history = new History();
    redraw();
  });
  connection.addEventListener("swipe", ({ detail: { seq, direction, distance, captured_ns: capturedNs } }) => {
    newest = [{ seq, ms: pageTime(capturedNs), direction, distance }, ...newest].slice(0, 4);
    if (!isFrozen) history.takeSwipe(newest[0]);
  });
  connection.addEventListener("marked", ({ detail: { seq } }) => {
    const swipe = newest.find((each) => each.seq === seq);
    if (swipe) swipe.isWrong = true;
    redraw();
  });
  misses.addEventListener("miss", ({ detail: { phase, startNs, ns, code, reason } }) => {
    if (isFrozen || phase !== "ended") return;
    history.takeMiss({ startMs: pageTime(startNs), endMs: pageTime(ns), code, reason });
    redraw();
  });
  connection.addEventListener("line", ({ detail: { line, message } }) => {
    if (!recorder) return;
    recorder.take(line, message);
    byID("recorded").textContent = text("tuning.recording", { frames: plural("tuning.frames", recorder.frames) });
    if (recorder.isFull) record();
  });
  addEventListener("resize", redraw);
  new IntersectionObserver((entries) => {
    isInView = entries.at(-1).isIntersecting;
    redraw();
  }).observe(plot);

  return {
    propose,
    show: () => { isShown = true; redraw(); },
    hide: () => { isShown = false; },
    isRecording: () => recorder !== null,
  };
}
