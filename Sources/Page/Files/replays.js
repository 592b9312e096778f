// What each setting makes of the same ten seconds.
import { text, textOfCode } from "./texts.js";

/**
 * Shows the replays as a table, each with its swipes on a line as long as the plot.
 *
 * @param {{name: string, swipes: {direction: string, captured_ns: number}[]}[]} replays
 * @param {(ns: number) => number} part - where a time is in the ten seconds, from 0 to 1
 */
export function showReplays(parent, replays, part) {
  const table = document.createElement("table");
  table.className = "replays";
  table.createCaption().textContent = text("replays.title");
  const header = table.createTHead().insertRow();
  for (const title of ["replays.setting", "replays.swipes", "replays.when"]) {
    const cell = header.appendChild(document.createElement("th"));
    cell.scope = "col";
    cell.textContent = text(title);
  }
  const body = table.createTBody();
  const times = (swipes) => swipes.map((swipe) => swipe.captured_ns).join();
  for (const [index, { name, swipes }] of replays.entries()) {
    const row = body.insertRow();
    // What differs from the settings as they are stands out.
    if (index && times(swipes) === times(replays[0].swipes)) row.className = "same";
    const setting = row.appendChild(document.createElement("th"));
    setting.scope = "row";
    // The names of the others are as in the configuration file.
    setting.textContent = textOfCode(`replays.${name.replaceAll(" ", "_")}`, name);
    row.insertCell().textContent = swipes.length;
    row.insertCell().append(timeline(swipes, part));
  }
  parent.replaceChildren(table);
}

function timeline(swipes, part) {
  const line = document.createElement("div");
  line.className = "timeline";
  for (const { direction, captured_ns: capturedNs } of swipes) {
    const mark = line.appendChild(document.createElement("span"));
    mark.className = direction;
    mark.textContent = direction === "right" ? "→" : "←";
    // A gesture in the window may have swiped a moment before it, with other settings.
    mark.style.setProperty("--part", Math.max(0, part(capturedNs)));
  }
  return line;
}
