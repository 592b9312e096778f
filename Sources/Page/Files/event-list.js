// The list of what happened last, in Home.
import { pageTime } from "./clock.js";
import { make } from "./element.js";
import { Events } from "./events.js";
import { language, text, textOfCode } from "./texts.js";

const arrows = { right: "→", left: "←" };
const byID = (id) => document.getElementById(id);

/**
 * Keeps the list.
 *
 * @returns a function that asks the daemon for what happened in the last ten seconds, while no frames came
 */
export function makeEventList(connection) {
  const events = new Events();
  let shown = null;
  /** What came last: a message may come twice, from the daemon's memory and by itself. */
  let lastNs = 0;
  let lastSwipe = 0;
  /** What comes while the daemon is asked for what was before; null otherwise. */
  let waiting = null;

  function take({ method, params }) {
    const ms = pageTime(params.captured_ns);
    if (method === "swipe" && params.seq > lastSwipe) {
      lastSwipe = params.seq;
      events.takeSwipe({ ms, direction: params.direction });
    } else if (method === "frame" && params.captured_ns > lastNs) {
      lastNs = params.captured_ns;
      const { zone, reason, reason_code: code, interrupted_ns: interruptedNs } = params;
      events.takeFrame({ ms, zone, reason, code, isInterrupted: interruptedNs !== null });
    }
  }

  function show() {
    if (shown === events.latest) return;
    shown = events.latest;
    byID("events").replaceChildren(...shown.map(item));
    byID("no-events").hidden = shown.length > 0;
  }

  async function catchUp() {
    if (waiting) return;
    const live = waiting = [];
    const before = [];
    try {
      let from;
      do {
        const { events: piece, next } = await connection.request("recent", from === undefined ? undefined : { from });
        before.push(...piece);
        from = next;
      } while (from !== null);
    } catch {
      // A daemon of an earlier version has no such request; the list begins with what comes.
    }
    waiting = null;
    for (const message of [...before, ...live]) take(message);
    show();
  }

  for (const method of ["swipe", "frame"]) {
    connection.addEventListener(method, ({ detail: params }) => {
      if (waiting) return waiting.push({ method, params });
      take({ method, params });
      show();
    });
  }
  connection.addEventListener("hello", () => { lastNs = lastSwipe = 0; });
  const end = () => { events.end(); show(); };
  connection.addEventListener("lost", end);
  connection.addEventListener("status", ({ detail }) => detail.state !== "running" && end());
  return catchUp;
}

function item({ kind, ms, direction, code, reason }) {
  const words = kind === "swipe" ? text(`swipe.${direction}`) : text("home.miss", { reason: textOfCode(`miss.${code}`, reason) });
  const date = new Date(performance.timeOrigin + ms);
  return make(
    `li.${kind === "swipe" ? direction : kind}`, {},
    make("span.mark", { "aria-hidden": "true" }, arrows[direction] ?? "·"), make("span", {}, words),
    make("time", { datetime: date.toISOString() }, date.toLocaleTimeString(language, { timeStyle: "medium" })));
}
