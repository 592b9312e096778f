// The page's only live region: what a screen reader says about things that happen by themselves.
import { byID } from "./element.js";

const region = byID("announcer");

/** Has a screen reader say a sentence when it is idle, without the backticks around commands. */
export function announce(sentence) {
  region.textContent = sentence.replaceAll("`", "");
}
