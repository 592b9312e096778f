// The button that marks the last swipe as wrong.
import { announce } from "./announcer.js";
import { showMessage } from "./message.js";
import { post } from "./server.js";
import { clockTime } from "./texts.js";

/**
 * Has the server do what `swipectl wrong` does, and shows what it says.
 *
 * @param {HTMLElement} part - what is shown while there is a swipe to mark: the button and the result
 */
export function makeWrong(connection, part, button, result) {
  part.hidden = true;
  connection.addEventListener("swipe", () => { part.hidden = false; });
  connection.addEventListener("status", ({ detail: { swipes } }) => {
    if (swipes && swipes.left + swipes.right > 0) part.hidden = false;
  });
  connection.addEventListener("lost", () => { part.hidden = true; });

  button.addEventListener("click", async () => {
    // A button that is disabled would lose the focus.
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    try {
      const { lines } = await post("/wrong");
      say(withPageTimes(lines.join("\n")), "en");
    } catch (error) {
      say(error.message);
    }
    button.ariaDisabled = null;
  });

  /** @param {string} lang - of words that the server says in English */
  function say(words, lang = "") {
    result.lang = lang;
    showMessage(result, words);
    announce(words);
  }
}

/** The first time of day in words, such as "16:29:27", as the page writes times. Pure. */
export function withPageTimes(words) {
  return words.replace(/\bat (\d\d):(\d\d):(\d\d)\b/, (_, ...parts) =>
    `at ${clockTime(new Date(2000, 0, 1, ...parts.slice(0, 3)), { timeStyle: "medium" })}`);
}
