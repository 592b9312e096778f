// The list of what happened last, in Home.
import { pageTime } from "./clock.js";
import { byID, make } from "./element.js";
import { language, text, textOfCode } from "./texts.js";

const mostEvents = 10;
const arrows = { right: "→", left: "←" };

/**
 * Keeps the list of swipes, and of attempts that made none.
 *
 * @returns a function that asks for what happened in the last ten seconds, while no frames came
 */
export function makeEventList(connection) {
  /** The newest events first: `{kind: "swipe", ms, direction}` or `{kind: "miss", ms, code, reason}`. */
  let events = [];
  /** What came last: a message may come twice, from the daemon's memory and by itself. */
  let lastSwipe = 0;
  let lastAttemptNs = 0;
  /** What comes while the server is asked for what was before; null otherwise. */
  let waiting = null;

  function take({ method, params }) {
    if (method === "swipe" && params.seq > lastSwipe) {
      lastSwipe = params.seq;
      add({ kind: "swipe", ms: pageTime(params.captured_ns), direction: params.direction });
    } else if (method === "attempt" && params.end_ns > lastAttemptNs) {
      lastAttemptNs = params.end_ns;
      add({ kind: "miss", ms: pageTime(params.end_ns), code: params.reason_code, reason: params.reason });
    }
  }

  function add(event) {
    events = [event, ...events].sort((one, other) => other.ms - one.ms).slice(0, mostEvents);
    byID("events").replaceChildren(...events.map(item));
    byID("no-events").hidden = true;
  }

  async function catchUp() {
    if (waiting) return;
    const live = waiting = [];
    // Without an answer, as from a daemon of an earlier version, the list begins with what comes.
    const before = await connection.request("last_events").catch(() => []);
    waiting = null;
    for (const message of [...before, ...live]) take(message);
  }

  for (const method of ["swipe", "attempt"]) {
    connection.addEventListener(method, ({ detail: params }) => {
      if (waiting) waiting.push({ method, params });
      else take({ method, params });
    });
  }
  connection.addEventListener("hello", () => { lastSwipe = lastAttemptNs = 0; });
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
