// The Tuning view: the thumb's height over ten seconds, what each setting makes of it, and traces for bug reports.
import { announce } from "./announcer.js";
import { pageTime } from "./clock.js";
import { drawPlot } from "./distance-plot.js";
import { download } from "./download.js";
import { History, leadMs, lengthMs } from "./history.js";
import { showMessage } from "./message.js";
import { nearMisses } from "./near-misses.js";
import { showReplays } from "./replays.js";
import { fitCanvas } from "./skeleton.js";
import { heightText, thresholdOf } from "./threshold.js";
import { TraceRecorder } from "./trace.js";
import { makeWrong } from "./wrong.js";

const byID = (id) => document.getElementById(id);
const plural = (count, word, words = `${word}s`) => `${count} ${count === 1 ? word : words}`;

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
    const found = `${plural(swipes.length, "swipe")} and ${plural(missed.length, "near miss", "near misses")}`;
    const counts = shown.length ? `${found} in the last ten seconds` : "No picture";
    byID("last-ten").textContent = missed.length ? `${counts}; the last miss: ${missed.at(-1).at(-1).reason}` : counts;
    const { distance = null, threshold } = shown.at(-1) ?? {};
    const now = distance === null ? "no hand used" : heightText(distance, threshold);
    plot.setAttribute("aria-label", `Height of the thumb: now ${now}; ${counts}`);
  }

  function takeFrame(frame) {
    if (isFrozen || !status?.gesture) return;
    history.takeFrame({
      ms: pageTime(frame.captured_ns), frame, distance: frame.distance, threshold: thresholdOf(frame, status.gesture),
      armed: frame.armed, reason: frame.reason,
    }, leadMs(status.gesture));
    if (isShown) draw();
  }

  async function compare() {
    if (isFrozen) {
      thaw();
      return;
    }
    isFrozen = true;
    byID("compare").textContent = "Continue live";
    const compared = history;
    const { samples, shown, endMs } = compared;
    try {
      const replays = await replay(samples.map(({ frame }) => frame), shown[0]?.frame.captured_ns, status?.gesture);
      if (!isFrozen || history !== compared) return;
      showReplays(byID("replays"), replays, (ns) => 1 - (endMs - pageTime(ns)) / lengthMs);
      announce(`${replays.length} settings compared`);
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
    byID("compare").textContent = "Compare settings";
    byID("replays").hidden = true;
  }

  function record() {
    if (!recorder && status) {
      recorder = new TraceRecorder(status);
      byID("record").textContent = "Save the trace";
      announce("Recording a trace");
    } else if (recorder) {
      const name = `swiped-${new Date().toISOString().replace(/[-:]|\..*/g, "")}.jsonl`;
      download(name, recorder.file);
      byID("recorded").textContent = `${name}: ${plural(recorder.frames, "frame")}`;
      byID("record").textContent = "Record a trace";
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
    byID("recorded").textContent = `Recording: ${plural(recorder.frames, "frame")}`;
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

/** Asks what each setting makes of frames, and of its swipes those from a time on. */
async function replay(frames, fromNs, gesture) {
  let response;
  try {
    response = await fetch("/replay", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ frames, from_ns: fromNs, gesture }),
    });
  } catch {
    throw new Error("The server has stopped; run `swipectl demo` again");
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer.replays;
}
