// The button that marks the last swipe as wrong.
import { announce } from "./announcer.js";
import { showMessage } from "./message.js";
import { post } from "./server.js";

/** Has the server do what `swipectl wrong` does, and shows what it says. */
export function makeWrong(button, result) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const lines = await post("/wrong").then((answer) => answer.lines.join("\n"), (error) => error.message);
    showMessage(result, lines);
    announce(lines);
    button.disabled = false;
  });
}
