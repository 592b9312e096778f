// Words about applications.
import { factsText } from "./facts.js";
import { language, sentence, text } from "./texts.js";

/**
 * Why the camera is off while another application is in front.
 *
 * @param {object} status - of a daemon that waits for an application
 * @returns cause: what is waited for; detail: what is in front, or why that is not known; empty where nothing is in front
 */
export function waitingWords({ apps, reason }) {
  const names = apps?.only?.map(({ name }) => name) ?? [];
  if (!names.length) return { cause: text("apps.none_wait"), detail: "" };
  const list = new Intl.ListFormat(language, { type: "disjunction" }).format(names);
  return { cause: text("apps.waiting", { apps: list }), detail: frontWords(apps, reason) };
}

function frontWords({ front, obstacle }, reason) {
  if (front) return text("apps.front", { app: front.name });
  if (!obstacle) return "";
  // The daemon's own words for an obstacle that is new.
  const words = factsText([{ code: obstacle }]);
  return words === null ? reason ?? "" : sentence(words);
}
