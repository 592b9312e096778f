// Messages of the daemon and of the server. They name commands between backticks, and the English words of a program are set apart.
import { make } from "./element.js";
import { language } from "./texts.js";

/**
 * Words of a program, in English, for a text of the page. They are between the characters by which Unicode isolates a text of another
 * direction: also where no markup can be, nobody sees them.
 */
export function setApart(words) {
  return language === "en" ? words : `\u2068${words}\u2069`;
}

/** Shows a message in an element; each command in it is marked as code, which one click selects, and what is set apart as English. */
export function showMessage(element, message) {
  element.replaceChildren(...messageNodes(message));
}

/** What a message is shown as. @returns {(Node | string)[]} */
export function messageNodes(message) {
  return message.split(/\u2068([^\u2069]*)\u2069/).flatMap((part, index) =>
    (index % 2 ? make("span", { lang: "en" }, ...withCode(part)) : withCode(part)));
}

function withCode(words) {
  return words.split(/`([^`]+)`/).map((part, index) => (index % 2 ? make("code", {}, part) : part));
}
