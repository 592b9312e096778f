// Copies a command, for people who have a terminal open.
import { announce } from "./announcer.js";
import { text } from "./texts.js";

/** Copies the content of an element. Where the browser does not allow it, selects it instead. */
export async function copyText(element, button) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    button.textContent = text("copy.copied");
    announce(text("copy.announced"));
  } catch {
    getSelection().selectAllChildren(element);
    announce(text("copy.selected"));
  }
}
