// Messages of the daemon and of the server. They name commands between backticks.
import { make } from "./element.js";
import { text } from "./texts.js";

/** Shows a message in an element; each command in it is marked as code, which one click selects. */
export function showMessage(element, message) {
  element.replaceChildren(...message.split(/`([^`]+)`/).map((part, index) => (index % 2 ? make("code", {}, part) : part)));
}

/**
 * A text of the page around words that the daemon or the server says in English.
 *
 * @param {string} name - the place of the text that the words take
 * @returns {(Node | string)[]}
 */
export function withEnglish(key, name, words) {
  const [before, after = ""] = text(key).split(`{${name}}`);
  return [before, english(words), after];
}

/** Words that the daemon or the server says in English, for a page in any language. */
export function english(words) {
  const element = make("span", { lang: "en" });
  showMessage(element, words);
  return element;
}
