// The plot of the thumb's height over the last ten seconds.
import { drawDot, drawLine } from "./skeleton.js";
import { text } from "./texts.js";

/** A longer time without a sample interrupts the curve. */
const gapMs = 300;
/** The space around the plot, with the labels below it, in units of their size. */
const margin = { right: 1, top: 1, bottom: 2.2 };
/** The space on both sides of the labels left of the plot, in CSS pixels. */
const labelGap = 10;

/**
 * Draws the plot.
 *
 * @param {{ms: number, distance: ?number, threshold: ?number, downThreshold: ?number, armed: boolean, reason: ?string}[]} samples - oldest first
 * @param {{ms: number, direction: "left" | "right", distance: number}[]} swipes
 * @param {{samples: object[]}[]} missed - thumbs that made no swipe
 * @param {{endMs: number, lengthMs: number, textPx: number, colors: (name: string) => string}} options
 * @param {?{thresholds: {threshold: ?number, downThreshold: ?number}[], swipes: object[]}} options.proposal - what other settings make of the samples
 */
export function drawPlot(context, box, samples, swipes, missed, { endMs, lengthMs, textPx, proposal = null, colors }) {
  const left = widestLabel() + 2 * labelGap;
  const right = box.width - margin.right * textPx;
  const top = margin.top * textPx;
  const bottom = box.height - margin.bottom * textPx;
  // Only samples without a hand have none. Then there is no curve, and any threshold draws the same zones.
  const last = samples.findLast((sample) => sample.threshold) ?? { threshold: 1, downThreshold: 1 };
  const proposedThresholds = proposal?.thresholds.filter(({ threshold }) => threshold) ?? [];
  const most = Math.max(2.2 * last.threshold, ...proposedThresholds.map(({ threshold }) => 1.1 * threshold), ...samples.map((sample) => Math.abs(sample.distance ?? 0) * 1.08));
  const x = (ms) => right - ((endMs - ms) / lengthMs) * (right - left);
  // The thumb is up where the distance is negative, and the plot shows it as people see it.
  const y = (distance) => (top + bottom) / 2 + (distance / most) * ((bottom - top) / 2);
  const upLevel = ({ threshold }) => y(-threshold);
  const downLevel = ({ downThreshold }) => y(downThreshold);

  zones();
  context.save();
  context.beginPath();
  context.rect(left, top - 10, right - left, bottom - top + 20);
  context.clip();
  thresholds();
  if (proposal) proposed();
  curve();
  misses();
  marks();
  context.restore();
  axis();

  function zones() {
    context.globalAlpha = 0.12;
    context.fillStyle = colors("--right");
    context.fillRect(left, top, right - left, y(-last.threshold) - top);
    context.fillStyle = colors("--left");
    context.fillRect(left, y(last.downThreshold), right - left, bottom - y(last.downThreshold));
    context.globalAlpha = 1;
  }

  /** Lines, since a threshold in hand sizes changes with the distance from the camera. */
  function thresholds() {
    context.setLineDash([6, 5]);
    for (const [level, name] of [[upLevel, "--right"], [downLevel, "--left"]]) {
      const points = samples.filter((sample) => sample.threshold).map((sample) => [x(sample.ms), level(sample)]);
      drawLine(context, [[left, points[0]?.[1] ?? level(last)], ...points, [right, level(last)]], { color: colors(name), width: 1.5 });
    }
    context.setLineDash([]);
  }

  function proposed() {
    const color = colors("--ink");
    for (const level of [upLevel, downLevel]) {
      const points = samples.flatMap((sample, index) => {
        const thresholds = proposal.thresholds[index];
        return thresholds?.threshold ? [[x(sample.ms), level(thresholds)]] : [];
      });
      if (points.length) drawLine(context, points, { color, width: 2 });
    }
    // Rings, around the marks of the swipes that were made.
    for (const swipe of proposal.swipes) {
      drawDot(context, [x(swipe.ms), y(swipe.distance)], { color, radius: 11 });
      drawDot(context, [x(swipe.ms), y(swipe.distance)], { color: colors("--surface"), radius: 8.5 });
    }
  }

  /** The curve is interrupted where no hand is used, and pale until the hand has returned to rest. */
  function curve() {
    for (let index = 1; index < samples.length; index++) {
      const [from, to] = [samples[index - 1], samples[index]];
      if (from.distance === null || to.distance === null || to.ms - from.ms > gapMs) continue;
      const color = colors(to.armed ? "--accent" : "--muted");
      drawLine(context, [[x(from.ms), y(from.distance)], [x(to.ms), y(to.distance)]], { color, width: 2.5 });
    }
  }

  function misses() {
    for (const { ms, distance } of missed.flatMap(({ samples: shown }) => shown)) drawDot(context, [x(ms), y(distance ?? 0)], { color: colors("--warn"), radius: 4 });
  }

  function marks() {
    for (const swipe of swipes) {
      const isRight = swipe.direction === "right";
      const color = colors(isRight ? "--right" : "--left");
      drawLine(context, [[x(swipe.ms), top], [x(swipe.ms), bottom]], { color, width: 1.5 });
      drawDot(context, [x(swipe.ms), y(swipe.distance)], { color, radius: 6 });
      write(isRight ? "→" : "←", x(swipe.ms) + 7, isRight ? top + 8 : bottom - 8, { color, weight: "bold" });
    }
  }

  function axis() {
    const color = colors("--muted");
    drawLine(context, [[left, y(0)], [right, y(0)]], { color: colors("--line"), width: 1 });
    write(text("plot.up"), left - labelGap, upLevel(last), { color, align: "right" });
    write(text("plot.wrist"), left - labelGap, y(0), { color, align: "right" });
    write(text("plot.down"), left - labelGap, downLevel(last), { color, align: "right" });
    const seconds = lengthMs / 1000;
    // Labels of two seconds would touch each other in a narrow plot.
    const step = (2 * (right - left)) / seconds >= 4 * textPx ? 2 : 5;
    for (let second = 0; second <= seconds; second += step) {
      const align = second === 0 ? "right" : "center";
      write(second ? text("plot.ago", { seconds: second }) : text("plot.now"), x(endMs - second * 1000), bottom + 1.3 * textPx, { color, align });
    }
  }

  function widestLabel() {
    context.font = fontOf("normal");
    return Math.max(...["plot.up", "plot.wrist", "plot.down"].map((key) => context.measureText(text(key)).width));
  }

  function fontOf(weight) {
    return `${weight} ${textPx}px system-ui, sans-serif`;
  }

  function write(words, atX, atY, { color, align = "left", weight = "normal" }) {
    Object.assign(context, { fillStyle: color, textAlign: align, textBaseline: "middle", font: fontOf(weight) });
    context.fillText(words, atX, atY);
  }
}
