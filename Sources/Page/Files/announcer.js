// The page's only live region: what a screen reader says about things that happen by themselves.
import { byID } from "./element.js";

const region = byID("announcer");

/** Has a screen reader say a message when it is idle, without the marks around commands and around what is set apart. */
export function announce(message) {
  region.textContent = message.replace(/[`\u2068\u2069]/g, "");
}
