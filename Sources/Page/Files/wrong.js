// The button that marks the last swipe as wrong.
import { announce } from "./announcer.js";
import { showMessage } from "./message.js";
import { ask } from "./server.js";

/** Has the server do what `swipectl wrong` does, and shows what it says. */
export function makeWrong(button, result) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const lines = await ask("/wrong", { method: "POST" }).then((answer) => answer.lines.join("\n"), (error) => error.message);
    showMessage(result, lines);
    announce(lines);
    button.disabled = false;
  });
}
