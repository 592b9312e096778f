// The list of what happened last, in Home.
import { pageTime } from "./clock.js";
import { byID, make } from "./element.js";
import { isMiss, missOf, missText } from "./misses.js";
import { clockTime, text } from "./texts.js";

const mostEvents = 6;
const arrows = { right: "→", left: "←" };

/**
 * Keeps the list of swipes, and of thumbs that made none.
 *
 * @param {Misses} misses
 * @returns a function that asks for what happened in the last ten seconds, while no frames came
 */
export function makeEventList(connection, misses) {
  /** The newest events first: `{kind: "swipe", ns, date, direction}`, with `suspended` if it pressed no key, or a miss of `Misses` likewise. */
  let events = [];
  /** What came last: a message may come twice, from the daemon's memory and by itself. */
  let lastSwipe = 0;
  let lastMissNs = 0;
  /** What comes while the server is asked for what was before; null otherwise. */
  let waiting = null;

  function takeSwipe({ seq, captured_ns: ns, direction }) {
    if (seq <= lastSwipe) return;
    lastSwipe = seq;
    // A reason that ends with the frame of a swipe has not kept the thumb from it.
    events = events.filter((event) => event.kind === "swipe" || event.ns !== ns);
    add({ kind: "swipe", ns, direction });
  }

  function takeMiss(miss) {
    if (miss.phase !== "ended" || miss.ns <= lastMissNs || !isMiss(miss)) return;
    lastMissNs = miss.ns;
    if (!events.some((event) => event.kind === "swipe" && event.ns === miss.ns)) add({ ...miss, kind: "miss" });
  }

  function add(event) {
    // After a connection was lost, the memory of the same daemon has what is listed.
    if (events.some(({ kind, ns }) => kind === event.kind && ns === event.ns)) return;
    // Now, since the clock of the page stands still while the computer sleeps.
    const date = new Date(Date.now() - (performance.now() - pageTime(event.ns)));
    events = [{ ...event, date }, ...events].sort((one, other) => other.ns - one.ns).slice(0, mostEvents);
    show();
  }

  function show() {
    byID("events").replaceChildren(...events.map(item));
    byID("no-events").hidden = events.length > 0;
  }

  /** Its swipe came before it. */
  function takeSuspended(miss) {
    events = events.map((event) => (event.kind === "swipe" && event.ns === miss.startNs ? { ...event, suspended: miss } : event));
    show();
  }

  async function catchUp() {
    if (waiting) return;
    const live = waiting = [];
    // Without an answer, as from a daemon of an earlier version, the list begins with what comes.
    const before = await connection.request("last_events").catch(() => []);
    waiting = null;
    for (const { method, params } of before) {
      if (method === "swipe") takeSwipe(params);
      else takeMiss(missOf(params));
    }
    for (const take of live) take();
  }

  /** Takes it once what was before is listed. */
  const later = (take) => (waiting ? waiting.push(take) : take());
  connection.addEventListener("swipe", ({ detail }) => later(() => takeSwipe(detail)));
  misses.addEventListener("miss", ({ detail }) => later(() => takeMiss(detail)));
  misses.addEventListener("suspended", ({ detail }) => later(() => takeSuspended(detail)));
  connection.addEventListener("hello", () => { lastSwipe = lastMissNs = 0; });
  return catchUp;
}

function item({ kind, date, direction, suspended, ...miss }) {
  const words = kind === "miss" ? text("home.miss", { reason: missText(miss) })
    : suspended ? text("swipe.without_key", { swipe: text(`swipe.${direction}`), reason: missText(suspended) }) : text(`swipe.${direction}`);
  return make(
    `li.${kind === "swipe" ? direction : kind}`, {},
    make("span.mark", { "aria-hidden": "true" }, arrows[direction] ?? "·"), make("span", {}, words),
    make("time", { datetime: date.toISOString() }, clockTime(date, { timeStyle: "medium" })));
}
