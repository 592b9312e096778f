// Words about applications.
import { language, text } from "./texts.js";

/**
 * Why the camera is off while another application is in front.
 *
 * @param {object} status - of a daemon that waits for an application
 * @returns cause: what is waited for; detail: what is in front, or the daemon's line where that is not known
 */
export function waitingWords({ apps, reason }) {
  const names = apps?.only?.map(({ name }) => name) ?? [];
  if (!names.length) return { cause: text("apps.none_wait"), detail: "" };
  const list = new Intl.ListFormat(language, { type: "disjunction" }).format(names);
  const front = apps.front?.name;
  return { cause: text("apps.waiting", { apps: list }), detail: front ? text("apps.front", { app: front }) : reason ?? "" };
}
