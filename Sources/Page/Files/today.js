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

  /** The counts with a swipe at a time, which may be on the next day. */
  with(date) {
    const hours = date.toDateString() === this.day ? [...this.hours] : Array(24).fill(0);
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

  connection.addEventListener("status", ({ detail: { swipes_today: hours } }) => {
    today = hours ? new Today(hours, new Date()) : null;
    show();
  });
  connection.addEventListener("swipe", () => {
    today = today && today.with(new Date());
    show();
  });
}

const hourName = (hour) => clockTime(new Date(2000, 0, 1, hour), { hour: "numeric" });
