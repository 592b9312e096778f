// The Tuning view: the thumb's height over ten seconds, what each setting makes of it, and traces for bug reports.
import { announce } from "./announcer.js";
import { pageTime } from "./clock.js";
import { drawPlot } from "./distance-plot.js";
import { download } from "./download.js";
import { History, leadMs, lengthMs } from "./history.js";
import { showMessage } from "./message.js";
import { nearMisses } from "./near-misses.js";
import { showReplays } from "./replays.js";
import { ask } from "./server.js";
import { fitCanvas } from "./skeleton.js";
import { plural, text, textOfCode } from "./texts.js";
import { heightText, thresholdOf } from "./threshold.js";
import { TraceRecorder } from "./trace.js";
import { makeWrong } from "./wrong.js";

const byID = (id) => document.getElementById(id);

export function makeTuning(connection, live) {
  const plot = byID("plot");
  let status = null;
  let isShown = false;
  /** Whether the plot stands still, so that it can be compared with the replays below it. */
  let isFrozen = false;
  let history = new History();
  let recorder = null;

  function draw() {
    const { shown, swipes, endMs } = history;
    const { context, box } = fitCanvas(plot);
    const style = getComputedStyle(plot);
    const textPx = 0.85 * Number.parseFloat(style.fontSize);
    const missed = nearMisses(shown, swipes);
    drawPlot(context, box, shown, swipes, missed, { endMs, lengthMs, textPx, colors: (name) => style.getPropertyValue(name) });
    const found = { swipes: plural("tuning.swipes", swipes.length), misses: plural("tuning.misses", missed.length) };
    const counts = shown.length ? text("tuning.counts", found) : text("tuning.nothing");
    const { code, reason } = missed.at(-1)?.at(-1) ?? {};
    byID("last-ten").textContent = reason ? text("tuning.last_miss", { counts, reason: textOfCode(`miss.${code}`, reason) }) : counts;
    const { distance = null, threshold } = shown.at(-1) ?? {};
    const height = distance === null ? text("tuning.unused") : heightText(distance, threshold);
    plot.setAttribute("aria-label", text("tuning.plot", { height, counts }));
  }

  function takeFrame(frame) {
    if (isFrozen || !status?.gesture) return;
    history.takeFrame({
      ms: pageTime(frame.captured_ns), frame, distance: frame.distance, threshold: thresholdOf(frame, status.gesture),
      armed: frame.armed, reason: frame.reason, code: frame.reason_code,
    }, leadMs(status.gesture));
    if (isShown) draw();
  }

  async function compare() {
    if (isFrozen) {
      thaw();
      return;
    }
    isFrozen = true;
    byID("compare").textContent = text("tuning.live");
    const compared = history;
    const { samples, shown, endMs } = compared;
    try {
      const body = { frames: samples.map(({ frame }) => frame), from_ns: shown[0]?.frame.captured_ns, gesture: status?.gesture };
      const { replays } = await ask("/replay", { method: "POST", body });
      if (!isFrozen || history !== compared) return;
      showReplays(byID("replays"), replays, (ns) => 1 - (endMs - pageTime(ns)) / lengthMs);
      announce(text("tuning.compared", { count: replays.length }));
    } catch (error) {
      if (!isFrozen || history !== compared) return;
      showMessage(byID("replays"), error.message);
      announce(error.message);
    }
    byID("replays").hidden = false;
  }

  function thaw() {
    isFrozen = false;
    history = new History();
    byID("compare").textContent = text("tuning.compare");
    byID("replays").hidden = true;
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

  byID("compare").addEventListener("click", compare);
  byID("record").addEventListener("click", record);
  makeWrong(byID("wrong"), byID("wrong-result"));
  connection.addEventListener("status", ({ detail }) => { status = detail; });
  live.addEventListener("frame", ({ detail }) => takeFrame(detail));
  live.addEventListener("clear", () => {
    if (isFrozen) return;
    history = new History();
    if (isShown) draw();
  });
  connection.addEventListener("swipe", ({ detail: { direction, distance, captured_ns: capturedNs } }) => {
    if (!isFrozen) history.takeSwipe({ ms: pageTime(capturedNs), direction, distance });
  });
  connection.addEventListener("line", ({ detail: { line, message } }) => {
    if (!recorder) return;
    recorder.take(line, message);
    byID("recorded").textContent = text("tuning.recording", { frames: plural("tuning.frames", recorder.frames) });
    if (recorder.isFull) record();
  });
  addEventListener("resize", () => isShown && draw());

  return {
    topics: ["frame"],
    maxHands: 1,
    show: () => { isShown = true; draw(); },
    hide: () => { isShown = false; },
    isRecording: () => recorder !== null,
  };
}
