// Messages of the daemon and of the server. They name commands between backticks.
import { make } from "./element.js";

/** Shows a message in an element; each command in it is marked as code, which one click selects. */
export function showMessage(element, message) {
  element.replaceChildren(...message.split(/`([^`]+)`/).map((part, index) => (index % 2 ? make("code", {}, part) : part)));
}
