// What each setting makes of the same ten seconds.
import { make, tableParts } from "./element.js";
import { text, textOfCode } from "./texts.js";

/**
 * Shows the replays as a table, each with its swipes on a line as long as the plot.
 *
 * @param {{name: string, swipes: {direction: string, captured_ns: number}[]}[]} replays
 * @param {(ns: number) => number} part - where a time is in the ten seconds, from 0 to 1
 */
export function showReplays(parent, replays, part) {
  const times = (swipes) => swipes.map((swipe) => swipe.captured_ns).join();
  const rows = replays.map(({ name, swipes }, index) => make(
    // What differs from the settings as they are stands out.
    index && times(swipes) === times(replays[0].swipes) ? "tr.same" : "tr", {},
    // The names of the others are as in the configuration file.
    make("th", { scope: "row" }, textOfCode(`replays.${name.replaceAll(" ", "_")}`, name)),
    make("td", {}, String(swipes.length)), make("td", {}, timeline(swipes, part))));
  parent.replaceChildren(make("table.replays", {}, ...tableParts(text("replays.title"), [text("replays.setting"), text("replays.swipes"), text("replays.when")], rows)));
}

function timeline(swipes, part) {
  return make("div.timeline", {}, ...swipes.map(({ direction, captured_ns: capturedNs }) => {
    const mark = make(`span.${direction}`, {}, direction === "right" ? "→" : "←");
    // A gesture in the window may have swiped a moment before it, with other settings.
    mark.style.setProperty("--part", Math.max(0, part(capturedNs)));
    return mark;
  }));
}
