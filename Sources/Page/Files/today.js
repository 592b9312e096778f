// Today's swipes by the hour. The daemon counts them in memory; between two of its statuses, the page counts on.
import { byID, make } from "./element.js";
import { clockTime, plural, text } from "./texts.js";

const labelEvery = 6;

/** Counts of the hours of one local day. Knows no clock. */
export class Today {
  /** @param {number[]} hours - 24 counts, as in the status, at a time of this day */
  constructor(hours, date) {
    this.hours = [...hours];
    this.day = date.toDateString();
  }

  /** The counts of the day of a time, which may be the next one. */
  at(date) {
    return date.toDateString() === this.day ? this : new Today(Array(24).fill(0), date);
  }

  /** The same with a swipe at that time. */
  with(date) {
    const { hours } = new Today(this.at(date).hours, date);
    hours[date.getHours()] += 1;
    return new Today(hours, date);
  }

  get count() {
    return this.hours.reduce((sum, each) => sum + each, 0);
  }
}

/** Draws the plot, which stays hidden for a daemon that does not count. */
export function makeToday(connection) {
  let today = null;
  const bars = Array.from({ length: 24 }, () => byID("hours").appendChild(make("span")));
  for (let hour = 0; hour <= 24; hour += labelEvery) {
    byID("hour-names").append(make("span", {}, hourName(hour)));
  }

  function show() {
    byID("today").hidden = !today;
    if (!today) return;
    const most = Math.max(...today.hours, 1);
    const now = new Date().getHours();
    for (const [hour, bar] of bars.entries()) {
      bar.style.setProperty("--part", today.hours[hour] / most);
      bar.className = [today.hours[hour] ? "some" : "", hour === now ? "now" : ""].join(" ").trim();
    }
    const count = plural("home.swipes", today.count);
    byID("today-count").textContent = count;
    const hours = [...today.hours.entries()].filter(([, each]) => each);
    const words = hours.map(([hour, each]) => text("home.hour", { hour: hourName(hour), count: each }));
    byID("hours").ariaLabel = [count, ...words].join("; ");
  }

  // The hour that is now, and today, pass without a status.
  function showHour() {
    today = today && today.at(new Date());
    show();
    setTimeout(showHour, untilNextHour(new Date()));
  }
  setTimeout(showHour, untilNextHour(new Date()));

  connection.addEventListener("status", ({ detail: { swipes_today: hours } }) => {
    today = hours ? new Today(hours, new Date()) : null;
    show();
  });
  connection.addEventListener("swipe", () => {
    today = today && today.with(new Date());
    show();
  });
}

/** The time until the clock shows another hour, in ms. */
const untilNextHour = (date) => new Date(date).setMinutes(60, 0, 0) - date;

const hourName = (hour) => clockTime(new Date(2000, 0, 1, hour), { hour: "numeric" });
